import { publishTrigger } from '../e2e/support/publishTrigger';
import { executionsBegunBy } from './support/executionLog';
import { useQueueWorld } from './support/queueWorld';

const TEN_MINUTES_MS = 10 * 60_000;
const WRONG_SECRET = 'f'.repeat(64);

const BURST = 20;
/** The list is read once a minute. */
const LONGEST_WAIT_MS = 90_000;
/** What rings doesn't wait for that. */
const LONGEST_HEARD_MS = 20_000;

/** Which of its processes does what. */
describe('n8n in queue mode', () => {
	const world = useQueueWorld();

	/** The main process registers it and reads the list, the webhook process hears, and a worker runs. */
	describe('the trigger', () => {
		const publish = async () => {
			const { n8n, addService } = world();
			return await publishTrigger({ ...(await addService()), n8n });
		};

		it('refuses forged deliveries, and returns genuine ones within a minute or so, as in the list, on a worker', async () => {
			const { n8n, workers, main, webhook } = world();
			const trigger = await publish();

			expect(await trigger.forge({ secret: WRONG_SECRET })).toBe(401);
			expect(await trigger.forge({ secret: null })).toBe(401);
			expect(await trigger.forge({ timestamp: Date.now() - TEN_MINUTES_MS })).toBe(401);
			const tookMs = await trigger.untilRun(await trigger.submit());

			expect(tookMs).toBeLessThan(LONGEST_WAIT_MS);
			expect(await trigger.rows()).toMatchObject([{ status: 'new', tags: '', files: '' }]);
			const [run] = await n8n.executions.ofWorkflow(trigger.workflowId);
			expect(workers.flatMap(executionsBegunBy)).toContain(run?.id);
			expect([main, webhook].flatMap(executionsBegunBy)).toEqual([]);
		});

		it('runs within seconds where the main process receives the deliveries itself', async () => {
			const { main } = world();
			const trigger = await publish();
			const tookMs: number[] = [];
			for (let n = 0; n < 3; n++) tookMs.push(await trigger.untilRun(await trigger.submitTo(main)));

			expect(Math.max(...tookMs)).toBeLessThan(LONGEST_HEARD_MS);
		});

		it('returns each submission once, and no spam, whatever happens to deliveries and the main process', async () => {
			const { main } = world();
			const trigger = await publish();
			await trigger.liveThrough(main, { burst: BURST, isHeardWhileDown: true });

			expect(await trigger.everything()).toEqual(trigger.wanted);
		});
	});
});
