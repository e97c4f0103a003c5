import { publishComplete } from '../e2e/support/completeTrigger';
import type { DeliveryOverrides } from '../emulator';
import { TRIGGER } from '../sandbox/client/workflowFile';
import { executionsBegunBy } from './support/executionLog';
import { useQueueWorld } from './support/queueWorld';
import { publishReceiver } from './support/workflows';

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

	/** Registered by the main process, verified by the webhook process, executed by a worker. */
	describe('the webhook trigger in mode Each Delivery as Sent', () => {
		it('runs on a worker, with the data of each genuine delivery, and refuses forged ones', async () => {
			const { n8n, workers, main, webhook, addService } = world();
			const service = await addService();
			const { emulator } = service;
			const { workflowId, formId, destination } = await publishReceiver(world(), service, 0);
			const deliver = async (overrides: DeliveryOverrides = {}) => {
				const submission = emulator.addSubmission({ formId });
				const delivery = emulator.buildDelivery(submission, destination, overrides);
				return { id: submission.id, status: (await emulator.deliver(delivery)).status };
			};

			const forged = [
				await deliver({ secret: WRONG_SECRET }),
				await deliver({ secret: null }),
				await deliver({ timestamp: Date.now() - TEN_MINUTES_MS }),
			];
			const genuine = await deliver();
			// By the time that this one has its execution, the forged ones would have theirs, too.
			const executions = await n8n.executions.waitForCount(workflowId, 1);

			expect(destination.url).toContain(`${webhook.url}/webhook/`);
			expect(destination.secret).toMatch(/^[0-9a-f]{64}$/);
			expect(forged.map(({ status }) => status)).toEqual([401, 401, 401]);
			expect(genuine.status).toBe(200);
			expect(executions).toMatchObject([{ status: 'success', mode: 'webhook' }]);
			const [{ id, output }] = executions as [(typeof executions)[0]];
			expect(output(TRIGGER)).toMatchObject([{ id: genuine.id }]);
			expect(workers.flatMap(executionsBegunBy)).toContain(id);
			expect(executionsBegunBy(main)).toEqual([]);
			expect(webhook.logs()).toContain(`Enqueued execution ${id} `);
		});
	});

	/** The webhook process hears the deliveries, and the main process reads the list. */
	describe('the webhook trigger in mode Every Submission Once', () => {
		const publish = async () => {
			const { n8n, addService } = world();
			return await publishComplete({ ...(await addService()), n8n });
		};

		it('refuses forged deliveries, and returns genuine ones within a minute or so, as in the list', async () => {
			const trigger = await publish();

			expect(await trigger.forge({ secret: WRONG_SECRET })).toBe(401);
			expect(await trigger.forge({ secret: null })).toBe(401);
			const tookMs = await trigger.untilRun(await trigger.submit());

			expect(tookMs).toBeLessThan(LONGEST_WAIT_MS);
			expect(await trigger.rows()).toMatchObject([{ status: 'new', tags: '', files: '' }]);
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
