/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package */
import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { BASE_URL } from '../../../support/baseUrl';
import { skipTime, stopFakeClock } from '../../../support/fakeClock';
import { webhookContext, type NodeSetup } from '../../../support/n8n';
import { Publishing } from '../../../support/publishing';
import { answerOf, API_KEY, SECRET, World } from '../../../support/webhookTrigger';

const MINUTE = 60_000;
const ENTERED = 'secret of the dashboard';

let world: World;

beforeEach(() => (world = new World()));

afterEach(stopFakeClock);

/** Delivers something signed with this secret; returns the status, 0 if n8n is left to respond. */
async function statusOf(secret: string, setup = world.trigger()): Promise<number> {
	const { runs, response } = await world.receive(world.delivery(undefined, { secret }), setup);
	return runs ? 0 : response.statusCode;
}

const RUNS = 0;

describe('a registered trigger', () => {
	it('never needs the credential for a genuine delivery, even if it cannot be read', async () => {
		const { context, response } = webhookContext(world.trigger(), world.delivery());
		jest.spyOn(context, 'getCredentials').mockRejectedValue(new Error('database is locked'));

		const { workflowData } = await new FormSubmissionsTrigger().webhook.call(context);

		expect([workflowData?.flat().length, response.isEnded]).toEqual([1, false]);
	});

	it('is reached in a process that is not told the address of n8n', async () => {
		const elsewhere = world.trigger({}, { webhookBaseUrl: 'http://localhost:5678' });

		expect(await statusOf(SECRET, elsewhere)).toBe(RUNS);
	});

	it('accepts the secret of its revision, and of no other', async () => {
		const staticData = world.registered({ 1: 'first', 2: 'second' });
		const at = (revision: number) => world.trigger({ options: { revision } }, { staticData });

		const statuses = [];
		for (const secret of ['first', 'second'])
			for (const revision of [1, 2]) statuses.push(await statusOf(secret, at(revision)));

		expect(statuses).toEqual([RUNS, 401, 401, RUNS]);
	});

	it('accepts the secret of its form, and of no other', async () => {
		const other = world.emulator.addForm().id;
		const onOther = { formId: { __rl: true, mode: 'id', value: other } };

		expect(await statusOf(SECRET, world.trigger(onOther))).toBe(401);
	});

	it('does not accept the secret in the credential', async () => {
		expect(await statusOf(ENTERED)).toBe(401);
	});

	it.each([
		['not a list', 'registrations'],
		['damaged', [null, 1, { formId: 'frm_1', secret: SECRET }, { secret: '' }]],
	])('goes on with the derived secret if what is stored is %s', async (_how, registrations) => {
		const state = { nodeId: world.nodeId, counter: 1, value: { registrations } };
		const global = { [`webhook ${world.nodeId}`]: state };

		const setup = world.trigger({}, { staticData: { global } as NodeSetup['staticData'] });

		expect(await statusOf(world.derived(), setup)).toBe(RUNS);
	});
});

