import { executionsBegunBy } from '../support/executionLog';
import type { QueueWorld } from '../support/queueWorld';
import { EXPORT, exportWorkflow, START } from '../support/workflows';

const SUBMISSIONS = 1_234;
const PAGES = 13;

export function describeActions(world: () => QueueWorld): void {
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
}
