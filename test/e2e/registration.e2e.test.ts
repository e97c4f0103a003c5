import { READ_SCOPES } from '../../emulator';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import {
	createRestartableHost,
	PUBLICATION_MODES,
	type RestartableHost,
} from './support/restartableHost';
import { triggerWorkflow, type TriggerSetup } from './support/triggerWorkflow';

describe.each(PUBLICATION_MODES)('Registration of the trigger in %s', (_mode, env) => {
	let host: RestartableHost;

	beforeAll(async () => {
		host = await createRestartableHost(env);
	}, 300_000);

	afterAll(async () => await host?.end(), 60_000);

	afterEach(() => host.emulator.assertNoUnusedFaults());

	/** A workflow of its own on a form of its own. */
	async function setUp(setup: Partial<TriggerSetup> = {}) {
		const form = host.emulator.addForm({ name: 'Contact' });
		const make = triggerWorkflow();
		const whole = { credential: host.credential, formId: form.id, ...setup };
		const { id } = await host.n8n().workflows.create(make(whole));
		const publish = async () => await host.n8n().workflows.publish(id);
		return {
			id,
			form,
			/** Of the production URL, as the trigger's panel shows it. */
			path: `${make(whole).nodes[0]?.webhookId}/webhook`,
			publish,
			destinations: () => host.emulator.destinations(form.id),
			async change(changes: Partial<TriggerSetup>) {
				await host.n8n().workflows.update(id, make({ ...whole, ...changes }));
				await publish();
			},
		};
	}

	it('keeps one destination over everything that is done to a workflow and to n8n', async () => {
		const { id, form, publish, change, destinations } = await setUp();
		await publish();
		const registered = destinations();
		expect(registered).toHaveLength(1);
		expect(registered[0]?.secret).toMatch(/^[0-9a-f]{64}$/);

		await host.n8n().workflows.unpublish(id);
		await publish();
		expect(destinations()).toEqual(registered);
		await change({ otherNodeText: 'second' });
		expect(destinations()).toEqual(registered);
		await change({ otherNodeText: 'second', position: [50, 50] });
		expect(destinations()).toEqual(registered);
		await change({ otherNodeText: 'second', name: 'Renamed' });
		expect(destinations()).toEqual(registered);
		await host.stop();
		await host.start();
		expect(destinations()).toEqual(registered);
		await host.kill();
		await host.start();
		expect(destinations()).toEqual(registered);

		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([200]);
		await host.n8n().executions.waitForCount(id, 1);
	});

	it('registers once more for another form or revision, and uses the first again', async () => {
		const { form, publish, change, destinations } = await setUp();
		const other = host.emulator.addForm({ name: 'Other' });
		await publish();
		const [first] = destinations();

		await change({ formId: other.id });
		expect(host.emulator.destinations(other.id)).toHaveLength(1);
		await change({ formId: form.id });
		expect(destinations()).toEqual([first]);
		await change({ options: { revision: 2 } });
		const [, second] = destinations();
		expect(destinations()).toHaveLength(2);
		expect(second?.secret).not.toBe(first?.secret);
		await change({ options: { revision: 1 } });
		expect(destinations()).toHaveLength(2);
	});

	it('leaves one test destination after five listens for a test event', async () => {
		const { id, form, destinations } = await setUp();

		for (let listen = 0; listen < 5; listen++) {
			await host.n8n().executions.listen(id, 'New Submission');
			await host.n8n().executions.cancelListening(id);
		}
		expect(destinations()).toHaveLength(1);

		await host.n8n().executions.listen(id, 'New Submission');
		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([200]);
		const [execution] = await host.n8n().executions.waitForCount(id, 1);
		expect(execution?.output('New Submission')[0]).toMatchObject({ name: 'Ada' });
		expect(destinations()).toHaveLength(1);
	});

	it('names manual registration where the key has no write permission, and leaves nothing', async () => {
		const apiKey = host.emulator.addKey({ scopes: [...READ_SCOPES] });
		const data = { baseUrl: host.baseUrl, apiKey };
		const credential = await host.n8n().credentials.create(CREDENTIAL_TYPE, 'Read only', data);
		const { publish, destinations } = await setUp({ credential });

		await expect(publish()).rejects.toThrow(/set Registration to Manual/);
		expect(destinations()).toEqual([]);
	});

	it('runs a submission once though the service accepted several attempts to register', async () => {
		const { id, form, publish, destinations } = await setUp();
		host.emulator.failNext('failAfterAccepting', { when: ({ method }) => method === 'POST' });

		// n8n tries again by itself in one mode; in the other a person publishes again.
		await publish().catch(publish);
		const secrets = new Set(destinations().map(({ secret }) => secret));
		expect(destinations().length).toBeGreaterThan(1);
		expect(secrets.size).toBe(1);

		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.some(({ status }) => status === 200)).toBe(true);
		expect(results.every(({ status }) => status === 200 || status === 503)).toBe(true);
		expect(await host.n8n().executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it('accepts every delivery beside a polling trigger in the same workflow', async () => {
		const { form, publish, change, destinations } = await setUp({ withPolling: true });
		await publish();

		await change({ withPolling: true, name: 'Renamed' });
		await host.stop();
		await host.start();
		await change({ withPolling: true, name: 'Renamed', otherNodeText: 'second' });

		expect(destinations().length).toBeLessThanOrEqual(2);
		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.every(({ status }) => status === 200)).toBe(true);
	});

	it('receives at the URL of the panel with manual registration, and asks for the secret', async () => {
		const { id, form, path, publish, change, destinations } = await setUp({
			registration: 'manual',
		});
		await expect(publish()).rejects.toThrow(/Webhook Secret/);

		const secret = 'entered-by-a-person';
		const data = { baseUrl: host.baseUrl, apiKey: host.apiKey, webhookSecret: secret };
		const credential = await host.n8n().credentials.create(CREDENTIAL_TYPE, 'Manual', data);
		await change({ registration: 'manual', credential });
		expect(destinations()).toEqual([]);

		const url = `${host.server().url}/webhook/${path}`;
		host.emulator.addDestination({ formId: form.id, url, secret });
		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([200]);
		await host.n8n().executions.waitForCount(id, 1);
	});
});