describe('the derived secret', () => {
	const lost = (changes: Partial<NodeSetup> = {}, parameters = {}) =>
		world.trigger(parameters, { staticData: {}, ...changes });

	it('is the one that openssl computes', async () => {
		// printf '<label>\nhttps://api.forms.test\nworkflow1\nvector1\n1\nhttps://n8n.example.org' | openssl dgst -sha256 -hmac 'key_1'
		const secret = 'c2b3aaa22c2d85d2220594bf55f6b620858fad72d28eecc50396c6546a1ce9c4';
		const credential = { apiKey: 'key_1', baseUrl: 'https://api.forms.test' };

		expect(await statusOf(secret, lost({ credential, nodeId: 'vector1' }))).toBe(RUNS);
	});

	it.each([
		['n8n has lost what was stored', () => lost()],
		['another trigger has reset it', () => world.trigger()],
	])('is accepted if %s', async (_why, setup) => {
		expect(await statusOf(world.derived(), setup())).toBe(RUNS);
	});

	it.each<[string, Partial<NodeSetup>]>([
		['at another address', { webhookBaseUrl: 'https://copy.example.org' }],
		['in another workflow', { workflowId: 'workflow2' }],
		['of another node', { nodeId: 'another' }],
		['of another service', { credential: { apiKey: API_KEY, baseUrl: 'https://new.test' } }],
		['with another API key', { credential: { apiKey: 'another' } }],
	])('is another one %s', async (_where, changes) => {
		expect(await statusOf(world.derived(), lost(changes))).toBe(401);
	});

	it('is that of the revision', async () => {
		const revised = (secret: string) => statusOf(secret, lost({}, { options: { revision: 2 } }));

		expect(await revised(world.derived())).toBe(401);
		expect(await revised(world.derived(undefined, undefined, 2))).toBe(RUNS);
	});

	it.each<NodeSetup['credential']>([
		{ apiKey: ' ' },
		{ apiKey: API_KEY, baseUrl: '' },
		{ apiKey: API_KEY, baseUrl: 'http://api.example.com' },
	])('is none, and everything is refused, with the credential %j', async (credential) => {
		const delivery = world.delivery(undefined, { secret: world.derived('') });

		expect(answerOf(await world.receive(delivery, lost({ credential })))).toEqual([
			401,
			{ error: 'Not accepted: no secret is known' },
		]);
	});
});

describe('manual registration', () => {
	const manual = (webhookSecret: unknown = ENTERED, changes: Partial<NodeSetup> = {}) =>
		world.trigger({ registration: 'manual' }, { credential: { webhookSecret }, ...changes });

	it("accepts the credential's secret, and not a stored one", async () => {
		expect(await statusOf(ENTERED, manual())).toBe(RUNS);
		expect(await statusOf(SECRET, manual())).toBe(401);
	});

	it('takes off what came along unseen when the secret was pasted', async () => {
		expect(await statusOf(ENTERED, manual(`\u200b \t${ENTERED}\u200e\n`))).toBe(RUNS);
	});

	it('does not need a base URL', async () => {
		const credential = { baseUrl: '', webhookSecret: ENTERED };

		expect(await statusOf(ENTERED, manual(ENTERED, { credential }))).toBe(RUNS);
	});

	it.each(['', '\u200b', 5])('refuses everything if it is %j', async (secret) => {
		const delivery = world.delivery(undefined, { secret: String(secret) });

		expect(answerOf(await world.receive(delivery, manual(secret ?? null)))).toEqual([
			401,
			{ error: 'Not accepted: no secret is known' },
		]);
	});

	it('goes on with a new secret within a minute, or as soon as the workflow is published', async () => {
		await statusOf('first', manual('first'));
		expect(await statusOf('second', manual('second'))).toBe(401);
		skipTime(MINUTE);
		expect(await statusOf('second', manual('second'))).toBe(RUNS);

		await new Publishing().exists(manual('third'));

		expect(await statusOf('third', manual('third'))).toBe(RUNS);
	});

	it('is that of the credential chosen, which a test of a changed workflow may have changed', async () => {
		await statusOf('first', manual('first'));

		expect(await statusOf('second', { ...manual('second'), credentialId: '2' })).toBe(RUNS);
		expect(await statusOf('first', manual('first'))).toBe(RUNS);
	});
});

describe('the credential', () => {
	it('is read once a minute, or at once if the clock is set back, whoever sends how many', async () => {
		const changed = (key: number) =>
			world.trigger({}, { staticData: {}, credential: { apiKey: `key_${key}` } });
		const isKnown = async (key: number) =>
			(await statusOf(world.derived(`key_${key}`), changed(key))) === RUNS;

		const known = [];
		for (const [key, ms] of [0, 59_999, 1, -1, 0].entries()) {
			skipTime(ms);
			await statusOf('guessed', changed(key));
			known.push(await isKnown(key));
		}

		expect(known).toEqual([true, false, true, true, false]);
	});

	it('makes a delivery that needs it get 503 while it cannot be read', async () => {
		const setup = world.trigger({}, { staticData: {} });
		const delivery = () => world.delivery(undefined, { secret: world.derived() });
		const made = webhookContext(setup, delivery());
		const error = jest.spyOn(made.context.logger, 'error').mockReturnValue(undefined);
		jest.spyOn(made.context, 'getCredentials').mockRejectedValue(new Error('database is locked'));

		const result = await new FormSubmissionsTrigger().webhook.call(made.context);

		expect([result, made.response.statusCode]).toEqual([{ noWebhookResponse: true }, 503]);
		expect(String(error.mock.lastCall?.[0])).toContain('database is locked');
		expect((await world.receive(delivery(), setup)).runs).toBe(true);
	});
});

