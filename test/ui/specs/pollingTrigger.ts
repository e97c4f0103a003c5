import { byId } from '../../../sandbox/client/workflowFile';
import { findFlaws, NO_FLAWS } from '../support/flaws';
import { itInEditor } from '../support/itInEditor';
import type { Stage } from '../support/stage';
import { fromList, POLLING_TRIGGER, pollingWorkflow } from '../support/workflows';

export function describePollingTrigger(stage: () => Stage): void {
	describe('The polling trigger', () => {
		itInEditor('labels all its fields in full, without truncation', stage, async (editor) => {
			const { n8n, credential } = stage();
			const { id } = await n8n.workflows.create(pollingWorkflow(credential, {}));
			await editor.open(id);

			const panel = await editor.openNode(POLLING_TRIGGER);
			await panel.addAll('Add Filter');
			await panel.addAll('Add Option');

			expect(await panel.readLabels()).toEqual(
				expect.arrayContaining(['Form', 'Include Test Submissions', 'Status', 'Start From']),
			);
			expect(await findFlaws(panel.root)).toEqual(NO_FLAWS);
		});

		itInEditor('lets a user switch from one form back to all', stage, async (editor) => {
			const { emulator, n8n, credential } = stage();
			const parameters = { formId: fromList(emulator.addForm({ name: 'Contact' })) };
			const { id } = await n8n.workflows.create(pollingWorkflow(credential, parameters));
			await editor.open(id);

			const panel = await editor.openNode(POLLING_TRIGGER);
			const saved = editor.untilSaved('"cachedResultName":"All forms"');
			await panel.locator('formId').choose('All forms');
			await saved;

			expect(await panel.locator('formId').input.getAttribute('placeholder')).toBe('All forms');
		});

		itInEditor('says after publishing what happens from now on', stage, async (editor) => {
			const { n8n, credential } = stage();
			const { id } = await n8n.workflows.create(pollingWorkflow(credential, {}));
			await editor.open(id);

			expect(await editor.publish()).toContain(
				"New submissions now run this workflow at the times set in 'Poll Times'",
			);
			await n8n.workflows.unpublish(id);
		});

		itInEditor('shows the newest submission as a test event', stage, async (editor) => {
			const { emulator, n8n, credential } = stage();
			const form = emulator.addForm({ name: 'Contact' });
			const submissions = emulator.addSubmissions(form.id, 3);
			const parameters = { formId: byId(form.id) };
			const { id } = await n8n.workflows.create(pollingWorkflow(credential, parameters));
			await editor.open(id);

			const panel = await editor.openNode(POLLING_TRIGGER);
			await panel.execute();

			const { rows } = await panel.output.readTable();
			expect(rows.map((row) => row.id)).toEqual([submissions[2]?.id]);
		});
	});
}
