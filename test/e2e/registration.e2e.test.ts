import { READ_SCOPES, WRITE_SCOPE, type Destination } from '../emulator';
import { CREDENTIAL_TYPE, POLLING_TRIGGER } from '../sandbox/client/workflowFile';
import { useHost, PUBLICATION_MODES } from './support/host';
import { triggerWorkflow, type TriggerSetup } from './support/triggerWorkflow';

describe.each(PUBLICATION_MODES)('Registration of the trigger in %s', (_mode, env) => {
	const host = useHost(() => env);

	afterEach(() => host().emulator.assertNoUnusedFaults());

	/** Creates a new workflow for a new form. */
	async function setUp(setup: Partial<TriggerSetup> = {}) {
		const form = host().emulator.addForm({ name: 'Contact' });
		const make = triggerWorkflow();
		const whole = { credential: host().credential, formId: form.id, ...setup };
		const { id } = await host().n8n.workflows.create(make(whole));
		const publish = async () => await host().n8n.workflows.publish(id);
		return {
			id,
			form,
			/** The path of the production URL that the trigger's panel shows. */
			path: `${make(whole).nodes[0]?.webhookId}/webhook`,
			publish,
			destinations: () => host().emulator.destinations(form.id),
			async change(changes: Partial<TriggerSetup>) {
				await host().n8n.workflows.update(id, make({ ...whole, ...changes }));
				await publish();
			},
		};
	}

	it('keeps one destination, which works, whatever is done to the workflow or n8n', async () => {
		const { id, form, publish, change, destinations } = await setUp();
		await publish();
		const registered = destinations();
		expect(registered.map(({ secret }) => secret)).toEqual([
			expect.stringMatching(/^[0-9a-f]{64}$/),
		]);
		const steps: Array<() => Promise<unknown>> = [
			async () => undefined,
			async () => await host().n8n.workflows.unpublish(id).then(publish),
			async () => await change({ otherNodeText: 'second' }),
			async () => await change({ otherNodeText: 'second', position: [50, 50] }),
			async () => await change({ otherNodeText: 'second', name: 'Renamed' }),
			async () =>
				await host()
					.stop()
					.then(() => host().start()),
			async () =>
				await host()
					.kill()
					.then(() => host().start()),
		];
		for (const step of steps) {
			await step();
			const { submission, results } = await host().emulator.submit(form.id, { name: 'Ada' });
			expect(results.map(({ status }) => status)).toEqual([200]);
			const [destination] = destinations();
			const forged = { ...destination, secret: 'f'.repeat(64) } as Destination;
			const delivery = host().emulator.buildDelivery(submission, forged);
			expect((await host().emulator.deliver(delivery)).status).toBe(401);
			expect(destinations()).toEqual(registered);
		}
		expect(await host().n8n.executions.waitForCount(id, steps.length)).toHaveLength(steps.length);
	});

	it('keeps a new registration that a polling trigger in the same workflow overwrites', async () => {
		const renewed = await host().n8n.credentials.create(CREDENTIAL_TYPE, 'Renewed', {
			baseUrl: host().baseUrl,
			apiKey: host().apiKey,
		});
		const setup = { withPolling: true, credential: renewed };
		const { id, form, publish, change, destinations } = await setUp(setup);
		await publish();
		// The polling trigger keeps its copy of the workflow's data from before this change.
		await change({ ...setup, options: { revision: 2 } });
		expect(destinations()).toHaveLength(2);
		// With another key, a lost secret can't be derived again.
		const apiKey = host().emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		await host().n8n.credentials.update(renewed, { baseUrl: host().baseUrl, apiKey });

		const polled = host().emulator.addSubmission({ formId: form.id });
		const [execution] = await host().n8n.executions.waitForCount(id, 1);
		expect(execution?.output(POLLING_TRIGGER)[0]?.id).toBe(polled.id);
		await host().stop();
		await host().start();

		const { results } = await host().emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([401, 200]);
	});

	it('receives deliveries at the URL in the panel when manual, and asks for the secret', async () => {
		const { id, form, path, publish, change, destinations } = await setUp({
			registration: 'manual',
		});
		await expect(publish()).rejects.toThrow(/Webhook Secret/);

		const secret = 'entered-by-a-person';
		const data = {
			baseUrl: host().baseUrl,
			apiKey: host().apiKey,
			webhookSecret: `\u200b${secret}\n`,
		};
		const credential = await host().n8n.credentials.create(CREDENTIAL_TYPE, 'Manual', data);
		await change({ registration: 'manual', credential });
		expect(destinations()).toEqual([]);

		const url = `${host().url}/webhook/${path}`;
		host().emulator.addDestination({ formId: form.id, url, secret });
		const { results } = await host().emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([200]);
		await host().n8n.executions.waitForCount(id, 1);
	});
});
