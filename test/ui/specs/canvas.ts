import { byId } from '../../../sandbox/client/workflowFile';
import { waitFor } from '../../../sandbox/host/waitFor';
import { itInEditor } from '../support/itInEditor';
import type { Stage } from '../support/stage';
import { ACTION, canvasWorkflow, fromList, POLLING_TRIGGER, TRIGGER } from '../support/workflows';

export function describeCanvas(stage: () => Stage): void {
	itInEditor('The canvas shows the form of each node below it', stage, async (editor) => {
		const { emulator, n8n, credential } = stage();
		const form = emulator.addForm({ name: 'Contact' });
		const file = canvasWorkflow(credential, {
			trigger: { formId: fromList(form) },
			pollingTrigger: {},
			action: { resource: 'submission', operation: 'getAll', formId: byId('={{ $json.form }}') },
		});
		const { id } = await n8n.workflows.create(file);
		await editor.open(id);

		const shown = [
			[TRIGGER, 'Contact'],
			[POLLING_TRIGGER, 'All forms'],
			[ACTION, 'Form from an expression'],
		] as const;
		for (const [name, subtitle] of shown) {
			await waitFor(`${subtitle} below ${name}`, async (see) => {
				const description = await editor.readDescription(name);
				see(description);
				return description[0] === name && description.includes(subtitle) ? true : undefined;
			});
		}
	});
}
