import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { readTriggerSettings } from '../../../nodes/FormSubmissions/webhook/settings';
import { forgetCredential, verifyDelivery } from '../../../nodes/FormSubmissions/webhook/verify';
import { BASE_URL } from '../../support/baseUrl';
import {
	hookContext,
	webhookContext,
	type NodeSetup,
	type ReceivedRequest,
} from '../../support/n8n';
import { answerOf, API_KEY, World } from '../../support/webhookTrigger';

let world: World;

beforeEach(() => (world = new World()));

afterEach(() => jest.restoreAllMocks());

describe('a genuine delivery', () => {
	it('is verified by its bytes, not by JSON that was parsed and serialized again', async () => {
		const { id } = world.submission();
		const body = `{ "event":"submission.created",\n "submission" : {"id":"${id}","spamScore":1.0} }`;

		expect((await world.receive(world.signed(body))).runs).toBe(true);
	});

	it('may begin with a byte order mark, which is signed and not part of the JSON', async () => {
		const { id } = world.submission();
		const body = `\uFEFF{"event":"submission.created","submission":{"id":"${id}"}}`;

		const { json } = await world.receive(world.signed(body));

		expect(json).toMatchObject({ id });
	});

	it('is read even if n8n has not read the body, as with an unknown content type', async () => {
		const { headers, rawBody } = world.delivery();
		const request = {
			headers: { ...headers, 'content-type': 'application/octet-stream' },
			unreadBody: rawBody,
		};

		expect((await world.receive(request)).runs).toBe(true);
	});

	it('is not read again if n8n has read it', async () => {
		const { context } = webhookContext(world.trigger(), world.delivery());
		const readRawBody = jest.fn().mockRejectedValue(new Error('The stream has ended'));
		Object.assign(context.getRequestObject(), { readRawBody });

		const { workflowData } = await new FormSubmissionsTrigger().webhook.call(context);

		expect(workflowData).toHaveLength(1);
	});

	it('reads the credential once a minute, however many deliveries there are', async () => {
		const setup = world.trigger();
		const reads: number[] = [];
		for (let second = 0; second < 120; second++) {
			const { credentialStore, runs } = await world.receive(world.delivery(), setup);
			expect(runs).toBe(true);
			reads.push(credentialStore.reads);
			world.nowMs += 1_000;
		}

		expect(reads.filter((count) => count > 0)).toHaveLength(2);
	});

	it('arriving six times at once reads the credential once', async () => {
		const received = await Promise.all(
			Array.from({ length: 6 }, () => world.receive(world.delivery())),
		);

		expect(received.map(({ runs }) => runs)).toEqual(Array(6).fill(true));
		const reads = received.map(({ credentialStore }) => credentialStore.reads);
		expect(reads.reduce((sum, count) => sum + count)).toBe(1);
	});
});

describe('the credential of a trigger', () => {
	/** How often it is read for a delivery after each of these steps of the clock. */
	async function readsAfter(steps: number[], setup = world.trigger(), secret?: string) {
		const reads: number[] = [];
		for (const ms of steps) {
			world.nowMs += ms;
			const overrides = secret === undefined ? undefined : { secret };
			const { runs, credentialStore } = await world.receive(
				world.delivery(undefined, overrides),
				setup,
			);
			expect(runs).toBe(true);
			reads.push(credentialStore.reads);
		}
		return reads;
	}

	it('is kept for a minute, and no longer if the clock is set back', async () => {
		expect(await readsAfter([0, 59_999, 1, -1, 0])).toEqual([1, 0, 1, 1, 0]);
	});

	it('is kept for a second if the secret is entered in it', async () => {
		const manual = world.trigger({ registration: 'manual' });

		expect(await readsAfter([0, 999, 1], manual, 'secret of the dashboard')).toEqual([1, 0, 1]);
	});

	it('is read again after the workflow was published', async () => {
		const setup = world.trigger();
		expect(await readsAfter([0], setup)).toEqual([1]);

		forgetCredential(hookContext(setup));

		expect(await readsAfter([0, 0], setup)).toEqual([1, 0]);
	});

	it('makes a delivery get 503 while it cannot be read, and 200 as soon as it can', async () => {
		const made = webhookContext(world.trigger(), world.delivery());
		const error = jest.spyOn(made.context.logger, 'error').mockReturnValue(undefined);
		jest.spyOn(made.context, 'getCredentials').mockRejectedValue(new Error('database is locked'));

		const result = await new FormSubmissionsTrigger().webhook.call(made.context);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(made.response.statusCode).toBe(503);
		expect(String(error.mock.calls[0]?.[0])).toContain('database is locked');
		expect((await world.receive(world.delivery())).runs).toBe(true);
	});
});

