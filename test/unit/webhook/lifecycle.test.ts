import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import { createEmulator, WRITE_SCOPE, type Emulator } from '../../emulator';
import { webhookContext, type NodeSetup } from '../../support/n8n';
import { BASE_URL, connectNetwork, disconnectNetwork } from '../../support/network';
import { exists, publish, Publishing, reload, unpublish } from '../../support/publishing';

const PRODUCTION_URL =
	'https://n8n.example.org/webhook/c0ffee00-0000-4000-8000-000000000002/webhook';

let world: Publishing;

beforeEach(() => (world = new Publishing()));

afterEach(() => world.stop());

describe('publishing', () => {
	it("creates one destination with the trigger's URL and secret, and remembers it", async () => {
		const setup = world.trigger();

		await publish(setup);

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
		await publish(first);
		await unpublish(first);
		forgetAll();
		const others = { simplify: false, options: { skipRepeated: false } };
		const again = world.trigger(others, { ...changes, staticData: reload(first.staticData) });

		await publish(again);
		await unpublish(again);
		await publish(again);

		expect(world.emulator.destinations()).toHaveLength(1);
		expect(world.stored(again)).toHaveLength(1);
	});

	it('for another form creates one more, and then none for the first one again', async () => {
		const other = world.emulator.addForm({ name: 'Other' }).id;
		const { staticData } = world.trigger();
		const onOther = { formId: { __rl: true, mode: 'id', value: ` ${other} ` } };
		await publish(world.trigger({}, { staticData }));

		await publish(world.trigger(onOther, { staticData }));
		expect(world.emulator.destinations().map((one) => one.formId)).toEqual([world.formId, other]);

		await publish(world.trigger({}, { staticData }));
		await publish(world.trigger(onOther, { staticData }));
		expect(world.emulator.destinations()).toHaveLength(2);
	});

	it('with a higher revision creates exactly one more, with another secret', async () => {
		const { staticData } = world.trigger();
		await publish(world.trigger({}, { staticData }));
		const revised = world.trigger({ options: { revision: 2 } }, { staticData });

		await publish(revised);
		await publish(revised);

		const secrets = world.secrets();
		expect(secrets).toEqual([world.derived(1), world.derived(2)]);
	});

	it.each([1, 2])('with a lower revision (%i) says which one continues', async (revision) => {
		const { staticData } = world.trigger();
		await publish(world.trigger({ options: { revision: 3 } }, { staticData }));

		await expect(publish(world.trigger({ options: { revision } }, { staticData }))).rejects.toThrow(
			/set to 3\. Set that option to 3 to continue, or to 4/,
		);

		expect(world.emulator.destinations()).toHaveLength(1);
	});

	it('after n8n has lost what was stored creates at most one more, with the same secret', async () => {
		await publish(world.trigger());
		forgetAll();

		const lost = world.trigger();
		await publish(lost);
		await publish(lost);

		const secrets = world.secrets();
		expect(secrets).toEqual([world.derived(), world.derived()]);
	});

	it('with a new API key reuses the destination and its secret', async () => {
		const { staticData } = world.trigger();
		await publish(world.trigger({}, { staticData }));
		const before = world.derived();
		world.apiKey = world.emulator.addKey({ scopes: [WRITE_SCOPE] });

		await publish(world.trigger({}, { staticData }));

		expect(world.secrets()).toEqual([before]);
	});

	it('at another service registers there with another secret, and then at the first one again', async () => {
		const first = world.trigger();
		await publish(first);
		disconnectNetwork();
		const elsewhere = createEmulator();
		const otherUrl = 'https://api.others.test';
		const otherKey = elsewhere.addKey({ scopes: [WRITE_SCOPE] });
		elsewhere.addForm({ id: world.formId });
		connectNetwork(elsewhere, otherUrl);

		const credential = { apiKey: otherKey, baseUrl: otherUrl };
		await publish(world.trigger({}, { staticData: first.staticData, credential }));

		const [destination] = elsewhere.destinations();
		expect(destination?.secret).toMatch(/^[0-9a-f]{64}$/);
		expect(destination?.secret).not.toBe(world.derived());
		expect(await exists(first)).toBe(true);
		expect(world.stored(first).map(({ baseUrl }) => baseUrl)).toEqual([otherUrl, BASE_URL]);
	});

	it("works even if the service's response cannot be read", async () => {
		const setup = world.trigger();
		world.emulator.failNext({ status: 204, body: '' });

		await publish(setup);

		expect(world.stored(setup)).toMatchObject([{ secret: world.derived() }]);
		expect(await exists(setup)).toBe(true);
	});

	it('for sixty forms keeps the last fifty registrations', async () => {
		const { staticData } = world.trigger();
		const ids = Array.from({ length: 60 }, () => world.emulator.addForm().id);
		for (const value of ids) {
			const formId = { __rl: true, mode: 'id', value };
			await publish(world.trigger({ formId }, { staticData }));
		}

		const stored = world.stored(world.trigger({}, { staticData }));
		expect(stored.map((one) => one.formId)).toEqual(ids.slice(-50));
	});

	it('requires a form', async () => {
		const setup = world.trigger({ formId: { __rl: true, mode: 'list', value: '' } });

		await expect(publish(setup)).rejects.toThrow(/No form is chosen\. Choose/);
		expect(world.emulator.requests).toHaveLength(0);
	});
});

