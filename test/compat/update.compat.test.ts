import { ALL } from '../../sandbox/install/installations';
import type { Destination, Form } from '../../emulator';
import { createRestartableHost, type RestartableHost } from '../e2e/support/restartableHost';
import { POLLING_NODE, pollingWorkflow, triggerWorkflow } from '../e2e/support/triggerWorkflow';

const NEXT_POLL_MS = 120_000;

/** One n8n with its data, restarted on its version and then updated from one to the next. */
describe('Published triggers, while n8n is restarted and updated', () => {
	let host: RestartableHost;
	let form: Form;
	let registered: Destination[];
	let webhook: string;
	let polling: string;
	const received: string[] = [];

	beforeAll(async () => {
		host = await createRestartableHost({}, 10_000, ALL[0]);
		form = host.emulator.addForm({ name: 'Contact' });
		const { workflows } = host.n8n();
		const setup = { credential: host.credential, formId: form.id };
		webhook = (await workflows.create(triggerWorkflow()(setup))).id;
		polling = (await workflows.create(pollingWorkflow(host.credential, form.id))).id;
		await workflows.publish(webhook);
		await workflows.publish(polling);
		registered = host.emulator.destinations(form.id);
	}, 300_000);

	afterAll(async () => await host?.end(), 60_000);

	it.each(ALL.map((installation) => ({ installation, n8n: installation.versions.n8n })))(
		'go on at the same destination on n8n $n8n',
		async ({ installation, n8n }) => {
			await host.stop();
			await host.start(installation);
			expect((await host.n8n().catalog.versions()).n8n).toBe(n8n);
			expect(registered).toHaveLength(1);
			expect(host.emulator.destinations(form.id)).toEqual(registered);

			const { submission, results } = await host.emulator.submit(form.id, { name: 'Ada' });
			received.push(submission.id);
			expect(results.map(({ status }) => status)).toEqual([200]);
			const runs = await host.n8n().executions.waitForCount(webhook, received.length);
			expect(runs.map((run) => run.output('New Submission')[0]?.id)).toEqual(received);

			const polls = await host
				.n8n()
				.executions.waitForCount(polling, received.length, NEXT_POLL_MS);
			const polled = polls.flatMap((poll) => poll.output(POLLING_NODE).map((row) => row.id));
			expect(polled).toEqual(received);
		},
	);
});
