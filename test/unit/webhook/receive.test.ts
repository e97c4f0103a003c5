import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { deriveSecret } from '../../../nodes/FormSubmissions/api/connection';
import { secretPurpose } from '../../../nodes/FormSubmissions/webhook/secrets';
import { createEmulator, type Delivery, type Emulator, type Form } from '../../../emulator';
import {
	hookContext,
	webhookContext,
	type NodeSetup,
	type ReceivedRequest,
} from '../../support/n8n';
import { BASE_URL } from '../../support/network';

const SECRET = 'f'.repeat(64);
const API_KEY = 'key_of_the_credential';
const URL_OF_TRIGGER = 'https://n8n.example.org/webhook/1';
const FIVE_MINUTES = 5 * 60_000;

let nowMs = Date.UTC(2026, 0, 31, 9);
let emulator: Emulator;
let form: Form;
let nodeId = 'node0';
let nodes = 0;

beforeEach(() => {
	nowMs = Date.UTC(2026, 0, 31, 9);
	jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
	emulator = createEmulator({ now: () => nowMs });
	form = emulator.addForm({ name: 'Contact' });
	// Accepted deliveries are remembered for the life of the process.
	nodeId = `node${++nodes}`;
});

afterEach(() => jest.restoreAllMocks());

/** The static data of a workflow whose trigger registered these secrets, by revision. */
function registered(secrets: Record<number, string> = { 1: SECRET }, baseUrl = BASE_URL) {
	const registrations = Object.entries(secrets).map(([revision, secret]) => ({
		formId: form.id,
		url: URL_OF_TRIGGER,
		baseUrl,
		revision: Number(revision),
		secret,
	}));
	const state = { nodeId, counter: 1, value: { registrations } };
	return { global: { [nodeId]: state } } as IDataObject;
}

function trigger(parameters: IDataObject = {}, changes: Partial<NodeSetup> = {}): NodeSetup {
	return {
		kind: 'formSubmissionsTrigger',
		parameters: { formId: { __rl: true, mode: 'list', value: form.id }, ...parameters },
		credential: { apiKey: API_KEY, webhookSecret: 'secret of the dashboard' },
		nodeId,
		staticData: registered(),
		...changes,
	};
}

const derivedSecret = (apiKey: string, baseUrl: string, revision = 1) =>
	deriveSecret(apiKey, secretPurpose(hookContext(trigger()), { baseUrl, revision }));

/** A delivery as Express passes it on: lower-case names, and the bytes next to the parsed body. */
function asReceived({ headers, body }: Pick<Delivery, 'headers' | 'body'>): ReceivedRequest {
	return { headers: Object.fromEntries(new Headers(headers)), rawBody: Buffer.from(body) };
}

const submissionOf = (
	data: Record<string, unknown> = { email: 'visitor@example.org' },
	id?: string,
) => emulator.addSubmission({ formId: form.id, data, id });

function deliveryOf(
	submission = submissionOf(),
	overrides?: Parameters<Emulator['buildDelivery']>[2],
): ReceivedRequest {
	return asReceived(
		emulator.buildDelivery(submission, { url: URL_OF_TRIGGER, secret: SECRET }, overrides),
	);
}

const signedBody = (body: unknown, secret = SECRET) =>
	deliveryOf(undefined, { secret, body: typeof body === 'string' ? body : JSON.stringify(body) });

async function receive(
	request: ReceivedRequest,
	setup: NodeSetup = trigger(),
	mode: 'webhook' | 'manual' = 'webhook',
) {
	const made = webhookContext(setup, request, mode);
	const logged = (level: 'info' | 'warn') => {
		const spy = jest.spyOn(made.context.logger, level).mockReturnValue(undefined);
		spy.mockClear();
		return spy.mock.calls;
	};
	const warnings = logged('warn');
	const infos = logged('info');
	const result: IWebhookResponseData = await new FormSubmissionsTrigger().webhook.call(
		made.context,
	);
	const runs = result.workflowData !== undefined;
	return {
		...made,
		result,
		runs,
		warnings,
		infos,
		json: result.workflowData?.[0]?.[0]?.json,
		/** n8n has stored the execution, or failed to, and responds. */
		n8nAnswers: (status = 200) => made.response.status(status).json({}),
	};
}

