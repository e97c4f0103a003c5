import { sleep } from '../../../sandbox/host/waitFor';
import { idealMs } from '../../support/ideal';
import { executionsBegunBy } from '../support/executionLog';
import type { Figures } from '../support/figures';
import type { QueueWorld } from '../support/queueWorld';
import { EXPORT, exportWorkflow, START } from '../support/workflows';

const SUBMISSIONS = 9_000;
const PAGES = SUBMISSIONS / 100;
/** Half of the service's limit, in a twentieth of a minute. */
const LIMIT = 60;
const WINDOW_MS = 3_000;
const LATENCY_MS = 30;
/** Redis usually gives two jobs to two workers, but does not guarantee it. */
const MOST_TRIES = 5;

/** Each process has its own budget; two workers learn of each other only from the responses. */
export function describeRateBudget(world: () => QueueWorld, figures: Figures): void {
	describe('two exports at once on one API key, one in each worker', () => {
		it('return every row once, although neither worker knows of the other', async () => {
			const { n8n, workers, addService } = world();
			const service = await addService(
				{ limitPerWindow: LIMIT, windowMs: WINDOW_MS, resetFormat: 'unixMilliseconds' },
				LATENCY_MS,
			);
			const { emulator } = service;
			const form = emulator.addForm();
			const expected = emulator
				.addSubmissions(form.id, SUBMISSIONS)
				.map((one) => one.id)
				.reverse();
			const { id } = await n8n.workflows.create(exportWorkflow(service, form.id));
			const workerOf = (executionId: string) =>
				workers.find((worker) => executionsBegunBy(worker).includes(executionId))?.name;

			async function exportTwice() {
				// Lets the current window end, so that each attempt begins with a new one.
				await sleep(WINDOW_MS);
				emulator.clearRequests();
				const ids = await Promise.all(
					[1, 2].map(async () => await n8n.executions.start(id, { trigger: START })),
				);
				const executions = await Promise.all(ids.map((one) => n8n.executions.waitForEnd(one)));
				return { executions, workersUsed: new Set(ids.map(workerOf)).size };
			}

			let exported = await exportTwice();
			for (let tries = 1; exported.workersUsed < 2 && tries < MOST_TRIES; tries++) {
				exported = await exportTwice();
			}

			expect(exported.workersUsed).toBe(2);
			for (const execution of exported.executions) {
				expect(execution.status).toBe('success');
				expect(execution.output(EXPORT).map((row) => row.id)).toEqual(expected);
			}
			const requests = emulator.requests.map(({ atMs }) => atMs);
			const tookMs = Math.max(...requests) - Math.min(...requests) + LATENCY_MS;
			const refused = emulator.requests.filter(({ status }) => status === 429).length;
			const ideal = idealMs({
				walks: 2,
				pagesEach: PAGES,
				latencyMs: LATENCY_MS,
				limit: LIMIT,
				windowMs: WINDOW_MS,
			});
			figures.add(
				'Two exports at once, one in each worker: time ÷ ideal',
				(tookMs / ideal).toFixed(2),
				`${SUBMISSIONS} rows each, none missing or repeated; ${LIMIT} requests per window of ${WINDOW_MS / 1000} s`,
			);
			figures.add(
				'Two exports at once: 429 responses',
				String(refused),
				`of ${requests.length} requests; retried after a wait`,
			);
		});
	});
}
