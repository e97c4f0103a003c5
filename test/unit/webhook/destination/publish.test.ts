import { forgetAll } from '../../../../nodes/FormSubmissions/general/processMemory';
import { WRITE_SCOPE } from '../../../emulator';
import { BASE_URL } from '../../../support/baseUrl';
import type { NodeSetup } from '../../../support/n8n';
import { Publishing, reload } from '../../../support/publishing';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/webhook';

let world: Publishing;

beforeEach(() => (world = new Publishing()));

afterEach(() => world.emulator.assertNoUnusedFaults());

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
		await world.unpublish(first);
		forgetAll();
		const others = { simplify: false, options: { skipRepeated: false } };
		const again = world.trigger(others, { ...changes, staticData: reload(first.staticData) });

		await world.publish(again);
		await world.unpublish(again);
		await world.publish(again);

		expect(world.emulator.destinations()).toHaveLength(1);
		expect(world.stored(again)).toHaveLength(1);
	});

	it('for a form that was entered by name needs no answer once it is registered', async () => {
		const byName = { formId: { __rl: true, mode: 'id', value: 'Contact' } };
		const { staticData } = world.trigger();
		await world.publish(world.trigger(byName, { staticData }));
		forgetAll();
		world.emulator.failNext({ status: 503 }, { times: Infinity });

		expect(await world.exists(world.trigger(byName, { staticData: reload(staticData) }))).toBe(
			true,
		);
		world.emulator.clearFaults();
	});

	it('for a form that was entered by name is refused once no form has that name', async () => {
		const form = world.emulator.addForm({ name: 'Sales' });
		const byName = { formId: { __rl: true, mode: 'id', value: 'Sales' } };
		const { staticData } = world.trigger();
		await world.publish(world.trigger(byName, { staticData }));
		forgetAll();
		Object.assign(form, { name: 'Support' });

		const again = world.exists(world.trigger(byName, { staticData: reload(staticData) }));
		await expect(again).rejects.toThrow(/"Sales"/);
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
		world.apiKey = world.emulator.addKey({ scopes: [WRITE_SCOPE] });

		await world.publish(world.trigger({}, { staticData }));

		expect(world.secrets()).toEqual([before]);
	});

	it('at another service registers there with another secret, and then at the first one again', async () => {
		const first = world.trigger();
		await world.publish(first);
		const elsewhere = new Publishing('https://api.others.test');
		elsewhere.emulator.addForm({ id: world.formId });
		const { apiKey, baseUrl } = elsewhere;
		const credential = { apiKey, baseUrl };

		await elsewhere.publish(world.trigger({}, { staticData: first.staticData, credential }));

		const [secret] = elsewhere.secrets();
		expect(secret).toMatch(/^[0-9a-f]{64}$/);
		expect(secret).not.toBe(world.derived());
		expect(await world.exists(first)).toBe(true);
		expect(world.stored(first).map((one) => one.baseUrl)).toEqual([baseUrl, BASE_URL]);
	});

	it("works even if the service's response cannot be read", async () => {
		const setup = world.trigger();
		world.emulator.failNext({ status: 204, body: '' });

		await world.publish(setup);

		expect(world.stored(setup)).toMatchObject([{ secret: world.derived() }]);
		expect(await world.exists(setup)).toBe(true);
	});

	it('requires a form', async () => {
		const setup = world.trigger({ formId: { __rl: true, mode: 'list', value: '' } });

		await expect(world.publish(setup)).rejects.toThrow(/No form is chosen\. Choose/);
		expect(world.emulator.requests).toHaveLength(0);
	});

	it('rejects a setting with which no delivery could be read', async () => {
		const setup = world.trigger({ simplify: 'perhaps' });

		await expect(world.exists(setup)).rejects.toThrow(/^'Simplify' is stored as "perhaps"/);
		expect(world.emulator.requests).toHaveLength(0);
	});

	it('that fails stores nothing, and is not tried again, since the service may have accepted it', async () => {
		const setup = world.trigger();
		world.emulator.failNext('failAfterAccepting');

		await expect(world.publish(setup)).rejects.toThrow(
			/didn't confirm .* may or may not have been created/,
		);

		expect(setup.staticData?.global ?? {}).toEqual({});
		expect(world.emulator.requests).toHaveLength(1);
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

describe('manual registration', () => {
	const manual = (changes: Partial<NodeSetup> = {}) =>
		world.trigger({ registration: 'manual' }, changes);

	it('with a webhook secret publishes without any request or public address, even by name', async () => {
		const setup = manual({
			credential: { apiKey: world.apiKey, webhookSecret: '\u200bof the dashboard\n' },
			webhookBaseUrl: 'http://localhost:5678',
		});
		setup.parameters.formId = { __rl: true, mode: 'id', value: 'Contact' };

		await world.publish(setup);

		expect(world.emulator.requests).toHaveLength(0);
		expect(setup.staticData?.global ?? {}).toEqual({});
	});

	it.each([
		['', /no webhook secret.*Create a long random string, and enter it both in 'Webhook Secret'/],
		[' \n\t', /no webhook secret/],
		['\u200b s', /begins or ends with a space\. Remove/],
		['s\u00a0\n', /begins or ends with a space\. Remove/],
	])('with the webhook secret %j is refused', async (webhookSecret, message) => {
		const setup = manual({ credential: { apiKey: world.apiKey, webhookSecret } });

		await expect(world.publish(setup)).rejects.toThrow(message);
	});

	it('does not adopt an earlier automatic registration', async () => {
		const { staticData } = world.trigger();
		await world.publish(world.trigger({}, { staticData }));

		expect(await world.exists(manual({ staticData }))).toBe(false);
	});
});

describe('an n8n instance without a public address', () => {
	it.each(['http://localhost:5678', ''])(
		'is told before the service is asked, with both ways out: %j',
		async (webhookBaseUrl) => {
			await expect(world.publish(world.trigger({}, { webhookBaseUrl }))).rejects.toThrow(
				/^The service can't reach n8n at .*\. Use the Form Submissions Polling Trigger .*ask the person who installed n8n.*N8N_WEBHOOK_URL.*WEBHOOK_URL.*restart n8n\.$/,
			);
			expect(world.emulator.requests).toHaveLength(0);
		},
	);

	it('may use a service on the same network', async () => {
		const nearby = new Publishing('http://forms.internal:4010');
		nearby.emulator.change({ allowPrivateDestinations: true });

		await nearby.publish(nearby.trigger({}, { webhookBaseUrl: 'http://localhost:5678' }));

		expect(nearby.emulator.destinations()).toHaveLength(1);
	});
});