type Received = Awaited<ReturnType<typeof receive>>;

/** The response without a run: status and JSON. */
const answered = ({ response, result }: Received) => {
	expect(result).toEqual({ noWebhookResponse: true });
	expect(response.isEnded).toBe(true);
	return [response.statusCode, response.body];
};

describe('a genuine delivery', () => {
	it('runs the workflow with one flat row, and n8n responds with short JSON', async () => {
		const submission = submissionOf({ email: 'visitor@example.org', name: 'Zażółć 🦊' });

		const { result, response } = await receive(deliveryOf(submission));

		expect(result).toEqual({
			workflowData: [
				[
					{
						json: {
							id: submission.id,
							formId: form.id,
							formName: 'Contact',
							submittedAt: submission.meta.submittedAt,
							spamScore: 0,
							email: 'visitor@example.org',
							name: 'Zażółć 🦊',
						},
					},
				],
			],
			webhookResponse: { received: true },
		});
		expect(response.isEnded).toBe(false);
	});

	it('runs it with the JSON as received when Simplify is off', async () => {
		const request = deliveryOf();

		const { json } = await receive(request, trigger({ simplify: false }));

		expect(json).toEqual(JSON.parse(String(request.rawBody)));
	});

	it('is verified by its bytes, not by JSON that was parsed and serialized again', async () => {
		const { id } = submissionOf();
		const body = `{ "event":"submission.created",\n "submission" : {"id":"${id}","spamScore":1.0} }`;

		expect((await receive(signedBody(body))).runs).toBe(true);
	});

	it('may begin with a byte order mark, which is signed and not part of the JSON', async () => {
		const { id } = submissionOf();
		const body = `\uFEFF{"event":"submission.created","submission":{"id":"${id}"}}`;

		const { json } = await receive(signedBody(body));

		expect(json).toMatchObject({ id });
	});

	it('is read even if n8n has not read the body, as with an unknown content type', async () => {
		const { headers, rawBody } = deliveryOf();
		const request = {
			headers: { ...headers, 'content-type': 'application/octet-stream' },
			unreadBody: rawBody,
		};

		expect((await receive(request)).runs).toBe(true);
	});

	it('may have 16 MB', async () => {
		const submission = submissionOf({ text: 'x'.repeat(16 * 1024 * 1024 - 500) });

		const { json } = await receive(deliveryOf(submission));

		expect(json).toMatchObject({ id: submission.id });
	});

	it('reads the credential once a minute, however many deliveries there are', async () => {
		const setup = trigger();
		const reads: number[] = [];
		for (let second = 0; second < 120; second++) {
			const { credentialStore, runs } = await receive(deliveryOf(), setup);
			expect(runs).toBe(true);
			reads.push(credentialStore.reads);
			nowMs += 1_000;
		}

		expect(reads.filter((count) => count > 0)).toHaveLength(2);
	});

	it('arriving six times at once reads the credential once', async () => {
		const received = await Promise.all(Array.from({ length: 6 }, () => receive(deliveryOf())));

		expect(received.map(({ runs }) => runs)).toEqual(Array(6).fill(true));
		const reads = received.map(({ credentialStore }) => credentialStore.reads);
		expect(reads.reduce((sum, count) => sum + count)).toBe(1);
	});
});

