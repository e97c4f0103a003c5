import type { INode } from 'n8n-workflow';

import {
	apiError,
	asNodeError,
	credentialError,
	credentialProblemText,
	credentialTestText,
	inputError,
	isSituation,
	needsPerson,
	type Audience,
	type CredentialProblem,
	type Problem,
	type Situation,
	type Subject,
} from '../../../nodes/FormSubmissions/errors';
import { SITUATIONS } from '../../../nodes/FormSubmissions/errors/situations';

const node: INode = {
	id: '1',
	name: 'Form Submissions',
	type: 'n8n-nodes-form-submissions.formSubmissions',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const tool = { ...node, type: `${node.type}Tool` };

const BASE_URL = 'https://x';

const problem = (situation: Situation, rest: Partial<Problem> = {}) => ({
	situation,
	subject: 'forms' as const,
	baseUrl: BASE_URL,
	...rest,
});

const SUBJECTS: Subject[] = ['forms', 'submissions', 'nextPage', 'submission', 'destination'];
const EVERY = (Object.keys(SITUATIONS) as Situation[]).flatMap((situation) =>
	SUBJECTS.map((subject) => [situation, subject] as const),
);

/** What a problem can be about. */
const ASKED = { id: 'x', location: 'x', baseUrl: BASE_URL };

const shown = (situation: Situation, subject: Subject, audience: Audience, attempts = 1) =>
	apiError(node, { situation, subject, status: 500, ...ASKED, attempts }, audience, []);

/** All that a model is told. */
const told = (situation: Situation, subject: Subject, attempts = 1) =>
	apiError(tool, { situation, subject, status: 500, ...ASKED, attempts }, 'execution', []).message;

const whole = (...asked: Parameters<typeof shown>) => {
	const { message, description } = shown(...asked);
	return [message, description].filter(Boolean).join(' ');
};

describe('an error of a request', () => {
	it.each(EVERY)(
		'%s about %s says what happened and what to do in two parts, and nothing of a single attempt',
		(situation, subject) => {
			const { message, description } = shown(situation, subject, 'execution');

			expect(message).toMatch(/^[A-Z][^.]*(\.[^ ][^.]*)*\.$/);
			expect(message.length).toBeLessThanOrEqual(100);
			expect(description).toMatch(/^[A-Z].*\.$/);
			expect(`${message}${description}`).not.toMatch(
				/undefined| {2}|Form Submissions API|times|tries|attempts/,
			);
		},
	);

	it.each(EVERY)(
		'%s about %s says the same in a list, and all in the message on publishing',
		(situation, subject) => {
			const inList = shown(situation, subject, 'list');
			const onPublishing = shown(situation, subject, 'publishing');
			const { message, description } = shown(situation, subject, 'execution');

			expect(inList).toMatchObject({ message, description });
			expect(onPublishing.message).toBe(`${message} ${description}`);
			expect(onPublishing.description ?? undefined).toBeUndefined();
		},
	);

	it.each(EVERY)('%s about %s is all in the message to a model', (situation, subject) => {
		const { message, description } = apiError(
			tool,
			problem(situation, { subject }),
			'execution',
			[],
		);

		expect(message).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
		expect(description ?? undefined).toBeUndefined();
	});

	it.each(['serviceDown', 'noConnection', 'noResponseInTime', 'bodyCutShort'] as const)(
		'%s says how often and to which address the request was made, but not the address to a model',
		(situation) => {
			expect(whole(situation, 'forms', 'execution', 5)).toContain('made 5 times to https://x. ');
			expect(whole(situation, 'forms', 'list')).toContain('The request was made to https://x. ');
			expect(told(situation, 'forms', 2)).toContain('The request was made 2 times. ');
			expect(told(situation, 'forms', 2)).not.toContain('https://x.');
		},
	);

	it.each(EVERY.filter(([, subject]) => subject !== 'destination'))(
		'%s about %s tells a model nothing that only a person at the editor can do',
		(situation, subject) => {
			expect(told(situation, subject)).not.toMatch(/from the list|open the list|this node/i);
		},
	);

	it('tells a model, which has no list to choose from, where IDs come from', () => {
		expect(whole('notAnId', 'submission', 'execution')).toMatch(/from the list/);
		expect(told('notAnId', 'submission')).toMatch(/Get Many/);
	});

	it('speaks to the person who edits a tool as to any other', () => {
		const inList = apiError(tool, problem('noFormNamed', ASKED), 'list', []);

		expect(inList.description).toMatch(/from the list/);
	});

	it('is about the address if a request that named no ID finds nothing', () => {
		const withoutId = apiError(node, problem('notFound'), 'execution', []);

		expect(withoutId.message).toMatch(/isn't from this API/);
		expect(isSituation(withoutId, 'notFound')).toBe(true);
	});

	it('redacts a secret that was entered in the base URL', () => {
		const refused = { ...problem('serviceDown', { status: 502 }), baseUrl: 'https://x/hunter22' };

		const { description } = apiError(node, refused, 'execution', ['hunter22']);
		expect(description).toMatch(/^The request was made to https:\/\/x\/\*{3}\. Try again/);
	});

	it('keeps its words where n8n finds one of its codes in them', () => {
		const { message } = apiError(node, problem('noFormNamed', { id: 'Eperm' }), 'execution', []);

		expect(message).toContain('"Eperm"');
		expect(inputError(node, 'Not "EACCES".').message).toBe('Not "EACCES".');
	});

	it('quotes what was asked for, and what the service says, without secrets and control characters', () => {
		const id = 'sub_\u001b[31m-hunter22';
		const serviceMessage = `No ${id}: "gone"`;
		const refused = problem('notFound', { subject: 'submission', id, serviceMessage });

		expect(apiError(node, refused, 'execution', ['hunter22'])).toMatchObject({
			message: 'There is no submission with the ID "sub_[31m-***" in this workspace.',
			description: expect.stringMatching(
				/workspace\. The service says: "No sub_\[31m-\*\*\*: 'gone'"$/,
			),
		});
	});

	it.each<[Situation, Partial<Problem>]>([
		['notAnId', { id: '<b>x</b>' }],
		['noFormNamed', { id: '<b>x</b>' }],
		['nameNotId', { id: '<b>x</b>' }],
		['redirected', { location: 'https://x.test/<b>' }],
		['severalFormsNamed', { id: 'a, <b>' }],
	])('%s quotes no HTML', (situation, asked) => {
		const { message } = apiError(node, problem(situation, asked), 'execution', []);

		expect(message).toContain('…');
		expect(message).not.toContain('<');
	});

	it('names every form that may be meant', () => {
		const refused = problem('severalFormsNamed', { id: 'frm_1, frm_2' });

		expect(apiError(node, refused, 'execution', []).message).toContain(': frm_1, frm_2.');
	});

	it('contains the status and the situation', () => {
		const error = apiError(node, problem('serviceDown', { status: 503 }), 'execution', []);

		expect(error.httpCode).toBe('503');
		expect(error.context.situation).toBe('serviceDown');
		expect(apiError(node, problem('noConnection'), 'execution', []).httpCode).toBeNull();
	});

	it.each<[Situation, number | undefined, object | undefined]>([
		['keyRefused', 401, { cause: 'credential-invalid' }],
		['paymentRequired', 402, { cause: 'configuration-invalid' }],
		['notPermitted', 403, { cause: 'configuration-invalid' }],
		['notFound', 404, { cause: 'configuration-invalid' }],
		['notThisApi', 404, { cause: 'configuration-invalid' }],
		['notThisApi', 200, { cause: 'temporarily-unavailable' }],
		['redirected', 302, { cause: 'temporarily-unavailable' }],
		['serviceDown', 503, { cause: 'temporarily-unavailable' }],
		['otherSubmission', 200, undefined],
		['orderedDifferently', 200, undefined],
		['unreadableResponse', undefined, { cause: 'temporarily-unavailable' }],
		['notHttps', undefined, { cause: 'temporarily-unavailable' }],
		['certificateOutdated', undefined, { cause: 'temporarily-unavailable' }],
		['certificateUntrusted', undefined, { cause: 'temporarily-unavailable' }],
		['noConnection', undefined, { cause: 'temporarily-unavailable' }],
		['noResponseInTime', undefined, { cause: 'temporarily-unavailable' }],
		['bodyCutShort', undefined, { cause: 'temporarily-unavailable' }],
		['unexpectedStatus', 418, undefined],
	])('tells n8n why it failed: %s, status %p', (situation, status, failure) => {
		const error = apiError(node, problem(situation, { status, retryAfterMs: 5 }), 'execution', []);

		expect(error.failure).toEqual(failure);
	});

	it.each<[Situation, boolean]>([
		['keyRefused', true],
		['notPermitted', true],
		['notFound', true],
		['blockedByN8n', true],
		['redirected', false],
		['serviceDown', false],
		['rateLimited', false],
		['noCursor', false],
	])('says whether only a person can fix it: %s', (situation, needed) => {
		expect(needsPerson(apiError(node, problem(situation), 'execution', []))).toBe(needed);
	});

	it.each([
		[20_000.2, { cause: 'rate-limited', retryAfterMs: 20_001 }],
		[undefined, { cause: 'rate-limited' }],
	])('tells n8n how long to wait for the rate limit: %p', (retryAfterMs, failure) => {
		const refused = problem('rateLimited', { status: 429, retryAfterMs });

		expect(apiError(node, refused, 'execution', []).failure).toEqual(failure);
	});
});

describe('a credential that can’t be used', () => {
	it.each<[CredentialProblem, RegExp, RegExp]>([
		['noBaseUrl', /is empty/, /enter the part before \/v1\/forms .* e\.g\. https:/],
		['notUrl', /not a valid URL/, /e\.g\. https:/],
		['userInfo', /username or password/, /enter it without them/],
		['query', /"\?" or "#"/, /e\.g\. https:/],
		['unprotected', /starts with http:/, /enter an address that starts with https:/],
		['noApiKey', /API key is empty/, /enter a key\. Keys are created/],
	])('%s is explained in two parts, or in one where n8n shows only that', (problem, what, how) => {
		const error = credentialError(node, problem, 'execution');
		const both = `${error.message} ${error.description}`;

		expect(error.message).toMatch(what);
		expect(error.description).toMatch(how);
		expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		expect(credentialError(node, problem, 'publishing')).toMatchObject({ message: both });
		expect(credentialError(tool, problem, 'execution')).toMatchObject({ message: both });
		expect(credentialProblemText(problem)).toBe(both);
	});
});

describe('a caught error', () => {
	it('stays as it is if it is one of n8n’s own', () => {
		const own = inputError(node, 'x');
		const api = apiError(node, problem('notOk'), 'execution', []);

		expect(asNodeError(node, own)).toBe(own);
		expect(asNodeError(node, api)).toBe(api);
	});

	it.each([[new Error('broken')], ['broken']])(
		'becomes one of n8n’s own otherwise: %p',
		(thrown) => {
			expect(asNodeError(node, thrown)).toMatchObject({
				name: 'NodeOperationError',
				message: 'broken',
			});
		},
	);
});

describe('the credential test', () => {
	it.each<[Situation, RegExp]>([
		['keyRefused', /^The service rejected the API key\. Enter a valid key in the credential\./],
		['notPermitted', /forms:read/],
		['notThisApi', /^The response isn't from this API\. Check the base URL in the credential/],
		['serviceDown', /\(status 500\)\. Try again later/],
	])('reports %s in one text', (situation, text) => {
		expect(credentialTestText(situation, 500)).toMatch(text);
	});
});
