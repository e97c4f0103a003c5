import { sleep, type IDataObject } from 'n8n-workflow';

import { forgetAll } from '../../../../nodes/FormSubmissions/general/processMemory';
import { READ_SCOPES, WRITE_SCOPE } from '../../../emulator';
import { BASE_URL } from '../../../support/baseUrl';
import { NOON, startFakeClock, stopFakeClock } from '../../../support/fakeClock';
import type { NodeSetup } from '../../../support/n8n';
import { Publishing, reload } from '../../../support/publishing';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/workflow1';

let world: Publishing;

beforeEach(() => {
	startFakeClock();
	world = new Publishing();
});

/** Has the same form under the same ID. */
function anotherService() {
	const elsewhere = new Publishing('https://api.others.test');
	elsewhere.emulator.addForm({ id: world.formId });
	const { apiKey, baseUrl } = elsewhere;
	return { elsewhere, credential: { apiKey, baseUrl } };
}

afterEach(() => {
	stopFakeClock();
	world.emulator.assertNoUnusedFaults();
});

describe('publishing', () => {
	it("creates one destination with the trigger's URL and secret, and remembers it", async () => {
		const setup = world.trigger();

		await world.publish(setup);

		const [destination] = world.emulator.destinations();
		expect(world.emulator.destinations()).toHaveLength(1);
		expect(destination).toEqual({
			id: expect.any(String),
			formId: world.formId,
			url: PRODUCTION_URL,
			secret: world.derived(),
		});
		expect(world.stored(setup)).toEqual([
			{
				formId: world.formId,
				url: PRODUCTION_URL,
				baseUrl: BASE_URL,
				revision: 1,
				secret: world.derived(),
			},
		]);
	});

	it.each<[string, Partial<NodeSetup>]>([
		['after a restart of n8n', {}],
		['after the node was renamed, too', { nodeName: 'Another name' }],
	])('%s, with other options, leaves one destination', async (_when, changes) => {
		const first = world.trigger();
		await world.publish(first);
		forgetAll();
		const again = world.trigger(
			{ simplify: false },
			{ ...changes, staticData: reload(first.staticData) },
		);

		await world.start(again);
		await world.publish(again);

		expect(world.emulator.destinations()).toHaveLength(1);
		expect(world.stored(again)).toHaveLength(1);
	});

	it('for another form creates one more, and then none for the first one again', async () => {
		const other = world.emulator.addForm({ name: 'Other' }).id;
		const { staticData } = world.trigger();
		const onOther = { formId: { __rl: true, mode: 'id', value: ` ${other} ` } };
		await world.publish(world.trigger({}, { staticData }));

		await world.publish(world.trigger(onOther, { staticData }));
		expect(world.emulator.destinations().map((one) => one.formId)).toEqual([world.formId, other]);

		await world.publish(world.trigger({}, { staticData }));
		await world.publish(world.trigger(onOther, { staticData }));
		expect(world.emulator.destinations()).toHaveLength(2);
	});

	it('with a higher revision creates exactly one more, with another secret', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({}, { staticData }));
		const revised = world.trigger({ options: { revision: 2 } }, { staticData });

		await world.publish(revised);
		await world.publish(revised);

		const secrets = world.secrets();
		expect(secrets).toEqual([world.derived(1), world.derived(2)]);
	});

	it('with a lower revision says which one continues', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({ options: { revision: 3 } }, { staticData }));

		await expect(world.publish(world.trigger({}, { staticData }))).rejects.toThrow(
			/set to 3\. Set that option to 3 to continue, or to 4/,
		);
		expect(world.emulator.destinations()).toHaveLength(1);
	});

	it('after n8n has lost what was stored creates at most one more, with the same secret', async () => {
		await world.publish(world.trigger());
		forgetAll();

		const lost = world.trigger();
		await world.publish(lost);
		await world.publish(lost);

		const secrets = world.secrets();
		expect(secrets).toEqual([world.derived(), world.derived()]);
	});

	it('with a new API key reuses the destination and its secret', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({}, { staticData }));
		const before = world.derived();
		world.apiKey = world.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });

		await world.publish(world.trigger({}, { staticData }));

		expect(world.secrets()).toEqual([before]);
	});

	it('at another service registers there with another secret, and then at the first one again', async () => {
		const first = world.trigger();
		await world.publish(first);
		const { elsewhere, credential } = anotherService();

		await elsewhere.publish(world.trigger({}, { staticData: first.staticData, credential }));

		const [secret] = elsewhere.secrets();
		expect(secret).toMatch(/^[0-9a-f]{64}$/);
		expect(secret).not.toBe(world.derived());
		await world.publish(first);
		expect(world.emulator.destinations()).toHaveLength(1);
		expect(world.stored(first).map((one) => one.baseUrl)).toEqual([credential.baseUrl, BASE_URL]);
	});

	it('at another service begins with the first revision again', async () => {
		const revised = world.trigger({ options: { revision: 2 } });
		await world.publish(revised);
		const { elsewhere, credential } = anotherService();

		await elsewhere.publish(world.trigger({}, { staticData: revised.staticData, credential }));

		expect(elsewhere.emulator.destinations()).toHaveLength(1);
	});

	it('remembers the fifty destinations that were used last', async () => {
		const first = world.trigger();
		await world.publish(first);
		const [registration] = world.stored(first);
		const fifty = Array.from({ length: 50 }, (_, at) => ({ ...registration, formId: `frm_${at}` }));
		const text = JSON.stringify(first.staticData);
		const full = text.replace(JSON.stringify([registration]), JSON.stringify(fifty));
		forgetAll();
		const setup = world.trigger({}, { staticData: JSON.parse(full) as IDataObject });

		await world.publish(setup);

		expect(world.stored(setup)).toEqual([
			...fifty.slice(1),
			expect.objectContaining({ formId: world.formId }),
		]);
	});

	it("works even if the service's response cannot be read", async () => {
		const setup = world.trigger();
		world.emulator.failNext({ status: 204, body: '' });

		await world.publish(setup);
		await world.publish(setup);

		expect(world.stored(setup)).toMatchObject([{ secret: world.derived() }]);
		expect(world.registered).toBe(1);
	});

	it('requires a form', async () => {
		const setup = world.trigger({ formId: { __rl: true, mode: 'list', value: '' } });

		await expect(world.publish(setup)).rejects.toThrow(/No form is chosen\. Choose/);
		expect(world.emulator.requests).toHaveLength(0);
	});

	it('rejects a setting that cannot be read', async () => {
		const setup = world.trigger({ simplify: 'perhaps' });

		await expect(world.publish(setup)).rejects.toThrow(/'Simplify' is stored as "perhaps"/);
		expect(world.emulator.requests).toHaveLength(0);
	});

	it('for the first time stores nothing if it fails, and is not tried again, since the service may have accepted it', async () => {
		const setup = world.trigger();
		world.emulator.failNext('failAfterAccepting');

		await expect(world.publish(setup)).rejects.toThrow(
			/didn't confirm .* may or may not have been created/,
		);

		expect(world.stored(setup)).toEqual([]);
		expect(world.registered).toBe(1);
	});

	it('over a running version goes on if the service is down, and says so', async () => {
		const setup = world.trigger();
		await world.publish(setup);
		world.emulator.failNext({ status: 503 });

		await world.publish({ ...setup, webhookBaseUrl: 'https://new.example.org' }, 'update');

		expect(world.shown).toEqual([expect.stringContaining("didn't confirm")]);
	});

	it('over a running version fails if a person has to change something', async () => {
		const setup = world.trigger();
		await world.publish(setup);
		world.apiKey = world.emulator.addKey({ scopes: READ_SCOPES });
		const moved = { staticData: setup.staticData, webhookBaseUrl: 'https://new.example.org' };

		await expect(world.publish(world.trigger({}, moved), 'update')).rejects.toThrow(
			/write permission/,
		);
	});

	it('at another address of n8n creates one more with another secret; back again, none', async () => {
		const first = world.trigger();
		const moved = { ...first, webhookBaseUrl: 'https://new.example.org' };
		for (const setup of [first, moved, moved, first]) await world.publish(setup);

		const origins = world.emulator.destinations().map(({ url }) => new URL(url).origin);
		expect(origins).toEqual(['https://n8n.example.org', 'https://new.example.org']);
		expect(world.secrets()).toEqual([world.derived(), world.derived(1, 'https://new.example.org')]);
		expect(world.stored(first).at(-1)).toMatchObject({ secret: world.derived() });
	});
});

