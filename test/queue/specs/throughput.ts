import type { Figures } from '../support/figures';
import { waitForExecutions } from '../support/executionLog';
import { sendPersistently } from '../support/persistentSender';
import type { Instance, QueueWorld, Service } from '../support/queueWorld';
import { publishReceiver, type Receiving } from '../support/workflows';

const ROUNDS = 2;
const DELIVERIES_A_ROUND = 100;
const WARM_UP = 30;
const AT_ONCE = 8;

type Rates = { answered: number[]; ended: number[] };

export function describeThroughput(world: () => QueueWorld, figures: Figures): void {
	describe('deliveries per second', () => {
		it('are all executed, in queue mode and in one process', async () => {
			const single = await world().startSingleProcess();
			const queue = await measured(world());
			const alone = await measured(single);
			for (let round = 0; round < ROUNDS; round++) {
				await queue.round(DELIVERIES_A_ROUND);
				await alone.round(DELIVERIES_A_ROUND);
			}
			await single.stop();

			const [inQueueMode, byOne] = [mean(queue.rates.ended), mean(alone.rates.ended)];
			figures.add(
				'Deliveries executed per second: queue mode ÷ one process',
				(inQueueMode / byOne).toFixed(2),
				`${inQueueMode.toFixed(1)} and ${byOne.toFixed(1)} a second, ${AT_ONCE} at once, from the first delivery to the end of the last execution; both on PostgreSQL`,
			);
			const [answered, answeredByOne] = [mean(queue.rates.answered), mean(alone.rates.answered)];
			figures.add(
				'Deliveries answered per second: queue mode ÷ one process',
				(answered / answeredByOne).toFixed(2),
				`${answered.toFixed(1)} and ${answeredByOne.toFixed(1)} a second`,
			);
		});
	});
}

async function measured(instance: Instance) {
	const service = await instance.addService();
	const receiving = await publishReceiver(instance, service, 0);
	const rates: Rates = { answered: [], ended: [] };
	let sent = 0;

	async function round(deliveries: number): Promise<void> {
		const startedMs = performance.now();
		const { accepted, tookMs } = await send(service, receiving, deliveries);
		expect(accepted).toHaveLength(deliveries);
		sent += deliveries;
		const executions = await waitForExecutions(instance.database, receiving.workflowId, sent);
		expect(executions).toBe(sent);
		rates.answered.push(deliveries / (tookMs / 1000));
		rates.ended.push(deliveries / ((performance.now() - startedMs) / 1000));
	}

	await round(WARM_UP);
	rates.answered.length = 0;
	rates.ended.length = 0;
	return { round, rates };
}

async function send({ emulator }: Service, { formId, destination }: Receiving, count: number) {
	const submissions = emulator.addSubmissions(formId, count);
	return await sendPersistently(emulator, destination, submissions, { atOnce: AT_ONCE });
}

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
