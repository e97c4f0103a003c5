import type { Destination } from '../emulator';
import { CREDENTIAL_TYPE } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { useHost, PUBLICATION_MODES } from './support/host';
import { publishTrigger } from './support/publishTrigger';
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

	it('that the service did not take while n8n published over a running version is made at the next start', async () => {
		const { emulator, n8n } = host();
		const trigger = await publishTrigger(host(), { options: { register: false } });
		const { workflowId: id, formId, make } = trigger;
		emulator.failNext(
			{ status: 503 },
			{ times: Infinity, when: ({ method }) => method === 'POST' },
		);
		await n8n.workflows.update(id, make({ credential: host().credential, formId }));
		await n8n.workflows.publish(id);

		await trigger.untilRun(await trigger.submit());
		expect(emulator.destinations(formId)).toEqual([]);
		emulator.clearFaults();
		await host().stop();
		await host().start();

		await waitFor('the destination', () => emulator.destinations(formId)[0]);
		await trigger.submit();
		// With the error that it showed.
		const ids = (await trigger.everything()).filter((one) => one !== 'undefined');
		expect(ids).toEqual(trigger.wanted);
	});

	it('with a key that may not write fails, and the error names the option that needs no registration', async () => {
		const { emulator, n8n, baseUrl } = host();
		const values = { baseUrl, apiKey: emulator.addKey() };
		const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'May read', values);
		const { publish, change } = await setUp({ credential });

		await expect(publish()).rejects.toThrow(
			/write permission.*'Register for Immediate Runs' and leave it off/,
		);
		await change({ options: { register: false } });
	});
});
