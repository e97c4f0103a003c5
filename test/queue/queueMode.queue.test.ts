import type { DeliveryOverrides } from '../emulator';
import { executionsBegunBy, executionsOf, waitForExecutions } from './support/executionLog';
import { useQueueWorld, type Service } from './support/queueWorld';
import {
	EXPORT,
	exportWorkflow,
	publishReceiver,
	START,
	TRIGGER,
	type Receiving,
} from './support/workflows';

const TEN_MINUTES_MS = 10 * 60_000;

const SUBMISSIONS = 1_234;
const PAGES = 13;

/** Which of its processes does what. */
describe('n8n in queue mode', () => {
	const world = useQueueWorld();

	/** Registered by the main process, verified by the webhook process, executed by a worker. */
	describe('deliveries', () => {
		let service: Service;
		let receiving: Receiving;

		beforeAll(async () => {
			service = await world().addService();
			receiving = await publishReceiver(world(), service, 0);
		});

		const deliver = async (overrides: DeliveryOverrides = {}) => {
			const { emulator } = service;
			const submission = emulator.addSubmission({ formId: receiving.formId });
			const delivery = emulator.buildDelivery(submission, receiving.destination, overrides);
			return { submission, answer: await emulator.deliver(delivery) };
		};

		it('are sent to the webhook process, with a secret created by the main process', () => {
			expect(receiving.destination.url).toContain(`${world().webhook.url}/webhook/`);
			expect(receiving.destination.secret).toMatch(/^[0-9a-f]{64}$/);
		});

		it('run on a worker, with their data, if signed', async () => {
			const { n8n, database, workers, main, webhook } = world();

			const { submission, answer } = await deliver();
			await waitForExecutions(database, receiving.workflowId, 1);
			const [execution] = await n8n.executions.ofWorkflow(receiving.workflowId);

			expect(answer.status).toBe(200);
			expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
			expect(execution?.output(TRIGGER)).toMatchObject([{ id: submission.id }]);
			expect(workers.flatMap(executionsBegunBy)).toContain(execution?.id);
			expect(executionsBegunBy(main)).toEqual([]);
			expect(webhook.logs()).toContain(`Enqueued execution ${execution?.id} `);
		});

		const refused: Array<[string, DeliveryOverrides]> = [
			['signed with another secret', { secret: 'f'.repeat(64) }],
			['not signed', { secret: null }],
			['ten minutes old', { timestamp: Date.now() - TEN_MINUTES_MS }],
		];

		it.each(refused)('get 401 and start nothing if %s', async (_how, overrides) => {
			const { database } = world();
			const before = await waitForExecutions(database, receiving.workflowId, 1);

			const bad = await deliver(overrides);
			// By the time a genuine delivery has its execution, a forged one would have one, too.
			const honest = await deliver();
			await waitForExecutions(database, receiving.workflowId, before + 1);

			const executions = await executionsOf(database, receiving.workflowId);
			expect(bad.answer.status).toBe(401);
			expect(honest.answer.status).toBe(200);
			expect(executions.slice(before).map(({ submissionId }) => submissionId)).toEqual([
				honest.submission.id,
			]);
		});
	});

	describe('actions', () => {
		it('are executed by a worker, page by page to the last row', async () => {
			const { n8n, workers, main, addService } = world();
			const service = await addService();
			const form = service.emulator.addForm();
			const submissions = service.emulator.addSubmissions(form.id, SUBMISSIONS);
			const { id } = await n8n.workflows.create(exportWorkflow(service, form.id));

			const execution = await n8n.executions.run(id, { trigger: START });

			expect(execution.status).toBe('success');
			expect(execution.output(EXPORT).map((row) => row.id)).toEqual(
				submissions.map((one) => one.id).reverse(),
			);
			const pages = service.emulator.requests.filter(({ path }) => path === '/v1/submissions');
			expect(pages).toHaveLength(PAGES);
			expect(workers.flatMap(executionsBegunBy)).toContain(execution.id);
			expect(main.logs()).toContain(`Enqueued execution ${execution.id} `);
		});
	});
});
