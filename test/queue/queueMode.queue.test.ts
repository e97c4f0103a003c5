/* eslint-disable @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { describeActions } from './specs/actions';
import { describeDeliveries } from './specs/deliveries';
import { describeLosses, isFullSize } from './specs/losses';
import { describePolling, watchPolling, type PollingWatch } from './specs/polling';
import { describeRateBudget } from './specs/rateBudget';
import { describeThroughput } from './specs/throughput';
import { createFigures } from './support/figures';
import { startQueueWorld, type QueueWorld } from './support/queueWorld';

/** One after the other on the same n8n, because starting its processes takes longest. */
describe('n8n in queue mode', () => {
	const figures = createFigures();
	let running: { world: QueueWorld; polling: PollingWatch } | undefined;
	const started = () => {
		if (running === undefined) throw new Error('n8n was not started');
		return running;
	};
	const world = () => started().world;

	beforeAll(async () => {
		const begun = await startQueueWorld();
		try {
			running = { world: begun, polling: await watchPolling(begun) };
		} catch (error) {
			await begun.end();
			throw error;
		}
	}, 300_000);

	afterAll(async () => {
		running?.polling.stopArrivals();
		figures.print();
		if (isFullSize) figures.write();
		await running?.world.end();
	}, 120_000);

	describeDeliveries(world);
	describeActions(world);
	describeRateBudget(world, figures);
	describeThroughput(world, figures);
	describeLosses(world, figures);
	describePolling(world, () => started().polling, figures);
});
