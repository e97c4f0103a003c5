import type { Execution } from '../../sandbox/client/n8nClient';
import { startHost, type Host } from '../e2e/support/host';
import { POLLING_NODE, pollingWorkflow } from '../e2e/support/triggerWorkflow';

/** Has no summer time, so that a time there is the same nine hours ahead all year. */
const TOKYO = { timezone: 'Asia/Tokyo', aheadMs: 9 * 3_600_000 };
const HOUR_MS = 3_600_000;
/** n8n polls once a minute. */
const NEXT_POLL_MS = 120_000;

/** The polling trigger gives what is new, once. */
describe('The polling trigger in n8n', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({});
	}, 300_000);

	afterAll(async () => await host?.stop(), 60_000);

	it('gives what was received since Start From, then each new submission once', async () => {
		const { n8n, emulator, credential } = host;
		const form = emulator.addForm({ name: 'Contact' });
		const add = (hoursAgo: number) =>
			emulator.addSubmission({ formId: form.id, createdAt: Date.now() - hoursAgo * HOUR_MS });
		add(3);
		const received = [add(1)];
		const startFrom = localTime(Date.now() - 2 * HOUR_MS);
		const { id } = await n8n.workflows.create(
			pollingWorkflow(credential, form.id, { startFrom, timezone: TOKYO.timezone }),
		);

		await n8n.workflows.publish(id);
		await n8n.executions.waitForCount(id, 1);
		received.push(add(0));
		await n8n.executions.waitForCount(id, 2, NEXT_POLL_MS);
		await n8n.workflows.unpublish(id);
		received.push(add(0));
		await n8n.workflows.publish(id);

		const executions = await n8n.executions.waitForCount(id, 3);
		await n8n.workflows.unpublish(id);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
		expect(executions.map(idsOf)).toEqual(received.map((submission) => [submission.id]));
	});
});

function localTime(ms: number): string {
	return new Date(ms + TOKYO.aheadMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

function idsOf(execution: Execution): unknown[] {
	return execution.output(POLLING_NODE).map((row) => row.id);
}
