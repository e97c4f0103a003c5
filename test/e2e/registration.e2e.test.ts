/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Destination } from '../emulator';
import { connectToN8n } from '../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../sandbox/client/workflowFile';
import { freePort } from '../sandbox/host/freePort';
import { startN8n } from '../sandbox/host/n8nServer';
import { startTemporaryN8n } from '../sandbox/host/temporaryN8n';
import { runN8nCommand } from './support/commandLine';
import {
	createRestartableHost,
	PUBLICATION_MODES,
	type RestartableHost,
} from './support/restartableHost';
import { POLLING_NODE, triggerWorkflow, type TriggerSetup } from './support/triggerWorkflow';

describe.each(PUBLICATION_MODES)('Registration of the trigger in %s', (_mode, env) => {
	let host: RestartableHost;

	beforeAll(async () => {
		host = await createRestartableHost(env);
	});

	afterAll(async () => await host?.end());

	afterEach(() => host.emulator.assertNoUnusedFaults());

	/** Creates a new workflow for a new form. */
	async function setUp(setup: Partial<TriggerSetup> = {}) {
		const form = host.emulator.addForm({ name: 'Contact' });
		const make = triggerWorkflow();
		const whole = { credential: host.credential, formId: form.id, ...setup };
		const { id } = await host.n8n().workflows.create(make(whole));
		const publish = async () => await host.n8n().workflows.publish(id);
		return {
			id,
			form,
			/** The path of the production URL that the trigger's panel shows. */
			path: `${make(whole).nodes[0]?.webhookId}/webhook`,
			publish,
			file: (changes: Partial<TriggerSetup>) => make({ ...whole, ...changes }),
			destinations: () => host.emulator.destinations(form.id),
			async change(changes: Partial<TriggerSetup>) {
				await host.n8n().workflows.update(id, make({ ...whole, ...changes }));
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
			async () => await host.n8n().workflows.unpublish(id).then(publish),
			async () => await change({ otherNodeText: 'second' }),
			async () => await change({ otherNodeText: 'second', position: [50, 50] }),
			async () => await change({ otherNodeText: 'second', name: 'Renamed' }),
			async () => await host.stop().then(() => host.start()),
			async () => await host.kill().then(() => host.start()),
		];
		for (const step of steps) {
			await step();
			const { submission, results } = await host.emulator.submit(form.id, { name: 'Ada' });
			expect(results.map(({ status }) => status)).toEqual([200]);
			const [destination] = destinations();
			const forged = { ...destination, secret: 'f'.repeat(64) } as Destination;
			const delivery = host.emulator.buildDelivery(submission, forged);
			expect((await host.emulator.deliver(delivery)).status).toBe(401);
			expect(destinations()).toEqual(registered);
		}
		expect(await host.n8n().executions.waitForCount(id, steps.length)).toHaveLength(steps.length);
	});

	it('refuses deliveries from the previous service once it is published with another', async () => {
		const { id, form, publish, change, destinations } = await setUp();
		const former = await host.n8n().credentials.create(CREDENTIAL_TYPE, 'Moving', {
			baseUrl: host.baseUrl,
			apiKey: host.apiKey,
		});
		await change({ credential: former });
		const [first] = destinations();
		const other = createEmulator({ allowPrivateDestinations: true });
		const elsewhere = {
			baseUrl: await other.listen(),
			apiKey: other.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] }),
		};
		try {
			other.addForm({ id: form.id, name: 'Contact' });
			expect((await host.emulator.submit(form.id, { name: 'Ada' })).results[0]?.status).toBe(200);

			await host.n8n().credentials.update(former, elsewhere);
			await change({ credential: former, otherNodeText: 'second' });
			await host.n8n().workflows.unpublish(id);
			await publish();
			const [second] = other.destinations(form.id);
			expect(second?.secret).toMatch(/^[0-9a-f]{64}$/);
			expect(second?.secret).not.toBe(first?.secret);
			expect((await other.submit(form.id, { name: 'Bob' })).results[0]?.status).toBe(200);
			expect((await host.emulator.submit(form.id, { name: 'Eve' })).results[0]?.status).toBe(401);
			const executions = await host.n8n().executions.waitForCount(id, 2);
			const names = executions.map((execution) => execution.output('New Submission')[0]?.name);
			expect(names).toEqual(['Ada', 'Bob']);
		} finally {
			await other.stop();
		}
	});

	it('keeps the secret across a restart and a new API key for the same service', async () => {
		const renewed = await host.n8n().credentials.create(CREDENTIAL_TYPE, 'Renewed', {
			baseUrl: host.baseUrl,
			apiKey: host.apiKey,
		});
		const { id, form, publish, destinations } = await setUp({ credential: renewed });
		await publish();
		const registered = destinations();
		const apiKey = host.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		await host.n8n().credentials.update(renewed, { baseUrl: `${host.baseUrl}/v1/`, apiKey });
		await host.stop();
		await host.start();

		expect((await host.emulator.submit(form.id, { name: 'Ada' })).results[0]?.status).toBe(200);
		await host.n8n().workflows.unpublish(id);
		await publish();

		expect(destinations()).toEqual(registered);
		expect((await host.emulator.submit(form.id, { name: 'Bob' })).results[0]?.status).toBe(200);
	});

	it('registers the form whose name was entered, and receives its deliveries', async () => {
		const form = host.emulator.addForm({ name: 'Anfrage für „Räume“' });
		const { id, publish, change } = await setUp({ formId: 'anfrage für „räume“' });
		await publish();
		await change({ formId: 'Anfrage für „Räume“' });
		await host.stop();
		await host.start();

		expect(host.emulator.destinations(form.id)).toHaveLength(1);
		expect((await host.emulator.submit(form.id, { name: 'Ada' })).results[0]?.status).toBe(200);
		await host.n8n().executions.waitForCount(id, 1);
	});

	it('leaves one test destination after listening for a test event five times', async () => {
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

	it('starts one execution per submission even though the service accepted several registration attempts', async () => {
		const { id, form, publish, destinations } = await setUp();
		host.emulator.failNext('failAfterAccepting', { when: ({ method }) => method === 'POST' });

		// In one mode, n8n retries by itself; in the other, a user publishes again.
		await publish().catch(publish);
		const secrets = new Set(destinations().map(({ secret }) => secret));
		expect(destinations().length).toBeGreaterThan(1);
		expect(secrets.size).toBe(1);

		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.some(({ status }) => status === 200)).toBe(true);
		expect(results.every(({ status }) => status === 200 || status === 503)).toBe(true);
		expect(await host.n8n().executions.waitForCount(id, 1)).toHaveLength(1);
	});

	it('keeps a new registration that a polling trigger in the same workflow overwrites', async () => {
		const renewed = await host.n8n().credentials.create(CREDENTIAL_TYPE, 'Renewed', {
			baseUrl: host.baseUrl,
			apiKey: host.apiKey,
		});
		const setup = { withPolling: true, credential: renewed };
		const { id, form, publish, change, destinations } = await setUp(setup);
		await publish();
		// The polling trigger keeps its copy of the workflow's data from before this change.
		await change({ ...setup, options: { revision: 2 } });
		expect(destinations()).toHaveLength(2);
		// With another key, a lost secret can't be derived again.
		const apiKey = host.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		await host.n8n().credentials.update(renewed, { baseUrl: host.baseUrl, apiKey });

		const polled = host.emulator.addSubmission({ formId: form.id });
		const [execution] = await host.n8n().executions.waitForCount(id, 1);
		expect(execution?.output(POLLING_NODE)[0]?.id).toBe(polled.id);
		await host.stop();
		await host.start();

		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([401, 200]);
	});

	it('registers another secret after another n8n has imported the workflow on its command line', async () => {
		const { id, form, publish, file, destinations } = await setUp();
		await publish();
		const path = join(host.userFolder, 'workflow.json');
		await host.stop();
		await runN8nCommand(host.userFolder, 'export:workflow', `--id=${id}`, `--output=${path}`);
		await host.start();
		const other = await startTemporaryN8n(env);
		try {
			await other.stop();
			await runN8nCommand(other.userFolder, 'import:workflow', `--input=${path}`);
			await other.start();
			const { credentials, workflows, executions } = other.client();
			const apiKey = host.emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
			const data = { baseUrl: host.baseUrl, apiKey };
			const credential = await credentials.create(CREDENTIAL_TYPE, 'Of the other', data);
			await workflows.update(id, file({ credential }));
			await workflows.publish(id);

			const [first, second] = destinations();
			expect(new URL(second?.url ?? '').origin).toBe(other.server().url);
			expect(second?.secret).not.toBe(first?.secret);
			const { submission, results } = await host.emulator.submit(form.id, { name: 'Ada' });
			expect(results.map(({ status }) => status)).toEqual([200, 200]);
			// Neither can sign for the other.
			for (const [{ url }, { secret }] of pairBothWays(first, second)) {
				const destination = { id: 'forged', formId: form.id, url, secret };
				const forged = host.emulator.buildDelivery(submission, destination);
				expect((await host.emulator.deliver(forged)).status).toBe(401);
			}
			expect(await executions.waitForCount(id, 1)).toHaveLength(1);
		} finally {
			await other.end();
		}
	});

	it('registers again where n8n was moved to, and goes on with the first destination once it is back', async () => {
		const { id, form, publish, destinations } = await setUp();
		await publish();
		const receives = async (destination?: Destination) => {
			const submission = host.emulator.addSubmission({ formId: form.id });
			if (!destination) throw new Error('There is no such destination');
			const delivery = host.emulator.buildDelivery(submission, destination);
			return (await host.emulator.deliver(delivery)).status === 200;
		};

		await host.stop();
		const port = await freePort();
		const webhookUrl = `http://localhost:${port}/`;
		const moved = await startN8n({ userFolder: host.userFolder, port, env, webhookUrl });
		try {
			const { workflows } = await connectToN8n(moved.url);
			await workflows.unpublish(id);
			await workflows.publish(id);
			const [first, second] = destinations();
			expect(second?.url).toContain(webhookUrl);
			expect(second?.secret).not.toBe(first?.secret);
			expect(await receives(second)).toBe(true);
		} finally {
			await moved.stop();
			await host.start();
		}
		await host.n8n().workflows.unpublish(id);
		await publish();
		await host.stop();
		await host.start();

		expect(destinations()).toHaveLength(2);
		expect(await receives(destinations()[0])).toBe(true);
	});

	it('receives deliveries at the URL in the panel when manual, and asks for the secret', async () => {
		const { id, form, path, publish, change, destinations } = await setUp({
			registration: 'manual',
		});
		await expect(publish()).rejects.toThrow(/Webhook Secret/);

		const secret = 'entered-by-a-person';
		const data = { baseUrl: host.baseUrl, apiKey: host.apiKey, webhookSecret: `\u200b${secret}\n` };
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

/** Each destination with the other one. */
function pairBothWays(
	first?: Destination,
	second?: Destination,
): Array<[Destination, Destination]> {
	if (!first || !second) throw new Error('There are not two destinations');
	return [
		[first, second],
		[second, first],
	];
}