describe('a delivery that is refused', () => {
	type Refusal = [string, string, () => ReceivedRequest];

	it.each<Refusal>([
		[
			'without a signature',
			'the signature headers are missing',
			() => deliveryOf(undefined, { secret: null }),
		],
		[
			'with another secret',
			'the signature does not match',
			() => deliveryOf(undefined, { secret: 'another' }),
		],
		[
			'that is too old',
			'the timestamp is more than five minutes old',
			() => deliveryOf(undefined, { timestamp: nowMs - FIVE_MINUTES - 1 }),
		],
	])(
		'(%s) gets 401 with the reason, runs nothing, and is logged once',
		async (_how, reason, make) => {
			const received = await receive(make());

			expect(answered(received)).toEqual([401, { error: `Not accepted: ${reason}` }]);
			expect(received.warnings).toHaveLength(1);
			expect(String(received.warnings[0]?.[0])).toContain(reason);
		},
	);

	it('leaves neither its content nor a secret in the log or the response', async () => {
		const request = deliveryOf(submissionOf({ note: 'private words' }), { secret: 'guessed' });
		const received = await receive(request);

		const said = JSON.stringify([received.warnings, received.response.body]);
		for (const word of [SECRET, API_KEY, 'guessed', 'private words', 'sha256=']) {
			expect(said).not.toContain(word);
		}
	});

	it.each<[string, string, RegExp]>([
		['automatic', 'another', /older destination with this trigger's address.*'Register Again'/],
		['manual', 'another', /compare 'Webhook Secret' .* with the destination's secret/],
	])(
		'(%s registration) is logged with workflow, node, and what to compare',
		async (registration, secret, advice) => {
			const setup = trigger({ registration }, { nodeName: 'On new lead', workflowId: 'wf-17' });

			const { warnings } = await receive(deliveryOf(undefined, { secret }), setup);

			const [message] = warnings[0] ?? [];
			expect(message).toMatch(/node "On new lead" in workflow "Test" \(wf-17\)/);
			expect(message).toMatch(/signature does not match\. If the service sent it, /);
			expect(message).toMatch(advice);
		},
	);

	it('because of its time is logged with the local time, to compare', async () => {
		const late = deliveryOf(undefined, { timestamp: nowMs - FIVE_MINUTES - 1 });

		const { warnings } = await receive(late);

		expect(String(warnings[0]?.[0])).toContain("this machine's clock (2026-01-31T09:00:00.000Z)");
	});

	it('is not parsed', async () => {
		const parse = jest.spyOn(JSON, 'parse');
		const request = deliveryOf(undefined, { secret: 'another' });
		parse.mockClear();

		await receive(request);

		const body = String(request.rawBody);
		expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
	});

	it('does not make the genuine one count as repeated', async () => {
		const submission = submissionOf();
		await receive(deliveryOf(submission, { secret: 'another' }));

		expect((await receive(deliveryOf(submission))).runs).toBe(true);
	});

	it('does not change the stored state', async () => {
		const setup = trigger();
		const before = JSON.stringify(setup.staticData);

		await receive(deliveryOf(undefined, { secret: 'another' }), setup);

		expect(JSON.stringify(setup.staticData)).toBe(before);
	});
});

describe('a request from an unknown sender', () => {
	/** Receives a request whose body n8n has not read, and reads with this. */
	async function receiveUnread(headers: ReceivedRequest['headers'], readRawBody: jest.Mock) {
		const made = webhookContext(trigger(), { headers });
		Object.assign(made.context.getRequestObject(), { readRawBody });
		const result = await new FormSubmissionsTrigger().webhook.call(made.context);
		return { ...made, result };
	}

	it('is refused unread if it is not signed, without reading the credential', async () => {
		const readRawBody = jest.fn();

		const { response, credentialStore } = await receiveUnread({}, readRawBody);

		expect(response.statusCode).toBe(401);
		expect(readRawBody).not.toHaveBeenCalled();
		expect(credentialStore.reads).toBe(0);
	});

	it.each([
		['that n8n has consumed (multipart)', new Error('Request body stream was aborted')],
		['that is too large', Object.assign(new Error('request entity too large'), { status: 413 })],
		['of no bytes at all', undefined],
	])('with a body %s is refused, although it is signed', async (_which, thrown) => {
		const readRawBody = jest.fn(async () => (thrown ? await Promise.reject(thrown) : undefined));

		const { result, response } = await receiveUnread(deliveryOf().headers, readRawBody);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(response).toMatchObject({
			statusCode: 401,
			body: { error: 'Not accepted: the body could not be read' },
		});
	});

	it('gets 503, to be sent again, if a setting cannot be read, and nothing is thrown', async () => {
		const broken = trigger({ options: { revision: 'second' } });

		const received = await receive(deliveryOf(), broken);

		expect(answered(received)).toEqual([503, { error: expect.stringContaining('try again') }]);
	});

	it('gets 503 while the credential cannot be read, and 200 as soon as it can', async () => {
		const made = webhookContext(trigger(), deliveryOf());
		const error = jest.spyOn(made.context.logger, 'error').mockReturnValue(undefined);
		jest.spyOn(made.context, 'getCredentials').mockRejectedValue(new Error('database is locked'));

		const result = await new FormSubmissionsTrigger().webhook.call(made.context);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(made.response.statusCode).toBe(503);
		expect(String(error.mock.calls[0]?.[0])).toContain('database is locked');
		expect((await receive(deliveryOf())).runs).toBe(true);
	});
});

describe('a previous service', () => {
	const NEW_URL = 'https://api.new.test';
	const withOther = (baseUrl: unknown, staticData = registered()) =>
		trigger({}, { staticData, credential: { apiKey: API_KEY, baseUrl } });

	it('can no longer sign, after a minute at the latest, once the credential names another', async () => {
		const staticData = registered();
		expect((await receive(deliveryOf(), trigger({}, { staticData }))).runs).toBe(true);
		nowMs += 60_001;

		const received = await receive(deliveryOf(), withOther(NEW_URL, staticData));

		expect(answered(received)[0]).toBe(401);
	});

	it('does not block the new one, whose secret works from its first delivery on', async () => {
		expect((await receive(deliveryOf())).runs).toBe(true);
		nowMs += 1_001;
		const secret = derivedSecret('new key', NEW_URL);

		const setup = trigger({}, { credential: { apiKey: 'new key', baseUrl: NEW_URL } });
		expect((await receive(deliveryOf(undefined, { secret }), setup)).runs).toBe(true);
		expect(answered(await receive(deliveryOf(), setup))[0]).toBe(401);
	});

	it.each(['', 'no address at all', 'http://api.example.com'])(
		'cannot sign if the credential has no usable base URL: %p',
		async (baseUrl) => {
			expect(answered(await receive(deliveryOf(), withOther(baseUrl)))).toEqual([
				401,
				{ error: 'Not accepted: no secret is known' },
			]);
		},
	);

	it('whose deliveries are refused makes n8n read the credential at most once a second', async () => {
		let reads = 0;
		for (let copy = 0; copy < 20; copy++) {
			const forged = await receive(deliveryOf(undefined, { secret: 'another' }));
			expect(forged.response.statusCode).toBe(401);
			reads += forged.credentialStore.reads;
			nowMs += 100;
		}

		expect(reads).toBeLessThanOrEqual(3);
	});
});

describe('the secret', () => {
	const derived = (revision = 1) => derivedSecret(API_KEY, BASE_URL, revision);

	it('of a registered trigger survives a new API key of the same service', async () => {
		const renewed = trigger({}, { credential: { apiKey: 'renewed' } });

		expect((await receive(deliveryOf(), renewed)).runs).toBe(true);
	});

	it('is derived again if n8n has lost what was stored', async () => {
		const lost = trigger({}, { staticData: {} });

		const received = await receive(deliveryOf(undefined, { secret: derived() }), lost);

		expect(received.runs).toBe(true);
		expect(received.credentialStore.reads).toBe(1);
	});

	it('is unknown, and everything is refused, if the credential has no API key either', async () => {
		const lost = trigger({}, { staticData: {}, credential: { apiKey: '' } });

		expect(answered(await receive(deliveryOf(), lost))).toEqual([
			401,
			{ error: 'Not accepted: no secret is known' },
		]);
	});

	it('of another revision is refused, higher or lower', async () => {
		const staticData = registered({ 1: 'first', 2: 'second' });
		const at = (revision: number) => trigger({ options: { revision } }, { staticData });

		const first = () => deliveryOf(undefined, { secret: 'first' });
		const second = () => deliveryOf(undefined, { secret: 'second' });

		expect((await receive(first(), at(1))).runs).toBe(true);
		expect((await receive(second(), at(2))).runs).toBe(true);
		expect(answered(await receive(first(), at(2)))[0]).toBe(401);
		expect(answered(await receive(second(), at(1)))[0]).toBe(401);
	});

	it('of the first revision is refused once the revision was raised and its secret lost', async () => {
		const setup = trigger({ options: { revision: 2 } }, { staticData: registered({ 1: 'first' }) });

		expect(answered(await receive(deliveryOf(undefined, { secret: 'first' }), setup))[0]).toBe(401);
		expect((await receive(deliveryOf(undefined, { secret: derived(2) }), setup)).runs).toBe(true);
	});

	it("of manual registration is the credential's, not the stored one", async () => {
		const manual = trigger({ registration: 'manual' });

		const own = deliveryOf(undefined, { secret: 'secret of the dashboard' });
		expect((await receive(own, manual)).runs).toBe(true);
		expect(answered(await receive(deliveryOf(), manual))[0]).toBe(401);
	});

	it('of automatic registration is not the one in the credential', async () => {
		const own = deliveryOf(undefined, { secret: 'secret of the dashboard' });

		expect(answered(await receive(own))[0]).toBe(401);
	});

	it('of manual registration is read without spaces and line breaks pasted around it', async () => {
		const credential = { webhookSecret: ' \tsecret of the dashboard \n' };
		const manual = trigger({ registration: 'manual' }, { credential });

		const own = deliveryOf(undefined, { secret: 'secret of the dashboard' });
		expect((await receive(own, manual)).runs).toBe(true);
	});

	it('of manual registration works from the first delivery on after a change', async () => {
		const manual = (webhookSecret: string) =>
			trigger({ registration: 'manual' }, { credential: { webhookSecret } });
		await receive(deliveryOf(undefined, { secret: 'before' }), manual('before'));
		nowMs += 1_001;

		const changed = await receive(deliveryOf(undefined, { secret: 'after' }), manual('after'));

		expect(changed.runs).toBe(true);
	});

	it.each(['', '   ', undefined, 5])(
		'of manual registration refuses everything if it is %p',
		async (secret) => {
			const manual = trigger({ registration: 'manual' }, { credential: { webhookSecret: secret } });

			const received = await receive(deliveryOf(undefined, { secret: String(secret) }), manual);

			expect(answered(received)).toEqual([401, { error: 'Not accepted: no secret is known' }]);
		},
	);
});

describe('a genuine delivery of something else', () => {
	it.each([
		['another event', { event: 'submission.updated', submission: { id: 'sub_1' } }],
		['another event', { event: 'ping' }],
		['another event', { event: '' }],
		['another event', {}],
	])('(%s: %j) gets 200 and runs nothing', async (reason, body) => {
		expect(answered(await receive(signedBody(body)))).toEqual([200, { ignored: reason }]);
	});

	it('runs if its form differs from the watched one only in spaces', async () => {
		const body = { event: 'submission.created', form: { id: ` ${form.id} ` }, submission: {} };

		expect((await receive(signedBody(body))).runs).toBe(true);
	});

	it('(a form that is no longer watched) gets 200 and runs nothing', async () => {
		const body = { event: 'submission.created', form: { id: 'frm_old' }, submission: { id: 's' } };

		expect(answered(await receive(signedBody(body)))).toEqual([200, { ignored: 'another form' }]);
	});

	it.each(['', 'no JSON', '[]', '"text"', 'null', '5'])(
		'(%j, which is not an object) gets 422 and runs nothing',
		async (body) => {
			const received = await receive(signedBody(body));

			expect(answered(received)).toEqual([422, { error: 'The body is not a JSON object' }]);
			expect(received.warnings.map(([message]) => message)).toEqual([
				expect.stringContaining('the service signed a delivery whose body is not a JSON object'),
			]);
		},
	);

	it.each([
		[{ event: 'ping' }, 'its event is not a new submission'],
		[
			{ event: 'submission.created', form: { id: 'frm_old' } },
			"it belongs to a form other than the one chosen in 'Form'",
		],
	])('(%j) is logged as ignored, not as refused, without its content', async (body, what) => {
		const { infos, warnings } = await receive(signedBody(body));

		expect(warnings).toEqual([]);
		expect(infos.map(([message]) => message)).toEqual([
			`Form Submissions Trigger: node "Form Submissions" in workflow "Test" (workflow1): a delivery was ignored: ${what}.`,
		]);
	});
});

describe('a submission is never dropped', () => {
	const whole = () => ({
		event: 'submission.created',
		form: { id: form.id, name: 'Contact' },
		submission: {
			id: `sub_${nodeId}`,
			data: { email: 'visitor@example.org' },
			submittedAt: '2026-01-31T09:00:00.000Z',
			spamScore: 0,
		},
	});

	const PATHS = [
		['event'],
		['form'],
		['form', 'id'],
		['form', 'name'],
		['submission'],
		['submission', 'id'],
		['submission', 'data'],
		['submission', 'submittedAt'],
		['submission', 'spamScore'],
	];

	/** An undefined value is not sent. */
	function changed([name = '', below]: string[], value: unknown) {
		const body: Record<string, unknown> = whole();
		if (below === undefined) return { ...body, [name]: value };
		return { ...body, [name]: { ...(body[name] as object), [below]: value } };
	}

	const VALUES = [undefined, null, 5, true, [], ['x'], {}, ''];
	const variants = PATHS.flatMap((path) =>
		VALUES.map((value) => ({
			field: path.join('.'),
			becomes: value === undefined ? 'missing' : JSON.stringify(value),
			path,
			value,
		})),
	).filter(({ field, value }) => field !== 'event' || value !== '');

	it.each(variants)('because $field is $becomes', async ({ path, value }) => {
		const body = changed(path, value);

		for (const simplify of [true, false]) {
			const setup = trigger({ simplify, options: { skipRepeated: false } });
			expect((await receive(signedBody(body), setup)).runs).toBe(true);
		}
	});

	it('because it has no ID: what cannot be recognized runs each time', async () => {
		const body = changed(['submission', 'id'], undefined);

		for (let copy = 0; copy < 2; copy++) {
			const received = await receive(signedBody(body));
			expect(received.runs).toBe(true);
			received.n8nAnswers(200);
		}
	});

	it.each([true, false])(
		'because it has duplicate properties, numbers beyond all bounds, or 20,000 levels (Simplify %p)',
		async (simplify) => {
			const { id } = submissionOf();
			const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
			const data = `{"a":1e999,"b":-1e999,"deep":${deep},"__proto__":{"id":"x"},"a":2}`;
			const body = `{"event":"ping","event":"submission.created","submission":{"id":"${id}","data":${data}}}`;

			const { json } = await receive(signedBody(body), trigger({ simplify }));

			expect(json).toMatchObject(simplify ? { id, a: 2 } : { submission: { id, data: { a: 2 } } });
		},
	);
});

describe('a repeated delivery', () => {
	it('gets 200 without a run once n8n has responded to the first with 2xx', async () => {
		const submission = submissionOf();
		const first = await receive(deliveryOf(submission));
		first.n8nAnswers(200);
		nowMs += 30_000;

		expect(answered(await receive(deliveryOf(submission)))).toEqual([200, { repeated: true }]);
	});

	it('gets 503, to try again, while the first is in progress; only one of six copies runs', async () => {
		const submission = submissionOf();
		const copies: Received[] = [];
		for (let copy = 0; copy < 6; copy++) copies.push(await receive(deliveryOf(submission)));

		expect(copies.map(({ runs }) => runs)).toEqual([true, ...Array<boolean>(5).fill(false)]);
		for (const copy of copies.slice(1)) {
			expect(answered(copy)).toEqual([503, { error: expect.stringContaining('try again') }]);
		}
		copies[0]?.n8nAnswers(200);
		expect(answered(await receive(deliveryOf(submission)))[0]).toBe(200);
	});

	it.each([404, 500, 503])('runs if n8n responded to the first with %i', async (status) => {
		const submission = submissionOf();
		(await receive(deliveryOf(submission))).n8nAnswers(status);

		expect((await receive(deliveryOf(submission))).runs).toBe(true);
	});

	it('runs if Skip Repeated Deliveries is off', async () => {
		const submission = submissionOf();
		const setup = () => trigger({ options: { skipRepeated: false } });
		(await receive(deliveryOf(submission), setup())).n8nAnswers(200);

		expect((await receive(deliveryOf(submission), setup())).runs).toBe(true);
	});

	it.each<['webhook' | 'manual', 'webhook' | 'manual']>([
		['manual', 'webhook'],
		['webhook', 'manual'],
	])('in mode %s makes none in mode %s count as repeated', async (mode, other) => {
		const submission = submissionOf();
		const receiveIn = async (where: typeof mode) => {
			// Listening for a test event has registrations of its own, here none.
			const secret = where === 'manual' ? derivedSecret(API_KEY, BASE_URL) : SECRET;
			return await receive(deliveryOf(submission, { secret }), trigger(), where);
		};
		(await receiveIn(mode)).n8nAnswers(200);

		expect((await receiveIn(other)).runs).toBe(true);
	});

	it.each<[string, Partial<NodeSetup>]>([
		['another workflow', { workflowId: 'workflow2' }],
		['another trigger of the workflow', { nodeId: 'another' }],
	])('runs in %s', async (_where, changes) => {
		const submission = submissionOf();
		(await receive(deliveryOf(submission))).n8nAnswers(200);
		const staticData = registered();
		const global = staticData.global as Record<string, IDataObject>;
		global.another = { ...global[nodeId], nodeId: 'another' };

		const elsewhere = await receive(
			deliveryOf(submission),
			trigger({}, { staticData, ...changes }),
		);

		expect(elsewhere.runs).toBe(true);
	});

	it.each<[string, IDataObject, string]>([
		['automatic', {}, SECRET],
		['manual', { registration: 'manual' }, 'secret of the dashboard'],
	])('runs if another service sends the same ID (%s registration)', async (_how, more, secret) => {
		const submission = submissionOf();
		const from = (baseUrl: string) =>
			trigger(more, {
				staticData: registered({ 1: secret }, baseUrl),
				credential: { baseUrl, apiKey: API_KEY, webhookSecret: secret },
			});
		const staging = from('https://staging.forms.test');
		(await receive(deliveryOf(submission, { secret }), staging)).n8nAnswers(200);
		nowMs += 1_001;

		const production = await receive(deliveryOf(submission, { secret }), from(BASE_URL));

		expect(production.runs).toBe(true);
	});

	it('to a renamed trigger still counts as repeated', async () => {
		const submission = submissionOf();
		(await receive(deliveryOf(submission))).n8nAnswers(200);

		const renamed = trigger({}, { nodeName: 'Another name' });
		expect(answered(await receive(deliveryOf(submission), renamed))[0]).toBe(200);
	});

	describe('whose sender hung up before the response', () => {
		// The end of the connection is not a response: only what n8n says when it has finished counts.
		it('has to wait while n8n is storing the first, and counts as repeated once it has', async () => {
			const submission = submissionOf();
			const first = await receive(deliveryOf(submission));
			Object.assign(first.response, { writableFinished: false, destroyed: true });

			expect(answered(await receive(deliveryOf(submission)))[0]).toBe(503);
			first.n8nAnswers(200);
			expect(answered(await receive(deliveryOf(submission)))).toEqual([200, { repeated: true }]);
		});

		it('does not depend on any event of the response', async () => {
			const made = webhookContext(trigger(), deliveryOf());
			const on = jest.fn();
			Object.assign(made.response, { on, once: on, addListener: on });

			await new FormSubmissionsTrigger().webhook.call(made.context);

			expect(on).not.toHaveBeenCalled();
		});
	});

	it('does not change how the response ends: same arguments, same result', async () => {
		const made = webhookContext(trigger(), deliveryOf());
		const end = jest.fn().mockReturnValue('the response');
		Object.assign(made.response, { end });

		await new FormSubmissionsTrigger().webhook.call(made.context);
		const result = (made.response.end as (...args: unknown[]) => unknown)('body', 'utf8');

		expect(result).toBe('the response');
		expect(end).toHaveBeenCalledWith('body', 'utf8');
	});
});
