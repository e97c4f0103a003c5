/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../sandbox/host/waitFor';
import { POLLING_NODE, pollingWorkflow } from '../e2e/support/triggerWorkflow';
import {
	executionsBegunBy,
	executionsOf,
	waitForExecutions,
	type LoggedExecution,
} from './support/executionLog';
import { createFigures } from './support/figures';
import { sendPersistently, type Sending } from './support/persistentSender';
import { useQueueWorld, type QueueWorld, type Service } from './support/queueWorld';
import { publishReceiver } from './support/workflows';

const AT_ONCE = 8;

const DELIVERIES = Number(process.env.QUEUE_TEST_DELIVERIES ?? 200);
/** Long enough that a worker is processing some whenever it dies. */
const WORK_SECONDS = 0.5;
/** A dead worker's lock expires, n8n waits 30 seconds, and the main process checks every minute. */
const LONGEST_RECOVERY_MS = 600_000;
const LONGEST_SENDING_MS = 1_200_000;

const ARRIVAL_EVERY_MS = 15_000;
const ARRIVALS = 10;
/** Polls are a minute apart; on a busy machine one may be late and the next in time. */
const LEAST_GAP_MS = 30_000;

/** A polling trigger that stays published while all other tests run and processes die and start. */
type PollingWatch = {
	service: Service;
	workflowId: string;
	/** IDs of the submissions that have arrived so far. */
	arrived: string[];
	stopArrivals: () => void;
};

async function watchPolling({ n8n, addService }: QueueWorld): Promise<PollingWatch> {
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

/** One after the other on the same n8n, while a polling trigger is published. */
describe('n8n in queue mode while its processes die', () => {
	const figures = createFigures();
	const world = useQueueWorld();
	let polling: PollingWatch | undefined;

	beforeAll(async () => {
		polling = await watchPolling(world());
	});

	afterAll(() => {
		polling?.stopArrivals();
		figures.print();
	});

	/** A worker is killed and the webhook process restarted during a stream of deliveries. */
	describe(`${DELIVERIES} deliveries while a worker is killed and the webhook process restarted`, () => {
		let sending: Sending;
		let executions: LoggedExecution[];
		/** IDs of executions, in the order in which workers began them. */
		let begun: string[];
		const giveUp = new AbortController();
		const withoutExecution = () => {
			const ids = new Set(executions.map(({ submissionId }) => submissionId));
			return sending.accepted.filter((id) => !ids.has(id));
		};
		const failed = () => executions.filter(({ status }) => status !== 'success');

		beforeAll(async () => {
			const { database, workers, webhook, addService } = world();
			const [worker] = workers;
			const service = await addService();
			const { workflowId, formId, destination } = await publishReceiver(
				world(),
				service,
				WORK_SECONDS,
			);
			const submissions = service.emulator.addSubmissions(formId, DELIVERIES);
			const accepted: string[] = [];
			const afterShare = async (share: number) =>
				await waitFor(
					`${share} of the deliveries to be accepted`,
					() => (accepted.length >= share * DELIVERIES ? true : undefined),
					{ timeoutMs: LONGEST_SENDING_MS },
				);
			const killWorker = async () => {
				await afterShare(1 / 4);
				await worker.kill();
				await worker.start();
			};
			const restartWebhook = async () => {
				await afterShare(1 / 2);
				await webhook.stop();
				await webhook.start();
			};
			[sending] = await Promise.all([
				sendPersistently(service.emulator, destination, submissions, {
					atOnce: AT_ONCE,
					signal: giveUp.signal,
					onAccepted: (id) => accepted.push(id),
				}),
				killWorker(),
				restartWebhook(),
			]);
			await waitForExecutions(database, workflowId, accepted.length, LONGEST_RECOVERY_MS);
			executions = await executionsOf(database, workflowId);
			begun = workers.flatMap(executionsBegunBy);
		}, LONGEST_SENDING_MS + LONGEST_RECOVERY_MS);

		it('each get a 2xx in the end', () => {
			expect(new Set(sending.accepted).size).toBe(DELIVERIES);
		});

		it('each have an execution that ended', () => {
			expect(executions.filter(({ hasEnded }) => !hasEnded)).toEqual([]);
			expect(withoutExecution()).toEqual([]);
		});

		it('succeed when a failed execution is retried if n8n kept the delivered data', async () => {
			const { executions: ofN8n } = world().n8n;
			for (const { id, hasInput } of failed()) {
				if (hasInput) expect(await ofN8n.retry(id)).toBe('success');
			}
		});

		afterAll(() => {
			giveUp.abort();
			if (executions === undefined) return;
			const seconds = sending.tookMs / 1000;
			figures.add(
				'Deliveries despite a killed worker and a restarted webhook process',
				String(sending.accepted.length),
				`all got a 2xx, in ${seconds.toFixed(0)} s; ${(sending.accepted.length / seconds).toFixed(1)} a second, ${AT_ONCE} at once, ${WORK_SECONDS} s of work each; the sender repeats what gets no 2xx`,
			);
			figures.add('… attempts that got no 2xx and were repeated', ...sumUp(sending.refusals));
			figures.add('… without an execution that ended', String(withoutExecution().length));
			figures.add(
				'… with more than one execution',
				String(repeated(executions.map(({ submissionId }) => submissionId))),
				'accepted by n8n, but the response did not reach the sender',
			);
			figures.add('… executions started twice by workers', String(repeated(begun)));
			figures.add('… executions that did not succeed', ...sumUp(countBy(failed(), begun)));
			figures.add(
				'… of these, without the delivered data, which n8n removed',
				String(failed().filter(({ hasInput }) => !hasInput).length),
				'can’t be retried from n8n; the service still has the submissions',
			);
		});
	});

	describe('the polling trigger', () => {
		it('polled the service once a minute, from one process, and returned each submission once', async () => {
			const { n8n, main, workers, webhook } = world();
			if (!polling) throw new Error('The polling trigger was not published');
			const { service, workflowId, arrived, stopArrivals } = polling;
			stopArrivals();

			const given = await waitFor(
				`${arrived.length} submissions to be returned`,
				async (see) => {
					const executions = await n8n.executions.ofWorkflow(workflowId);
					const ids = executions.flatMap((one) => one.output(POLLING_NODE).map(({ id }) => id));
					see(ids.length);
					return ids.length >= arrived.length ? ids : undefined;
				},
				{ everyMs: 1_000 },
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
});

const repeated = (ids: string[]) => ids.length - new Set(ids).size;

function countBy(executions: LoggedExecution[], begun: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { id, status, reason } of executions) {
		const key = `${status}, ${reason}${begun.includes(id) ? '' : ', never started by a worker'}`;
		counts[key] = (counts[key] ?? 0) + 1;
	}
	return counts;
}

/** The sum and its parts. */
function sumUp(counts: Record<string, number>): [string, string] {
	const sum = Object.values(counts).reduce((total, count) => total + count, 0);
	const parts = Object.entries(counts).map(([what, count]) => `${count}: ${what}`);
	return [String(sum), parts.join('; ')];
}
