/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../../../sandbox/host/waitFor';
import { POLLING_NODE, pollingWorkflow } from '../../e2e/support/triggerWorkflow';
import type { Figures } from '../support/figures';
import type { QueueWorld, Service } from '../support/queueWorld';

const ARRIVAL_EVERY_MS = 15_000;
const ARRIVALS = 10;
/** Polls are a minute apart; on a busy machine one may be late and the next in time. */
const LEAST_GAP_MS = 30_000;

/** A polling trigger that stays published while all other tests run and processes die and start. */
export type PollingWatch = {
	service: Service;
	workflowId: string;
	/** IDs of the submissions that have arrived so far. */
	arrived: string[];
	stopArrivals: () => void;
};

export async function watchPolling({ n8n, addService }: QueueWorld): Promise<PollingWatch> {
	const service = await addService();
	const form = service.emulator.addForm();
	service.emulator.addSubmissions(form.id, 5, { from: Date.now() - 3_600_000 });
	const { id } = await n8n.workflows.create(pollingWorkflow(service.credential, form.id));
	await n8n.workflows.publish(id);
	const arrived: string[] = [];
	const arrivals = setInterval(() => {
		arrived.push(service.emulator.addSubmission({ formId: form.id }).id);
		if (arrived.length === ARRIVALS) clearInterval(arrivals);
	}, ARRIVAL_EVERY_MS);
	return { service, workflowId: id, arrived, stopArrivals: () => clearInterval(arrivals) };
}

export function describePolling(
	world: () => QueueWorld,
	watch: () => PollingWatch,
	figures: Figures,
): void {
	describe('the polling trigger', () => {
		it('polled the service once a minute, from one process, and returned each submission once', async () => {
			const { n8n, main, workers, webhook } = world();
			const { service, workflowId, arrived, stopArrivals } = watch();
			stopArrivals();

			const given = await waitFor(
				`${arrived.length} submissions to be returned`,
				async (see) => {
					const executions = await n8n.executions.ofWorkflow(workflowId);
					const ids = executions.flatMap((one) => one.output(POLLING_NODE).map(({ id }) => id));
					see(ids.length);
					return ids.length >= arrived.length ? ids : undefined;
				},
				{ timeoutMs: 150_000, everyMs: 1_000 },
			);

			expect(arrived.length).toBeGreaterThan(0);
			expect(given).toEqual(arrived);
			const lists = service.emulator.requests.filter(({ path }) => path === '/v1/submissions');
			const polls = lists.map(({ atMs }) => atMs);
			// The first is made on publishing, any time before the next.
			const gaps = polls.slice(2).map((atMs, index) => atMs - Number(polls[index + 1]));
			expect(gaps.filter((gap) => gap < LEAST_GAP_MS)).toEqual([]);
			const enqueued = (logs: string) => logs.split('Enqueued execution').length - 1;
			expect(enqueued(main.logs())).toBeGreaterThan(0);
			expect(workers.map(({ logs }) => enqueued(logs()))).toEqual([0, 0]);
			figures.add(
				'Polling trigger: requests over the whole run',
				String(polls.length),
				`one on publishing, then one a minute; ${given.length} submissions returned, each once; meanwhile, ${enqueued(webhook.logs())} deliveries to webhook triggers`,
			);
		});
	});
}
