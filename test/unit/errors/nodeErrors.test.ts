/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { inspect } from 'util';
import {
	ExpressionError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type NodeApiError,
} from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { connect } from '../../../nodes/FormSubmissions/api/connection';
import { publishing } from '../../../nodes/FormSubmissions/api/timeLimits';
import { createDestination } from '../../../nodes/FormSubmissions/api/destinations';
import { asShown } from '../../../nodes/FormSubmissions/errors/nodeErrors';
import type { Situation } from '../../../nodes/FormSubmissions/errors/situations';
import { getSubmission } from '../../../nodes/FormSubmissions/api/submissions';
import {
	createEmulator,
	READ_SCOPES,
	WRITE_SCOPE,
	type Emulator,
	type Fault,
} from '../../emulator';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { executeContext } from '../../support/n8n';
import { derivedSecret } from '../../support/webhookTrigger';
import { actionContext, runActionOn } from '../../support/world';

const SECRET = 'whsec_0123456789abcdef';
const API_KEY = 'sk_live_fedcba9876543210';

const FORMS = { resource: 'form', operation: 'getAll' };
const SUBMISSIONS = { resource: 'submission', operation: 'getAll' };
const SUBMISSION = {
	resource: 'submission',
	operation: 'get',
	submissionId: { __rl: true, mode: 'id', value: 'sub_missing' },
};

type Parameters = IDataObject;

type Failure = NodeApiError & { situation: Situation };

async function errorOf(work: Promise<unknown>): Promise<Failure> {
	return await work.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: Failure) => error,
	);
}

/** All that a person can read; n8n shows what to do next on a second line. */
function textOf({ message, description }: NodeApiError): string {
	return [message, description].filter(Boolean).join(' ');
}

/** Everything in an error that could be shown, logged, or stored. */
function everythingOf(error: unknown): string {
	const { stack, cause } = error as Error;
	const options = { depth: 10, showHidden: true, getters: true };
	return [
		inspect(error, options),
		inspect(cause, options),
		JSON.stringify(error),
		JSON.stringify(Object.getOwnPropertyDescriptors(error)),
		stack,
	].join('\n');
}

