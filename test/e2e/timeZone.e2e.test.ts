import { startHost, type Host } from './support/host';
import { runNode } from './support/runNode';
import { pollingWorkflow, triggerWorkflow } from './support/triggerWorkflow';

const MISTAKE = /no time zone "GMT\+2".*⋯ > Settings.*GENERIC_TIMEZONE/;

/** n8n answers each delivery of such a workflow with 500, and leaves no execution. */
describe('A time zone that does not exist', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({ GENERIC_TIMEZONE: 'GMT+2' });
	});

	afterAll(async () => await host?.stop());

	const workflow = (timezone?: string) => {
		const form = host.emulator.addForm({ name: 'Contact' });
		const file = triggerWorkflow()({ credential: host.credential, formId: form.id });
		return { form, file: { ...file, settings: timezone === undefined ? {} : { timezone } } };
	};

	it('is named when a workflow with the webhook trigger is published, and nothing is registered', async () => {
		const { form, file } = workflow();
		const { id } = await host.n8n.workflows.create(file);

		await expect(host.n8n.workflows.publish(id)).rejects.toThrow(MISTAKE);
		expect(host.emulator.destinations(form.id)).toEqual([]);
	});

	it('is named when a workflow with the polling trigger is published', async () => {
		const { id } = await host.n8n.workflows.create(pollingWorkflow(host.credential));

		await expect(host.n8n.workflows.publish(id)).rejects.toThrow(MISTAKE);
	});

	it('is named where rows have local times', async () => {
		const parameters = {
			resource: 'submission',
			operation: 'getAll',
			formId: { __rl: true, mode: 'list', value: '' },
			options: { times: 'local' },
		};
		host.emulator.addSubmission({ formId: host.emulator.addForm().id });

		const { error } = await runNode(host, parameters, host.credential);

		expect(error).toMatch(MISTAKE);
	});

	it('does no harm to a workflow that has one of its own', async () => {
		const { form, file } = workflow('Europe/Berlin');
		const { id } = await host.n8n.workflows.create(file);

		await host.n8n.workflows.publish(id);

		const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
		expect(results.map(({ status }) => status)).toEqual([200]);
	});
});
