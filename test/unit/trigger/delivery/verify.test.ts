/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package */
import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { BASE_URL } from '../../../support/baseUrl';
import { skipTime, stopFakeClock } from '../../../support/fakeClock';
import { webhookContext, type NodeSetup } from '../../../support/n8n';
import { API_KEY, SECRET, World } from '../../../support/webhookTrigger';

let world: World;

beforeEach(() => (world = new World()));

afterEach(stopFakeClock);

/** Delivers something signed with this secret; returns the status of the response. */
async function statusOf(secret: string, setup = world.trigger()): Promise<number> {
	return (await world.receive(world.delivery(undefined, { secret }), setup)).status;
}

describe('a registered trigger', () => {
	it('never needs the credential for a genuine delivery, even if it cannot be read', async () => {
		const { context, response } = webhookContext(world.trigger(), world.delivery());
		jest.spyOn(context, 'getCredentials').mockRejectedValue(new Error('database is locked'));

		await new FormSubmissionsTrigger().webhook.call(context);

		expect(response.statusCode).toBe(200);
	});

	it('is reached in a process that is not told the address of n8n', async () => {
		const elsewhere = world.trigger({}, { webhookBaseUrl: 'http://localhost:5678' });

		expect(await statusOf(SECRET, elsewhere)).toBe(200);
	});

	it('accepts the secret of its revision, and of no other', async () => {
		const staticData = world.registered({ 1: 'first', 2: 'second' });
		const at = (revision: number) => world.trigger({ options: { revision } }, { staticData });

		const statuses = [];
		for (const secret of ['first', 'second'])
			for (const revision of [1, 2]) statuses.push(await statusOf(secret, at(revision)));

		expect(statuses).toEqual([200, 401, 401, 200]);
	});

	it('accepts the secret of its form, and of no other', async () => {
		const other = world.emulator.addForm().id;
		const onOther = { formId: { __rl: true, mode: 'id', value: other } };

		expect(await statusOf(SECRET, world.trigger(onOther))).toBe(401);
	});

	it.each([
		['not a list', 'registrations'],
		['damaged', [null, 1, { formId: 'frm_1', secret: SECRET }, { secret: '' }]],
	])('goes on with the derived secret if what is stored is %s', async (_how, registrations) => {
		const state = { nodeId: world.nodeId, counter: 1, value: { registrations } };
		const global = { [`webhook ${world.nodeId}`]: state };

		const setup = world.trigger({}, { staticData: { global } as NodeSetup['staticData'] });

		expect(await statusOf(world.derived(), setup)).toBe(200);
	});
});

describe('the derived secret', () => {
	const lost = (changes: Partial<NodeSetup> = {}, parameters = {}) =>
		world.trigger(parameters, { staticData: {}, ...changes });

	it('is the one that openssl computes', async () => {
		// printf '<label>\nhttps://api.forms.test\nworkflow1\nvector1\n1\nhttps://n8n.example.org' | openssl dgst -sha256 -hmac 'key_1'
		const secret = 'c2b3aaa22c2d85d2220594bf55f6b620858fad72d28eecc50396c6546a1ce9c4';
		const credential = { apiKey: 'key_1', baseUrl: 'https://api.forms.test' };

		expect(await statusOf(secret, lost({ credential, nodeId: 'vector1' }))).toBe(200);
	});

	it.each([
		['n8n has lost what was stored', () => lost()],
		['another trigger has reset it', () => world.trigger()],
	])('is accepted if %s', async (_why, setup) => {
		expect(await statusOf(world.derived(), setup())).toBe(200);
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
		expect(await revised(world.derived(undefined, undefined, 2))).toBe(200);
	});

	it.each<NodeSetup['credential']>([
		{ apiKey: ' ' },
		{ apiKey: API_KEY, baseUrl: '' },
		{ apiKey: API_KEY, baseUrl: 'http://api.example.com' },
	])('is none, and everything is refused, with the credential %j', async (credential) => {
		const delivery = world.delivery(undefined, { secret: world.derived('') });

		expect(await world.receive(delivery, lost({ credential }))).toMatchObject({
			status: 401,
			body: { error: 'Not accepted: no secret is known' },
		});
	});
});

describe('the credential', () => {
	it('is read once a minute, or at once if the clock is set back, whoever sends how many', async () => {
		const changed = (key: number) =>
			world.trigger({}, { staticData: {}, credential: { apiKey: `key_${key}` } });
		const isKnown = async (key: number) =>
			(await statusOf(world.derived(`key_${key}`), changed(key))) === 200;

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
		expect((await world.receive(delivery(), setup)).status).toBe(200);
	});

	it('is the one chosen, which a test of a changed workflow may have changed', async () => {
		const chosen = (apiKey: string, credentialId: string) =>
			world.trigger({}, { staticData: {}, credential: { apiKey }, credentialId });
		await statusOf('guessed', chosen('key_1', '1'));

		expect(await statusOf(world.derived('key_2'), chosen('key_2', '2'))).toBe(200);
		expect(await statusOf(world.derived('key_1'), chosen('key_1', '1'))).toBe(200);
	});
});

describe('the bytes that were signed', () => {
	it('are those received, not JSON that was parsed and serialized again', async () => {
		const body = `\uFEFF{ "event":"submission.created",\n "submission" : {"id":"sub_1","spamScore":1.0} }`;

		expect((await world.receive(world.signed(body))).body).toEqual({ received: true });
	});

	it.each(['application/json', 'application/octet-stream', 'multipart/related', undefined])(
		'are read whatever the content type says: %s',
		async (type) => {
			const { headers, rawBody } = world.delivery();
			const sent: typeof headers = { ...headers };
			if (type === undefined) delete sent['content-type'];
			else sent['content-type'] = type;

			expect((await world.receive({ headers: sent, rawBody })).status).toBe(200);
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
		const lost = world.trigger(named('contact'), { staticData: {} });
		const isNamed = async (name: string) =>
			(await world.receive(of({ id: 'frm_x', name }, world.derived()), lost)).body;

		expect(await isNamed('\u2060Ｃontact ')).toEqual({ received: true });
		expect(await isNamed('Order')).toEqual({ ignored: 'another form' });
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

		expect(renamed.body).toEqual({ received: true });
		expect(other.body).toEqual({ ignored: 'another form' });
	});
});