describe('a form chosen by its name', () => {
	const named = (value: string) => world.trigger({ formId: { __rl: true, mode: 'id', value } });

	it('is registered by its ID, once, in whatever spelling', async () => {
		const setup = named('contact');
		await world.publish(setup);
		await world.publish({ ...named(' Contact\u200b'), staticData: setup.staticData });
		await world.publish(world.trigger({}, { staticData: setup.staticData }));

		expect(world.emulator.destinations()).toMatchObject([{ formId: world.formId }]);
	});

	it('is asked for again if there is none of that name, or several', async () => {
		await expect(world.publish(named('Nothing'))).rejects.toThrow(/"Nothing"/);
		forgetAll();
		world.emulator.addForm({ name: 'Contact' });

		await expect(world.publish(named('Contact'))).rejects.toThrow(/Several forms/);
		expect(world.emulator.destinations()).toEqual([]);
	});
});

describe('nothing is registered, publishing succeeds, and the log says why,', () => {
	const WITHIN_A_MINUTE = 'new submissions run the workflow within a minute, not at once, since';

	it.each<[string, Partial<NodeSetup>, IDataObject, RegExp]>([
		[
			'if it is turned off',
			{},
			{ options: { register: false } },
			/'Register for Immediate Runs' is off/,
		],
		[
			'for all forms',
			{},
			{ formId: { __rl: true, mode: 'list', value: 'all' } },
			/one form at a time/,
		],
		...['http://localhost:5678', 'http://192.168.1.5', 'http://n8n', ''].map(
			(webhookBaseUrl): [string, Partial<NodeSetup>, IDataObject, RegExp] => [
				`where n8n is at "${webhookBaseUrl}"`,
				{ webhookBaseUrl },
				{},
				/can't reach n8n at .*N8N_WEBHOOK_URL .*WEBHOOK_URL .*restart n8n$/,
			],
		),
	])('%s', async (_when, changes, parameters, why) => {
		world.apiKey = world.emulator.addKey({ scopes: READ_SCOPES });
		const setup = world.trigger(parameters, changes);
		world.emulator.addSubmission({ formId: world.formId, createdAt: NOON });

		await world.publish(setup);

		expect(world.registered).toBe(0);
		expect(world.stored(setup)).toEqual([]);
		expect(world.log).toEqual([expect.stringContaining(WITHIN_A_MINUTE)]);
		expect(world.log[0]).toMatch(why);
	});

	it('and an address that appears is registered when n8n starts next', async () => {
		const local = world.trigger({}, { webhookBaseUrl: 'http://localhost:5678' });
		await world.publish(local);

		await world.start({ ...local, webhookBaseUrl: 'https://n8n.example.org' });

		expect(world.emulator.destinations()).toMatchObject([{ url: PRODUCTION_URL }]);
	});
});