describe('an error', () => {
	let emulator: Emulator;
	let formId: string;

	beforeEach(() => {
		startFakeClock();
		emulator = createEmulator();
		emulator.addKey({ key: API_KEY, scopes: [...READ_SCOPES, WRITE_SCOPE] });
		formId = emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(() => {
		stopFakeClock();
		jest.restoreAllMocks();
		forgetAll();
	});

	const failing = async (parameters: Parameters) =>
		await runClock(errorOf(runActionOn(emulator, { apiKey: API_KEY, parameters })));

	const failingDestination = async () => {
		const context = actionContext(emulator, { apiKey: API_KEY, parameters: {} });
		const connection = await connect(context, publishing());
		const url = 'https://n8n.example.org/webhook/1';
		return await runClock(errorOf(createDestination(connection, { formId, url, secret: SECRET })));
	};

	const formWithId = (value: string) => ({
		...SUBMISSIONS,
		formId: { __rl: true, mode: 'id', value },
	});
	const withCursor = { resource: 'submission', operation: 'getPage', cursor: 'x' };
	const HTML = '<!doctype html><title>Access denied</title>';
	const PLAIN_TEXT = { 'content-type': 'text/plain' };

	type Case = [Situation, Fault, Parameters];

	it.each<Case>([
		['keyRefused', { status: 401 }, FORMS],
		['blockedOnTheWay', { status: 401, body: HTML }, FORMS],
		['paymentRequired', { status: 402 }, SUBMISSIONS],
		['notPermitted', { status: 403 }, SUBMISSIONS],
		['notPermitted', { status: 403, body: '' }, FORMS],
		['blockedOnTheWay', { status: 403, body: HTML }, FORMS],
		['blockedOnTheWay', { status: 403, body: 'Forbidden' }, FORMS],
		['blockedOnTheWay', { status: 407 }, FORMS],
		['notThisApi', { status: 404 }, FORMS],
		['notThisApi', { status: 404 }, SUBMISSIONS],
		['notThisApi', { status: 404, body: HTML }, formWithId('frm_gone')],
		['notThisApi', { status: 404, body: '404 page not found' }, SUBMISSION],
		['noSuchForm', { status: 404 }, formWithId('frm_gone')],
		['noSuchSubmission', { status: 404 }, SUBMISSION],
		['cursorRefused', { status: 404 }, withCursor],
		['cursorRefused', { status: 404, body: '' }, { ...formWithId('frm_gone'), ...withCursor }],
		['cursorRefused', { status: 400 }, withCursor],
		['cursorRefused', { status: 409 }, withCursor],
		['cursorRefused', { status: 410 }, withCursor],
		['cursorRefused', { status: 422, body: 'Unknown cursor' }, withCursor],
		['notThisApi', { status: 404, body: HTML }, withCursor],
		['notThisApi', { status: 400, body: HTML }, withCursor],
		['keyRefused', { status: 401 }, withCursor],
		['badRequest', { status: 400 }, SUBMISSIONS],
		['badRequest', { status: 422 }, FORMS],
		['notThisApi', { status: 400, body: HTML }, SUBMISSIONS],
		['rateLimited', { status: 429 }, FORMS],
		['rateLimited', { status: 429 }, withCursor],
		['serviceDown', { status: 408 }, FORMS],
		['serviceDown', { status: 503 }, FORMS],
		['serviceDown', { status: 503, body: HTML }, withCursor],
		['unexpectedStatus', { status: 418 }, FORMS],
		['unexpectedStatus', { status: 304, body: '' }, FORMS],
		['redirected', { redirect: 'https://else.test/x?token=1#y' }, FORMS],
		['redirected', { status: 302, body: '' }, FORMS],
		['notThisApi', 'html', FORMS],
		['notThisApi', { body: ' <html>' }, FORMS],
		['notThisApi', { status: 200, body: 'Hello', headers: PLAIN_TEXT }, FORMS],
		['bodyCutShort', { body: '' }, FORMS],
		['notOk', { body: '{"ok":false}' }, FORMS],
		['noList', { body: '{"ok":true,"data":{}}' }, FORMS],
		['bodyCutShort', 'reset', FORMS],
		['bodyCutShort', 'cut', FORMS],
		['noResponseInTime', 'hang', FORMS],
	])('says %s after %j', async (situation, fault, parameters) => {
		emulator.failNext(fault, { times: 5 });

		const error = await failing(parameters);

		expect(error).toMatchObject({ situation, context: { itemIndex: 0 } });
		expect(everythingOf(error)).not.toContain(API_KEY);
	});

	it.each<[Situation, Fault]>([
		['mayNotCreate', { status: 403 }],
		['noSuchForm', { status: 404 }],
		['destinationRefused', { status: 422 }],
		['keyRefused', { status: 401 }],
		['destinationUncertain', { status: 503 }],
		['destinationUncertain', 'reset'],
		['destinationUncertain', 'hang'],
		['notOk', { body: '{"ok":false}' }],
		['notThisApi', 'html'],
	])('says %s if a destination can’t be created after %j', async (situation, fault) => {
		emulator.failNext(fault);

		const error = await failingDestination();

		expect(error.situation).toBe(situation);
		expect(everythingOf(error)).not.toContain(API_KEY);
	});

	it.each([formWithId('frm_homepermit'), { ...SUBMISSIONS, limit: 'homepermit' }])(
		'stays in our words, even if they contain what n8n takes for a code: %j',
		async (parameters) => {
			expect((await failing(parameters)).message).toContain('homepermit"');
		},
	);

	describe('quotes the service’s own words', () => {
		it('in quotes after its own sentence', async () => {
			emulator.failNext({ status: 422, body: { error: { message: 'limit must be "small"' } } });

			const error = await failing(SUBMISSIONS);

			expect(error.description).toMatch(
				/and the port\)\. The service says: "limit must be 'small'"$/,
			);
		});

		it.each([404, 407])(
			'as those of the response if the service did not send it: %i',
			async (status) => {
				emulator.failNext({ status, body: { message: 'Who are you?' } });

				const { description } = await failing(FORMS);

				expect(description).toMatch(
					/^(Check|The response isn't).* The response says: "Who are you\?"$/,
				);
			},
		);

		it('up to 300 characters', async () => {
			emulator.failNext({ status: 422, body: { message: 'x'.repeat(900) } });

			expect((await failing(SUBMISSIONS)).description).toMatch(/[^x]x{300}"$/);
		});

		it('without the key or the secret, if the service repeats them', async () => {
			const message = `Bearer ${API_KEY} may not use ${SECRET}`;
			emulator.failNext({ status: 422, body: { message } });

			const error = await failingDestination();

			expect(textOf(error)).toContain('The service says: "Bearer *** may not use ***"');
			expect(everythingOf(error)).not.toContain(API_KEY);
			expect(everythingOf(error)).not.toContain(SECRET);
		});

		it('without a secret that a trigger has derived, whatever was asked', async () => {
			const derived = derivedSecret(API_KEY, { nodeId: 'of a trigger' });
			emulator.failNext({
				status: 422,
				body: { message: `for ${derived.toUpperCase()}: ${derived}` },
			});

			const error = await failing(SUBMISSIONS);

			expect(error.description).toContain('The service says: "for ***: ***"');
			expect(everythingOf(error)).not.toContain(derived);
		});

		it('without the key if it was entered with a space after it', async () => {
			emulator.failNext({ status: 422, body: { message: `Bearer ${API_KEY}.` } });
			const work = runActionOn(emulator, { apiKey: `${API_KEY} `, parameters: FORMS });

			expect(everythingOf(await runClock(errorOf(work)))).not.toContain(API_KEY);
		});

		it('without the key if a redirect contains it', async () => {
			emulator.failNext({ redirect: `https://else.test/${API_KEY}/x` });

			expect(everythingOf(await failing(FORMS))).not.toContain(API_KEY);
		});
	});

	describe('about a request that never arrived', () => {
		it.each<[string, Situation]>([
			['ENOTFOUND', 'hostNotFound'],
			['ECONNREFUSED', 'noConnection'],
			['ECONNABORTED', 'noResponseInTime'],
			['CERT_HAS_EXPIRED', 'certificateOutdated'],
			['CERT_REVOKED', 'certificate'],
			['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateUntrusted'],
			['ERR_STRING_TOO_LONG', 'tooLarge'],
		])('because of %s says %s, and contains nothing of the request', async (code, situation) => {
			emulator.failNext({ code }, { times: 5 });

			const error = await failing(SUBMISSION);

			expect(error.situation).toBe(situation);
			expect(everythingOf(error)).not.toContain(API_KEY);
		});

		it('that has itself as its cause is one without a connection', async () => {
			const { error } = await failingHelper(() => {
				const thrown = new Error('Something');
				return Object.assign(thrown, { cause: thrown });
			});

			expect(error.situation).toBe('noConnection');
		});

		/** The error where n8n's request helper throws, and how often it was called. */
		async function failingHelper(thrown: (node: INode) => Error) {
			const context = actionContext(emulator, { apiKey: API_KEY, parameters: {} });
			const request = jest.fn().mockRejectedValue(thrown(context.getNode()));
			context.helpers.httpRequestWithAuthentication = request;
			const error = await runClock(errorOf(getSubmission(await connect(context), 'sub_1')));
			return { error, calls: request.mock.calls.length };
		}

		it('because n8n has no credential for it, is n8n’s own and is not retried', async () => {
			const { error, calls } = await failingHelper(
				(node) => new NodeOperationError(node, 'Credentials not found'),
			);

			expect([textOf(error), calls]).toEqual(['Credentials not found', 1]);
		});

		it.each<[string, string, Situation]>([
			['n8n forbids it', 'The request was blocked: SSRF', 'blockedByN8n'],
			['the response is too large', 'Invalid string length', 'tooLarge'],
		])('because %s is not made again: nothing would change', async (_why, message, situation) => {
			const { error, calls } = await failingHelper(() => new Error(message));

			expect([error.situation, calls]).toEqual([situation, 1]);
		});
	});

	it('of n8n that has no message says something all the same', () => {
		const node = actionContext(emulator, { apiKey: API_KEY, parameters: {} }).getNode();

		expect(asShown(node, new ExpressionError(''), {}).message).toMatch(/^Something unexpected/);
	});

	describe('before anything is sent', () => {
		it.each([
			[{ apiKey: '  ' }, /API key is empty\. In the credential, enter/],
			[{ apiKey: API_KEY, baseUrl: '' }, /base URL is empty\. In the credential, enter/],
			[{ apiKey: API_KEY, baseUrl: 'http://api.example.com' }, /starts with http:\/\//],
		])('names the field in the credential: %j', async (credential, text) => {
			const context = executeContext({ kind: 'formSubmissions', parameters: {}, credential });

			const error = await errorOf(connect(context));

			expect(textOf(error)).toMatch(text);
			expect(everythingOf(error)).not.toContain(API_KEY);
		});
	});

	it('leaves no key or secret in the log either', async () => {
		const context = actionContext(emulator, { apiKey: API_KEY, parameters: {} });
		const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
			jest.spyOn(context.logger, level),
		);
		const message = `${API_KEY} ${SECRET}`;
		const headers = { 'retry-after': '20' };
		emulator.failNext({ status: 429, headers, body: { message } }, { times: 5 });
		const connection = await connect(context);
		const url = 'https://n8n.example.org/webhook/1';

		await runClock(errorOf(createDestination(connection, { formId, url, secret: SECRET })));

		const lines = inspect(
			logged.map(({ mock }) => mock.calls),
			{ depth: 10 },
		);
		expect(lines).toContain('continuing in');
		expect(lines).not.toContain(API_KEY);
		expect(lines).not.toContain(SECRET);
	});
});