describe('publishing at another address of n8n', () => {
	const NEW = 'https://new.example.org';
	const at = (webhookBaseUrl: string, setup: NodeSetup): NodeSetup => ({
		...setup,
		webhookBaseUrl,
	});

	it('creates one more destination there, with another secret', async () => {
		const setup = world.trigger();
		await publish(setup);

		await publish(at(NEW, setup));
		await publish(at(NEW, setup));

		const urls = world.emulator.destinations().map(({ url }) => new URL(url).origin);
		expect(urls).toEqual(['https://n8n.example.org', NEW]);
		expect(world.secrets()).toEqual([world.derived(), world.derived(1, NEW)]);
	});

	it('and back uses the first destination and its secret again', async () => {
		const setup = world.trigger();
		await publish(setup);
		await publish(at(NEW, setup));

		await publish(setup);

		expect(world.secrets()).toHaveLength(2);
		expect(world.stored(setup).at(-1)).toMatchObject({ secret: world.derived() });
	});

	it('fails without any change to what is stored', async () => {
		const setup = world.trigger();
		await publish(setup);
		const before = world.stored(setup);
		world.emulator.failNext({ status: 500 });

		await expect(publish(at(NEW, setup))).rejects.toThrow();

		expect(world.stored(setup)).toEqual(before);
	});
});