describe('the bytes that were signed', () => {
	it('are those received, not JSON that was parsed and serialized again', async () => {
		const { id } = world.submission();
		const body = `\uFEFF{ "event":"submission.created",\n "submission" : {"id":"${id}","spamScore":1.0} }`;

		expect((await world.receive(world.signed(body))).json).toMatchObject({ id });
	});

	it.each([
		['application/json', 2],
		['application/vnd.forms+json', 2],
		['application/octet-stream', 2],
		[undefined, 2],
		['application/octet-stream', 1],
		[undefined, 1],
	])(
		'are read if n8n has not read them: content type %s, version %i',
		async (type, typeVersion) => {
			const { headers, rawBody } = world.delivery();
			const sent: typeof headers = { ...headers };
			if (type === undefined) delete sent['content-type'];
			else sent['content-type'] = type;

			const received = await world.receive(
				{ headers: sent, rawBody },
				world.trigger({}, { typeVersion }),
			);

			expect(received.runs).toBe(true);
		},
	);

	it.each([
		['n8n has consumed them (multipart)', new Error('Request body stream was aborted')],
		['there are none', undefined],
	])('cannot be verified, and are refused, if %s', async (_why, thrown) => {
		const { headers } = world.delivery();
		const { context, response } = webhookContext(world.trigger(), { headers });
		const readRawBody = async () => (thrown ? await Promise.reject(thrown) : undefined);
		Object.assign(context.getRequestObject(), { readRawBody });

		const result = await new FormSubmissionsTrigger().webhook.call(context);

		expect(result).toEqual({ noWebhookResponse: true });
		expect([response.statusCode, response.body]).toEqual([
			401,
			{ error: 'Not accepted: the body could not be read' },
		]);
	});
});

describe('a trigger whose form was chosen by its name', () => {
	const named = (name: string, more: object = {}) => ({
		formId: { __rl: true, mode: 'id', value: name },
		...more,
	});
	const of = (form: unknown, secret: string) =>
		world.signed({ event: 'submission.created', form, submission: {} }, secret);

	it('accepts deliveries of the form of that name, whose ID it may not know', async () => {
		const manual = world.trigger(named('contact', { registration: 'manual' }));
		const lost = world.trigger(named('contact'), { staticData: {} });
		const form = { id: 'frm_x', name: '\u2060Ｃontact ' };

		expect((await world.receive(of(form, ENTERED), manual)).runs).toBe(true);
		expect((await world.receive(of(form, world.derived()), lost)).runs).toBe(true);
		const other = of({ id: 'frm_x', name: 'Order' }, ENTERED);
		expect(answerOf(await world.receive(other, manual))).toEqual([
			200,
			{ ignored: 'another form' },
		]);
	});

	it('goes by the ID that it registered, under whatever name', async () => {
		const staticData = world.registered();
		const registration = {
			...{ formId: 'frm_x', formName: 'Contact', url: 'https://n8n.example.org/webhook/1' },
			...{ baseUrl: BASE_URL, revision: 1, secret: SECRET },
		};
		const state = { nodeId: world.nodeId, counter: 1, value: { registrations: [registration] } };
		Object.assign(staticData, { global: { [`webhook ${world.nodeId}`]: state } });
		const setup = world.trigger(named('Contact'), { staticData });

		const renamed = await world.receive(of({ id: 'frm_x', name: 'Kontakt' }, SECRET), setup);
		const other = await world.receive(of({ id: 'frm_y', name: 'Contact' }, SECRET), setup);

		expect(renamed.runs).toBe(true);
		expect(answerOf(other)).toEqual([200, { ignored: 'another form' }]);
	});
});
