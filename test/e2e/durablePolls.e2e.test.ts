/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../../sandbox/host/waitFor';
import { DURABLE } from './support/durable';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';
import { EVERY_TEN_SECONDS, POLLING_NODE, pollingWorkflow } from './support/triggerWorkflow';

/** How long after a poll's response n8n is killed (milliseconds): before, around and after its commit. */
const KILLED_AFTER_MS = (process.env.KILLED_AFTER_MS ?? '0,15,60').split(',').map(Number);

describe('Polls with durable cursors', () => {
	let host: RestartableHost;

	beforeAll(async () => {
		host = await createRestartableHost(DURABLE);
	}, 300_000);

	afterAll(async () => await host?.end(), 60_000);

	/** Waits for a poll, and kills n8n the given time after the response to its list request. */
	async function killAfterPoll(delayMs: number): Promise<void> {
		const answered = new Promise<void>((resolve) => {
			host.emulator.onAnswer((request, answer) => {
				if (request.url.startsWith('/v1/submissions')) setTimeout(resolve, delayMs);
				return answer;
			});
		});
		await answered;
		await host.kill();
		host.emulator.onAnswer(undefined);
	}

	it('lose and repeat nothing, no matter when n8n is killed', async () => {
		const form = host.emulator.addForm({ name: 'Contact' });
		host.emulator.addSubmissions(form.id, 5, { from: Date.now() - 3_600_000 });
		const { id } = await host
			.n8n()
			.workflows.create(
				pollingWorkflow(host.credential, form.id, { pollTimes: EVERY_TEN_SECONDS }),
			);
		await host.n8n().workflows.publish(id);

		const arrived: string[] = [];
		for (const delayMs of KILLED_AFTER_MS) {
			arrived.push(...host.emulator.addSubmissions(form.id, 3).map((one) => one.id));
			await killAfterPoll(delayMs);
			await host.start();
		}
		arrived.push(...host.emulator.addSubmissions(form.id, 3).map((one) => one.id));

		const returned = await waitFor(
			`${arrived.length} submissions`,
			async (see) => {
				const executions = await host.n8n().executions.ofWorkflow(id);
				const ids = executions.flatMap((one) =>
					one.output(POLLING_NODE).map((row) => String(row.id)),
				);
				see(ids.length);
				return ids.length >= arrived.length ? ids : undefined;
			},
			{ timeoutMs: 300_000, everyMs: 1_000 },
		);
		expect([...returned].sort()).toEqual([...arrived].sort());
	}, 900_000);
});