describe('what was verified', () => {
	const check = (setup: NodeSetup, request: ReceivedRequest) => {
		const { context } = webhookContext(setup, request);
		return verifyDelivery(context, readTriggerSettings(context));
	};

	it('comes with the base URL of the service that signed it, also after a change', async () => {
		const delivery = world.delivery();
		expect(await check(world.trigger(), delivery)).toEqual({
			ok: true,
			rawBody: delivery.rawBody,
			baseUrl: BASE_URL,
		});
		world.nowMs += 1_001;
		const baseUrl = 'https://api.new.test';
		const moved = world.trigger({}, { credential: { apiKey: 'new key', baseUrl } });
		const other = world.delivery(undefined, { secret: world.derived('new key', baseUrl) });

		expect(await check(moved, other)).toEqual({ ok: true, rawBody: other.rawBody, baseUrl });
	});

	it('comes without a base URL if the secret is entered in a credential that has none', async () => {
		const manual = world.trigger(
			{ registration: 'manual' },
			{ credential: { baseUrl: '', webhookSecret: 'entered' } },
		);

		expect(await check(manual, world.delivery(undefined, { secret: 'entered' }))).toMatchObject({
			ok: true,
			baseUrl: '',
		});
	});
});

describe('a request whose body n8n has not read', () => {
	/** Receives a request whose body n8n has not read, and reads with this. */
	async function receiveUnread(headers: ReceivedRequest['headers'], readRawBody: jest.Mock) {
		const made = webhookContext(world.trigger(), { headers });
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

		const { result, response } = await receiveUnread(world.delivery().headers, readRawBody);

		expect(result).toEqual({ noWebhookResponse: true });
		expect(response).toMatchObject({
			statusCode: 401,
			body: { error: 'Not accepted: the body could not be read' },
		});
	});
});

describe('a previous service', () => {
	const NEW_URL = 'https://api.new.test';
	const withOther = (baseUrl: unknown, staticData = world.registered()) =>
		world.trigger({}, { staticData, credential: { apiKey: API_KEY, baseUrl } });

	it('can no longer sign, after a minute at the latest, once the credential names another', async () => {
		const staticData = world.registered();
		expect((await world.receive(world.delivery(), world.trigger({}, { staticData }))).runs).toBe(
			true,
		);
		world.nowMs += 60_001;

		const received = await world.receive(world.delivery(), withOther(NEW_URL, staticData));

		expect(answerOf(received)[0]).toBe(401);
	});

	it('does not block the new one, whose secret works from its first delivery on', async () => {
		expect((await world.receive(world.delivery())).runs).toBe(true);
		world.nowMs += 1_001;
		const secret = world.derived('new key', NEW_URL);

		const setup = world.trigger({}, { credential: { apiKey: 'new key', baseUrl: NEW_URL } });
		expect((await world.receive(world.delivery(undefined, { secret }), setup)).runs).toBe(true);
		expect(answerOf(await world.receive(world.delivery(), setup))[0]).toBe(401);
	});

	it.each(['', 'no address at all', 'http://api.example.com'])(
		'cannot sign if the credential has no usable base URL: %p',
		async (baseUrl) => {
			expect(answerOf(await world.receive(world.delivery(), withOther(baseUrl)))).toEqual([
				401,
				{ error: 'Not accepted: no secret is known' },
			]);
		},
	);

	it('whose deliveries are refused makes n8n read the credential at most once a second', async () => {
		let reads = 0;
		for (let copy = 0; copy < 20; copy++) {
			const forged = await world.receive(world.delivery(undefined, { secret: 'another' }));
			expect(forged.response.statusCode).toBe(401);
			reads += forged.credentialStore.reads;
			world.nowMs += 100;
		}

		expect(reads).toBeLessThanOrEqual(3);
	});
});