it('a service on the same network reaches a local address', async () => {
	const nearby = new Publishing('http://forms.internal:4010');
	nearby.emulator.change({ allowPrivateDestinations: true });

	await nearby.publish(nearby.trigger({}, { webhookBaseUrl: 'http://localhost:5678' }));

	expect(nearby.emulator.destinations()).toHaveLength(1);
});

describe('a key without write permission', () => {
	beforeEach(() => (world.apiKey = world.emulator.addKey({ scopes: READ_SCOPES })));

	it('is an error that names the option with which the key is enough', async () => {
		await expect(world.publish(world.trigger())).rejects.toThrow(
			/write permission.*'Register for Immediate Runs' and leave it off/,
		);
	});
});

describe("n8n's start", () => {
	it('registers what was turned on while the service was down', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({ options: { register: false } }, { staticData }));
		world.emulator.failNext({ status: 503 }, { when: ({ method }) => method === 'POST' });
		await world.publish(world.trigger({}, { staticData }), 'update');
		expect(world.emulator.destinations()).toEqual([]);

		await world.start(world.trigger({}, { staticData }));

		expect(world.emulator.destinations()).toMatchObject([{ url: PRODUCTION_URL }]);
	});

	it('registers nothing that is registered', async () => {
		const setup = world.trigger();
		await world.publish(setup);

		await world.start(setup);

		expect(world.registered).toBe(1);
		expect(world.shown).toEqual([]);
	});

	it('goes on if the service is down, or the key has no write permission, and says so', async () => {
		const setup = world.trigger();
		await world.publish(setup);
		const moved = { ...setup, webhookBaseUrl: 'https://new.example.org' };
		world.apiKey = world.emulator.addKey({ scopes: READ_SCOPES });

		await world.start({ ...moved, credential: { apiKey: world.apiKey } });

		expect(world.shown).toEqual([expect.stringContaining('permission')]);
	});
});

describe('the address', () => {
	it('is awaited while n8n publishes it beside the trigger', async () => {
		const setup = world.trigger();
		const published = world.begin(setup);
		await world.publishAddress(setup);
		await published;

		expect(world.emulator.destinations()).toMatchObject([{ url: PRODUCTION_URL }]);
	});

	it.each([
		[9, 'is registered', 1],
		[11, 'is not', 0],
	])('that n8n tells after %i seconds %s', async (seconds, _what, count) => {
		const setup = world.trigger();
		const published = world.begin(setup);
		const told = sleep(seconds * 1_000).then(async () => await world.publishAddress(setup));
		await Promise.all([published, told]);

		expect(world.registered).toBe(count);
	});

	it('that does not begin as n8n says is none', async () => {
		const setup = world.trigger({ address: 'https://other.example.com/webhook-waiting/1' });
		await world.publish(setup);

		expect(world.registered).toBe(0);
		expect(world.log).toEqual([expect.stringContaining("hasn't told the trigger its address")]);
	});

	it('that n8n never tells is none', async () => {
		await world.begin(world.trigger());

		expect(world.registered).toBe(0);
		expect(world.log).toEqual([expect.stringContaining("hasn't told the trigger its address")]);
	});

	it('is awaited if the node has another webhook than before', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({}, { staticData }));
		const changed = world.trigger({}, { staticData, webhookId: 'another' });
		const told = sleep(1_000).then(async () => await world.publishAddress(changed));
		await Promise.all([world.begin(changed), told]);

		expect(world.emulator.destinations().at(-1)?.url).toContain('/another/');
	});

	it('of the node that was duplicated or imported is another one', async () => {
		const setup = world.trigger();
		await world.publish(setup);

		const copy = world.trigger({}, { workflowId: 'workflow2', nodeId: `${world.nodeId} too` });
		await world.publish(copy);

		const paths = world.emulator.destinations().map(({ url }) => new URL(url).pathname);
		expect(paths.map((path) => path.split('/').at(-1))).toEqual(['workflow1', 'workflow2']);
	});
});
