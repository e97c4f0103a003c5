import type { INode } from 'n8n-workflow';

import { readerOf } from '../../../nodes/FormSubmissions/errors/audience';
import {
	apiError,
	asNodeError,
	credentialError,
	inputError,
	isAboutKey,
	isSituation,
	isTemporary,
	type Audience,
	type Problem,
	type Situation,
	type Subject,
} from '../../../nodes/FormSubmissions/errors/errors';
import {
	credentialTestText,
	credentialText,
	type CredentialProblem,
} from '../../../nodes/FormSubmissions/errors/credentialTexts';
import { SITUATIONS } from '../../../nodes/FormSubmissions/errors/situations';
import { SUBJECT_WORDS } from '../../../nodes/FormSubmissions/errors/subjects';

const node: INode = {
	id: '1',
	name: 'Form Submissions',
	type: 'n8n-nodes-form-submissions.formSubmissions',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const problem = (situation: Situation, rest: Partial<Problem> = {}): Problem => ({
	situation,
	subject: 'forms',
	...rest,
});

const SUBJECTS = Object.keys(SUBJECT_WORDS) as Subject[];
const EVERY = (Object.keys(SITUATIONS) as Situation[]).flatMap((situation) =>
	SUBJECTS.map((subject) => [situation, subject] as const),
);

/** What a problem can be about. */
const ASKED = { id: 'x', location: 'x', baseUrl: 'https://x' };

const shown = (situation: Situation, subject: Subject, audience: Audience, attempts = 1) =>
	apiError(node, { situation, subject, status: 500, ...ASKED, attempts }, audience, []);

const whole = (...told: Parameters<typeof shown>) => {
	const { message, description } = shown(...told);
	return [message, description].filter(Boolean).join(' ');
};

describe('an error of a request', () => {
	it.each(EVERY)(
		'%s about %s says what happened and what to do in two parts, and nothing of a single attempt',
		(situation, subject) => {
			for (const audience of ['execution', 'list'] as const) {
				const { message, description } = shown(situation, subject, audience);

				expect(message).toMatch(/^[A-Z][^.]*(\.[^ ][^.]*)*\.$/);
				expect(message.length).toBeLessThanOrEqual(100);
				expect(description).toMatch(/^[A-Z].*\.$/);
				expect(`${message}${description}`).not.toMatch(
					/undefined| {2}|Form Submissions API|times|tries|attempts/,
				);
			}
		},
	);

	it.each(EVERY)(
		'%s about %s is all in the message where n8n shows only that',
		(situation, subject) => {
			for (const audience of ['publishing', 'model'] as const) {
				const { message, description } = shown(situation, subject, audience);

				expect(message).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
				expect(description ?? undefined).toBeUndefined();
				expect(message).not.toMatch(/run (it|the workflow) again|undefined| {2}/i);
			}
		},
	);

	it.each(['serviceDown', 'noConnection', 'noResponseInTime', 'bodyCutShort'] as const)(
		'%s says how often and to which address the request was made, but not the address to a model',
		(situation) => {
			expect(whole(situation, 'forms', 'execution', 5)).toContain('made 5 times to https://x. ');
			expect(whole(situation, 'forms', 'list')).toContain('The request was made to https://x. ');
			expect(whole(situation, 'forms', 'model', 2)).toContain('The request was made 2 times. ');
		},
	);

	it('redacts a secret that was entered in the base URL', () => {
		const told = problem('serviceDown', { status: 502, baseUrl: 'https://x/hunter22' });

		const { description } = apiError(node, told, 'execution', ['hunter22']);
		expect(description).toMatch(/^The request was made to https:\/\/x\/\*{3}\. If the base URL/);
	});

	it.each(EVERY.filter(([, subject]) => subject !== 'destination'))(
		'%s about %s tells a model nothing that only a person at the editor can do',
		(situation, subject) => {
			expect(whole(situation, subject, 'model')).not.toMatch(
				/from the list|open the (list|credential)|date picker|fields of this node|this node/i,
			);
		},
	);

	it.each<[Audience, RegExp]>([
		['execution', /Run the workflow again later/],
		['list', /Open the list again later/],
		['publishing', /Publish \(activate\) the workflow again later/],
		['credential', /Test the credential again later/],
		['model', /Call this tool again later/],
	])('tells how to try again in %s', (audience, text) => {
		expect(whole('noResponseInTime', 'forms', audience)).toMatch(text);
	});

	it('is worded for a model, which has no list to choose from', () => {
		expect(whole('notAnId', 'submission', 'execution')).toMatch(/from the list/);
		expect(whole('notAnId', 'submission', 'model')).toMatch(/Get Many/);
		expect(whole('serviceDown', 'forms', 'model')).not.toMatch(/base URL/);
	});

	it('keeps its words where n8n finds one of its codes in them', () => {
		const { message } = apiError(node, problem('noFormNamed', { id: 'Eperm' }), 'execution', []);

		expect(message).toContain('"Eperm"');
		expect(inputError(node, 'Not "EACCES".').message).toBe('Not "EACCES".');
	});

	it('quotes what was asked for, and what the service says, without secrets and control characters', () => {
		const id = 'sub_\u001b[31m-hunter22';
		const serviceMessage = `No ${id}: "gone"`;
		const told = problem('notFound', { subject: 'submission', id, serviceMessage });

		expect(apiError(node, told, 'execution', ['hunter22'])).toMatchObject({
			message: 'There is no submission with the ID "sub_[31m-***" in this workspace.',
			description: expect.stringMatching(
				/fetched\. The service says: "No sub_\[31m-\*\*\*: 'gone'"$/,
			),
		});
	});

	it.each<[Situation, Partial<Problem>]>([
		['notAnId', { id: '<b>x</b>' }],
		['noFormNamed', { id: '<b>x</b>' }],
		['redirected', { location: 'https://x.test/<b>' }],
		['severalFormsNamed', { id: 'a, <b>' }],
	])('%s quotes no HTML', (situation, asked) => {
		const { message } = apiError(node, problem(situation, asked), 'execution', []);

		expect(message).toContain('…');
		expect(message).not.toContain('<');
	});

	it('names every form that may be meant', () => {
		const told = problem('severalFormsNamed', { id: 'frm_1, frm_2' });

		expect(apiError(node, told, 'execution', []).message).toContain(': frm_1, frm_2.');
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
		['redirected', 302, { cause: 'configuration-invalid' }],
		['serviceDown', 503, { cause: 'temporarily-unavailable' }],
		['noTurn', undefined, { cause: 'temporarily-unavailable' }],
		['otherSubmission', 200, undefined],
		['orderedDifferently', 200, undefined],
		['noConnection', undefined, { cause: 'temporarily-unavailable' }],
		['noResponseInTime', undefined, { cause: 'temporarily-unavailable' }],
		['bodyCutShort', undefined, { cause: 'temporarily-unavailable' }],
		['unexpectedStatus', 418, undefined],
	])('tells n8n why it failed: %s, status %p', (situation, status, failure) => {
		const error = apiError(node, problem(situation, { status, retryAfterMs: 5 }), 'execution', []);

		expect(error.failure).toEqual(failure);
	});

	it('of a wait for another response may pass, and says nothing about what was requested', () => {
		const error = apiError(node, problem('noTurn'), 'execution', []);

		expect([isTemporary(error), isAboutKey(error)]).toEqual([true, true]);
		expect(isSituation(error, 'rateLimited')).toBe(false);
	});

	it.each([
		[20_000.2, { cause: 'rate-limited', retryAfterMs: 20_001 }],
		[undefined, { cause: 'rate-limited' }],
	])('tells n8n how long to wait for the rate limit: %p', (retryAfterMs, failure) => {
		const told = problem('rateLimited', { status: 429, retryAfterMs });

		expect(apiError(node, told, 'execution', []).failure).toEqual(failure);
	});
});

describe('a credential that can’t be used', () => {
	it('is reported in two parts where n8n shows both, or all in the message', () => {
		const shown = credentialError(node, 'noApiKey', 'execution');
		const { message, description } = credentialText('noApiKey', 'publishing');

		expect(shown).toMatchObject(credentialText('noApiKey', 'execution'));
		expect(shown.failure).toEqual({ cause: 'configuration-invalid' });
		expect(credentialError(node, 'noApiKey', 'publishing')).toMatchObject({
			message: `${message} ${description}`,
			description: undefined,
		});
	});

	it.each<[CredentialProblem, RegExp, RegExp]>([
		['noBaseUrl', /is empty/, /nter the address of the service's API, e\.g\. https:/],
		['notUrl', /not a valid URL/, /e\.g\. https:/],
		['userInfo', /username or password/, /nter it without them/],
		['query', /"\?" or "#"/, /e\.g\. https:/],
		['unprotected', /starts with http:/, /nter an address that starts with https:/],
		['noApiKey', /API key is empty/, /nter a key\. Keys are created/],
	])('%s is explained to each reader', (problem, message, advice) => {
		for (const audience of ['execution', 'list', 'publishing', 'credential', 'model'] as const) {
			const text = credentialText(problem, audience);

			expect(text.message).toMatch(message);
			expect(text.description).toMatch(advice);
			expect(text.description).toMatch(/^[A-Z].*\.$/);
		}
		expect(credentialText(problem, 'execution').description).toMatch(/^Open the credential of/);
		expect(credentialText(problem, 'credential').description).not.toMatch(/open/i);
		expect(credentialText(problem, 'model').description).toMatch(/^Ask the person who set up/);
	});
});

describe('the reader of an error', () => {
	it('is a model if n8n runs the node as its tool', () => {
		const tool = { ...node, type: `${node.type}Tool` };

		expect(readerOf(tool, 'execution')).toBe('model');
		expect(readerOf(tool, 'list')).toBe('list');
		expect(readerOf(node, 'execution')).toBe('execution');
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
		['keyRefused', /^The service rejected the API key\. Enter a valid key\./],
		['notPermitted', /forms:read/],
		['notThisApi', /^The response isn't from this API\. Check the base URL in this credential/],
		['rateLimited', /then test the credential again/],
		['serviceDown', /\(status 500\)\. If the base URL in this credential is right, test/],
	])('reports %s in one text, and doesn’t say to open the credential', (situation, text) => {
		expect(credentialTestText(situation, 500)).toMatch(text);
		expect(credentialTestText(situation, 500)).not.toMatch(/of this node|Open the credential/);
	});
});