describe('a publication that fails', () => {
	type Failure = [string, Parameters<Emulator['failNext']>[0], RegExp];

	it.each<Failure>([
		['401', { status: 401 }, /rejected the API key.*Enter a valid key/],
		['402', { status: 402 }, /plan.*Check the plan/],
		['403', { status: 403 }, /write permission.*'Registration' to Manual.*Polling Trigger/],
		[
			'404',
			{ status: 404 },
			/No form in this workspace has the name or ID.*choose it from the list again/,
		],
		['422', { status: 422 }, /address of this workflow may be.*WEBHOOK_URL.*Polling Trigger/],
		[
			'500',
			{ status: 500 },
			/\(status: 500\).* may or may not have been created.* check the base URL/,
		],
		[
			'a time-out',
			'hang',
			/may or may not have been created\. Publish the workflow again.*dashboard/,
		],
		[
			'a connection cut after it was accepted',
			'failAfterAccepting',
			/\(status: none\).*may or may not have been created\..*look in the service's dashboard.*delete one of them\..*several webhook processes/,
		],
		[
			'a redirect',
			{ redirect: 'https://other.test/' },
			/redirected the request to another address.*not followed/,
		],
		['{ ok: false }', { body: '{"ok":false}' }, /didn't confirm that the request succeeded/],
	])('with %s says why and what to do, and stores nothing', async (_what, fault, message) => {
		const setup = world.trigger();
		world.emulator.failNext(fault);

		await expect(publish(setup)).rejects.toThrow(message);

		expect(world.stored(setup)).toEqual([]);
		expect(setup.staticData?.global ?? {}).toEqual({});
		expect(world.emulator.requests).toHaveLength(1);
	});
});

describe('unpublishing', () => {
	it('sends nothing to the service and keeps what is registered', async () => {
		const setup = world.trigger();
		await publish(setup);
		const before = JSON.stringify(setup.staticData);
		world.emulator.clearRequests();

		await unpublish(setup);

		expect(world.emulator.requests).toHaveLength(0);
		expect(JSON.stringify(setup.staticData)).toBe(before);
	});
});

describe('a form chosen by its name', () => {
	const named = (value: string) => world.trigger({ formId: { __rl: true, mode: 'id', value } });

	it('is registered by its ID, once, in whatever spelling', async () => {
		const setup = named('contact');
		await publish(setup);
		await publish({ ...named(' Contact\u200b'), staticData: setup.staticData });
		await publish(world.trigger({}, { staticData: setup.staticData }));

		expect(world.emulator.destinations()).toMatchObject([{ formId: world.formId }]);
	});

	it('receives deliveries with the secret that was registered, although the key has changed', async () => {
		const setup = named('Contact');
		setup.parameters.mode = 'deliveries';
		await publish(setup);
		const [destination] = world.emulator.destinations();
		if (!destination) throw new Error('Nothing was registered');
		const submission = world.emulator.addSubmission({ formId: world.formId });
		const { headers, body } = world.emulator.buildDelivery(submission, destination);
		const request = {
			headers: Object.fromEntries(new Headers(headers)),
			rawBody: Buffer.from(body),
		};

		const { context } = webhookContext({ ...setup, credential: { apiKey: 'renewed' } }, request);
		const { workflowData } = await new FormSubmissionsTrigger().webhook.call(context);

		expect(workflowData?.[0]?.[0]?.json).toMatchObject({ id: submission.id });
	});

	it('is asked for again if there is none of that name, or several', async () => {
		await expect(publish(named('Nothing'))).rejects.toThrow(/"Nothing"/);
		forgetAll();
		world.emulator.addForm({ name: 'Contact' });

		await expect(publish(named('Contact'))).rejects.toThrow(/Several forms/);
		expect(world.emulator.destinations()).toEqual([]);
	});
});

describe('manual registration', () => {
	const manual = (changes: Partial<NodeSetup> = {}) =>
		world.trigger({ registration: 'manual' }, changes);

	it('with a webhook secret publishes without any request or public address, even by name', async () => {
		const setup = manual({
			credential: { apiKey: world.apiKey, webhookSecret: 'of the dashboard' },
			webhookBaseUrl: 'http://localhost:5678',
		});
		setup.parameters.formId = { __rl: true, mode: 'id', value: 'Contact' };

		await publish(setup);

		expect(world.emulator.requests).toHaveLength(0);
		expect(setup.staticData?.global ?? {}).toEqual({});
	});

	it.each(['', undefined, '   ', ' \n\t', 5])(
		'with the webhook secret %p is refused',
		async (webhookSecret) => {
			const setup = manual({ credential: { apiKey: world.apiKey, webhookSecret } });

			await expect(publish(setup)).rejects.toThrow(
				/no webhook secret.*Create a long random string, and enter it both in 'Webhook Secret'/,
			);
			expect(world.emulator.requests).toHaveLength(0);
		},
	);

	it.each([' s', 's ', '\u200b s', 's\u00a0\n'])(
		'with a webhook secret that begins or ends with a space (%j) is refused',
		async (webhookSecret) => {
			const setup = manual({ credential: { apiKey: world.apiKey, webhookSecret } });

			await expect(publish(setup)).rejects.toThrow(/begins or ends with a space\. Remove/);
		},
	);

	it.each(['\u200bs\u200e', 's\n', 'two words'])(
		'with a webhook secret such as %j is published',
		async (webhookSecret) => {
			const setup = manual({ credential: { apiKey: world.apiKey, webhookSecret } });

			await expect(publish(setup)).resolves.toEqual([]);
		},
	);

	it('does not adopt an earlier automatic registration', async () => {
		const { staticData } = world.trigger();
		await publish(world.trigger({}, { staticData }));

		expect(await exists(manual({ staticData }))).toBe(false);
	});
});

describe('an n8n instance without a public address', () => {
	const at = (webhookBaseUrl: string) => publish(world.trigger({}, { webhookBaseUrl }));

	it('is told before the service is asked, with both ways out', async () => {
		await expect(at('http://localhost:5678')).rejects.toThrow(
			/can't reach this n8n instance at http:\/\/localhost:5678, .*Ask the person who installed n8n.*N8N_WEBHOOK_URL.*WEBHOOK_URL.*restart n8n.*Form Submissions Polling Trigger/,
		);
		expect(world.emulator.requests).toHaveLength(0);
	});

	it.each(['https://n8n.corp.internal', 'https://10.1.2.3', 'http://[::1]:5678', 'n8n', ''])(
		'is recognized by any such address: %p',
		async (webhookBaseUrl) => {
			await expect(at(webhookBaseUrl)).rejects.toThrow(/can't reach this n8n instance/);
		},
	);

	it.each(['http://forms.internal:4010', 'http://192.168.1.5', 'http://[::1]'])(
		'may use a service on the same network: %s',
		async (baseUrl) => {
			disconnectNetwork();
			world.emulator = createEmulator({ allowPrivateDestinations: true });
			world.apiKey = world.emulator.addKey({ scopes: [WRITE_SCOPE] });
			world.formId = world.emulator.addForm().id;
			connectNetwork(world.emulator, baseUrl);
			const credential = { apiKey: world.apiKey, baseUrl };

			await publish(world.trigger({}, { webhookBaseUrl: 'http://localhost:5678', credential }));

			expect(world.emulator.destinations()).toHaveLength(1);
		},
	);
});
