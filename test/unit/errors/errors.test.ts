/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { inspect } from 'util';
import { NodeOperationError, type IDataObject, type NodeApiError } from 'n8n-workflow';

import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import { connect, PUBLISHING } from '../../../nodes/FormSubmissions/api/connection';
import { createDestination } from '../../../nodes/FormSubmissions/api/destinations';
import { isSituation, type Situation } from '../../../nodes/FormSubmissions/errors';
import { getSubmission } from '../../../nodes/FormSubmissions/api/submissions';
import {
	createEmulator,
	READ_SCOPES,
	WRITE_SCOPE,
	type Emulator,
	type Fault,
} from '../../emulator';
import { brokenRequest } from '../../support/edge';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { executeContext } from '../../support/n8n';
import { edgeContext, runActionAtEdge } from '../../support/world';

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

async function errorOf(work: Promise<unknown>): Promise<NodeApiError> {
	return await work.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: NodeApiError) => error,
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
		await runClock(errorOf(runActionAtEdge(emulator, { apiKey: API_KEY, parameters })));

	const failingDestination = async () => {
		const context = edgeContext(emulator, { apiKey: API_KEY, parameters: {} });
		const connection = await connect(context, PUBLISHING);
		const url = 'https://n8n.example.org/webhook/1';
		return await runClock(errorOf(createDestination(connection, { formId, url, secret: SECRET })));
	};

	type Case = [Situation, Fault, Parameters, RegExp];

	const LATER =
		/status 503.* 5 times to https:\/\/api\.forms\.test\..* Try again later.* come from that proxy\./;
	const NOT_OK = /couldn't list the forms\. Try again later/;
	const READ_SUBMISSIONS =
		/permission to read submissions\. In the credential, enter a key with the permission submissions:read\./;

	describe('says what happened and what to do next', () => {
		it.each<Case>([
			[
				'keyRefused',
				{ status: 401 },
				FORMS,
				/rejected the API key\. Enter a valid key in the credential/,
			],
			['paymentRequired', { status: 402 }, SUBMISSIONS, /workspace's plan may not.*Check the plan/],
			[
				'notPermitted',
				{ status: 403 },
				FORMS,
				/to read forms\. In the credential, enter a key with the permission forms:read\./,
			],
			['notPermitted', { status: 403 }, SUBMISSIONS, READ_SUBMISSIONS],
			[
				'notFound',
				{ status: 404 },
				FORMS,
				/isn't from this API\..* Check the base URL.* before \/v1\/forms/,
			],
			['notFound', { status: 404 }, SUBMISSIONS, /isn't from this API\..* Check the base URL/],
			[
				'notFound',
				{ status: 404 },
				SUBMISSION,
				/no submission.*"sub_missing".*Check the ID: IDs look like sub_… and are returned by Get Many/,
			],
			['notThisApi', { status: 404, body: '<html></html>' }, SUBMISSION, /Check the base URL/],
			[
				'blockedOnTheWay',
				{ status: 403, body: '<!doctype html><title>Access denied</title>' },
				FORMS,
				/may have been blocked on its way.*status 403.*let requests from this n8n instance through\.$/,
			],
			[
				'blockedOnTheWay',
				{ status: 401, body: '<html><title>401 Authorization Required</title></html>' },
				FORMS,
				/blocked on its way.*status 401.*made to https:.*asks for a login.*key may be fine.*base URL/,
			],
			['badRequest', { status: 400 }, SUBMISSIONS, /Check the values of this node's parameters/],
			['badRequest', { status: 400 }, FORMS, /request\. Check the base URL.* and the port/],
			[
				'notThisApi',
				{ status: 400, body: '<html><title>400 The plain HTTP request …</title></html>' },
				SUBMISSIONS,
				/isn't from this API\..*made to https:.* Check the base URL/,
			],
			['rateLimited', { status: 429 }, FORMS, /Wait a minute, then try again.*key of its own/],
			['serviceDown', { status: 503 }, FORMS, LATER],
			[
				'unexpectedStatus',
				{ status: 418 },
				FORMS,
				/\(418\)\. The request was made to https:.* Check the base/,
			],
			['unexpectedStatus', { status: 304, body: '' }, FORMS, /unexpected status \(304\)\./],
			[
				'redirected',
				{ redirect: 'https://else.test/x?token=1#y' },
				FORMS,
				/\(https:\/\/else\.test\/x\).*enter it as the base URL/,
			],
			['redirected', { status: 302, body: '' }, FORMS, /to another address\. /],
			['notThisApi', 'html', FORMS, /API\. The request was made to https:.* Check the base URL/],
			['notOk', { body: '{"ok":false}' }, FORMS, NOT_OK],
			['noData', { body: '{"ok":true}' }, FORMS, /contain a list of .*Try again/],
			['notThisApi', { body: '{"hello":"world"}' }, FORMS, /made to https:.* Check the base URL/],
			['noData', { body: '{"ok":true,"data":{}}' }, FORMS, /doesn't contain a list/],
			['noData', { body: '{"ok":true,"data":[1]}' }, FORMS, /doesn't contain a list/],
			['noData', { body: '{"ok":true,"data":[{"id":""}]}' }, FORMS, /doesn't contain a list/],
			['noData', { body: '{"ok":true}' }, SUBMISSIONS, /contain a list of .*Try again/],
			[
				'noData',
				{ body: '{"ok":true,"data":{}}' },
				SUBMISSION,
				/contain a submission.*check the base URL/,
			],
			[
				'noPagination',
				{ body: '{"ok":true,"data":[]}' },
				SUBMISSIONS,
				/are more submissions.*Try again/,
			],
			['bodyCutShort', 'reset', FORMS, /lost before the full response.*check the base URL/],
			['noResponseInTime', 'hang', FORMS, /respond in time.*5 times.*Try again later/],
			['bodyCutShort', 'cut', FORMS, /was lost.*made 5 times.*Try again/],
		])('%s: %j', async (situation, fault, parameters, text) => {
			emulator.failNext(fault, { times: 5 });

			const error = await failing(parameters);

			expect(textOf(error)).toMatch(text);
			expect(isSituation(error, situation)).toBe(true);
			expect(error.context.itemIndex).toBe(0);
			expect(everythingOf(error)).not.toContain(API_KEY);
		});

		it('for a form that no longer exists', async () => {
			const error = await failing({
				...SUBMISSIONS,
				formId: { __rl: true, mode: 'id', value: 'frm_gone' },
			});

			expect(textOf(error)).toMatch(/no such form in this workspace\. Choose the form/);
		});
	});

	describe('quotes the service’s own words', () => {
		it('in quotes after its own sentence', async () => {
			emulator.failNext({ status: 422, body: { error: { message: 'limit must be "small"' } } });

			const error = await failing(SUBMISSIONS);

			expect(error.description).toMatch(
				/this node's parameters\. The service says: "limit must be 'small'"$/,
			);
		});

		it('up to 300 characters', async () => {
			emulator.failNext({ status: 422, body: { message: 'x'.repeat(900) } });

			expect((await failing(SUBMISSIONS)).description).toMatch(/[^x]x{300}"$/);
		});

		it('but no HTML, and nothing that a terminal or an editor obeys', async () => {
			emulator.failNext({ status: 422, body: { message: 'Not <b>allowed</b>' } });
			expect(textOf(await failing(SUBMISSIONS))).not.toContain('The service says');

			emulator.failNext({ status: 422, body: { message: '\u001b[31mNo\u202e!' } });
			expect(textOf(await failing(SUBMISSIONS))).toMatch(/The service says: "\[31mNo!"$/);
		});

		it('without the key or the secret, if the service repeats them', async () => {
			const message = `Bearer ${API_KEY} may not use ${SECRET}`;
			emulator.failNext({ status: 422, body: { message } });

			const error = await failingDestination();

			expect(textOf(error)).toContain('The service says: "Bearer *** may not use ***"');
			expect(everythingOf(error)).not.toContain(API_KEY);
			expect(everythingOf(error)).not.toContain(SECRET);
		});

		it('without the key if it was entered with a space after it', async () => {
			emulator.failNext({ status: 422, body: { message: `Bearer ${API_KEY}.` } });
			const work = runActionAtEdge(emulator, { apiKey: `${API_KEY} `, parameters: FORMS });

			expect(everythingOf(await runClock(errorOf(work)))).not.toContain(API_KEY);
		});

		it('without the key if a redirect contains it', async () => {
			emulator.failNext({ redirect: `https://else.test/${API_KEY}/x` });

			expect(everythingOf(await failing(FORMS))).not.toContain(API_KEY);
		});
	});

	describe('about a request that never arrived', () => {
		it.each([
			['ENOTFOUND', /No server was found.*5 times to https:.*typo/],
			['ECONNREFUSED', /could not be reached/],
			['ECONNRESET', /connection was lost/],
			['ECONNABORTED', /didn't respond in time/],
			['CERT_HAS_EXPIRED', /certificate has expired/],
			['CERT_REVOKED', /certificate isn't valid or is for another address/],
		])('explains %s, and contains nothing of the request', async (code, text) => {
			const context = edgeContext(emulator, { apiKey: API_KEY, parameters: {} });
			const request = jest.fn(async (_type: string, options: object) => {
				throw brokenRequest(context, options as never, API_KEY, code);
			});
			context.helpers.httpRequestWithAuthentication = request;
			const connection = await connect(context);

			const error = await runClock(errorOf(getSubmission(connection, 'sub_1')));

			expect(textOf(error)).toMatch(text);
			expect(everythingOf(error)).not.toContain(API_KEY);
		});

		it('because n8n has no credential for it, is n8n’s own and is not retried', async () => {
			const context = edgeContext(emulator, { apiKey: API_KEY, parameters: {} });
			const thrown = new NodeOperationError(context.getNode(), 'Credentials not found');
			const request = jest.fn().mockRejectedValue(thrown);
			context.helpers.httpRequestWithAuthentication = request;

			const error = await runClock(errorOf(getSubmission(await connect(context), 'sub_1')));

			expect(textOf(error)).toBe('Credentials not found');
			expect(request).toHaveBeenCalledTimes(1);
		});

		it('because n8n forbids it, names that protection', async () => {
			const context = edgeContext(emulator, { apiKey: API_KEY, parameters: {} });
			const request = jest.fn().mockRejectedValue(new Error('The request was blocked: SSRF'));
			context.helpers.httpRequestWithAuthentication = request;

			const error = await runClock(errorOf(getSubmission(await connect(context), 'sub_1')));

			expect(textOf(error)).toMatch(
				/doesn't allow requests to the host of the base URL\..*Ask the person.*allow that host/,
			);
		});
	});

	describe('before anything is sent', () => {
		it.each([
			[{ apiKey: '' }, /API key is empty\. In the credential, enter/],
			[{ apiKey: '  ' }, /API key is empty/],
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
		const context = edgeContext(emulator, { apiKey: API_KEY, parameters: {} });
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