describe('the secret', () => {
	const derived = (revision = 1) => world.derived(API_KEY, undefined, revision);

	it('is the one registered last, at whatever address: this process may not know its own', async () => {
		const elsewhere = world.trigger({}, { webhookBaseUrl: 'http://localhost:5678' });

		expect((await world.receive(world.delivery(), elsewhere)).runs).toBe(true);
	});

	it('that was registered is used even if the credential no longer has a key', async () => {
		const keyless = world.trigger({}, { credential: { apiKey: ' ' } });

		expect((await world.receive(world.delivery(), keyless)).runs).toBe(true);
	});

	it('that is derived is another one at another address', async () => {
		const lost = world.trigger({}, { staticData: {}, webhookBaseUrl: 'https://copy.example.org' });
		const delivery = world.delivery(undefined, { secret: derived() });

		expect(answerOf(await world.receive(delivery, lost))[0]).toBe(401);
	});

	it('of a registered trigger survives a new API key of the same service', async () => {
		const renewed = world.trigger({}, { credential: { apiKey: 'renewed' } });

		expect((await world.receive(world.delivery(), renewed)).runs).toBe(true);
	});

	it('is derived again if n8n has lost what was stored', async () => {
		const lost = world.trigger({}, { staticData: {} });

		const received = await world.receive(world.delivery(undefined, { secret: derived() }), lost);

		expect(received.runs).toBe(true);
		expect(received.credentialStore.reads).toBe(1);
	});

	it('is unknown, and everything is refused, if the credential has no API key either', async () => {
		for (const apiKey of ['', ' ', undefined]) {
			const lost = world.trigger({}, { staticData: {}, credential: { apiKey } });
			const forged = world.delivery(undefined, { secret: world.derived(apiKey ?? '') });

			expect(answerOf(await world.receive(forged, lost))).toEqual([
				401,
				{ error: 'Not accepted: no secret is known' },
			]);
			world.nowMs += 60_001;
		}
	});

	it('of another revision is refused, higher or lower', async () => {
		const staticData = world.registered({ 1: 'first', 2: 'second' });
		const at = (revision: number) => world.trigger({ options: { revision } }, { staticData });

		const first = () => world.delivery(undefined, { secret: 'first' });
		const second = () => world.delivery(undefined, { secret: 'second' });

		expect((await world.receive(first(), at(1))).runs).toBe(true);
		expect((await world.receive(second(), at(2))).runs).toBe(true);
		expect(answerOf(await world.receive(first(), at(2)))[0]).toBe(401);
		expect(answerOf(await world.receive(second(), at(1)))[0]).toBe(401);
	});

	it('of the first revision is refused once the revision was raised and its secret lost', async () => {
		const setup = world.trigger(
			{ options: { revision: 2 } },
			{ staticData: world.registered({ 1: 'first' }) },
		);

		expect(
			answerOf(await world.receive(world.delivery(undefined, { secret: 'first' }), setup))[0],
		).toBe(401);
		expect(
			(await world.receive(world.delivery(undefined, { secret: derived(2) }), setup)).runs,
		).toBe(true);
	});

	it("of manual registration is the credential's, not the stored one", async () => {
		const manual = world.trigger({ registration: 'manual' });

		const own = world.delivery(undefined, { secret: 'secret of the dashboard' });
		expect((await world.receive(own, manual)).runs).toBe(true);
		expect(answerOf(await world.receive(world.delivery(), manual))[0]).toBe(401);
	});

	it('of automatic registration is not the one in the credential', async () => {
		const own = world.delivery(undefined, { secret: 'secret of the dashboard' });

		expect(answerOf(await world.receive(own))[0]).toBe(401);
	});

	it('of manual registration is read without spaces and line breaks pasted around it', async () => {
		const credential = { webhookSecret: ' \tsecret of the dashboard \n' };
		const manual = world.trigger({ registration: 'manual' }, { credential });

		const own = world.delivery(undefined, { secret: 'secret of the dashboard' });
		expect((await world.receive(own, manual)).runs).toBe(true);
	});

	it('of manual registration works from the first delivery on after a change', async () => {
		const manual = (webhookSecret: string) =>
			world.trigger({ registration: 'manual' }, { credential: { webhookSecret } });
		await world.receive(world.delivery(undefined, { secret: 'before' }), manual('before'));
		world.nowMs += 1_001;

		const changed = await world.receive(
			world.delivery(undefined, { secret: 'after' }),
			manual('after'),
		);

		expect(changed.runs).toBe(true);
	});

	it.each(['', '   ', undefined, 5])(
		'of manual registration refuses everything if it is %p',
		async (secret) => {
			const manual = world.trigger(
				{ registration: 'manual' },
				{ credential: { webhookSecret: secret } },
			);

			const received = await world.receive(
				world.delivery(undefined, { secret: String(secret) }),
				manual,
			);

			expect(answerOf(received)).toEqual([401, { error: 'Not accepted: no secret is known' }]);
		},
	);
});
