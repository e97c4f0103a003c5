import type { CredentialRef, JsonObject, WorkflowNode } from '../sandbox/client/n8nClient';
import { byId, fromList, inARow, TRIGGER, triggerNode } from '../sandbox/client/workflowFile';
import type { EditorPage } from './support/EditorPage';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';
import { readText } from './support/texts';

const stage = useStage();

const triggerWorkflow = (credential: CredentialRef, parameters: JsonObject) =>
	inARow('New submissions', [triggerNode(credential, parameters)]);

describe('The trigger', () => {
	itInEditor('says when it runs, and what to do if nothing arrives', stage, async (editor) => {
		const { emulator, credential } = stage();
		const parameters = { formId: fromList(emulator.addForm({ name: 'Contact' })) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);

		expect(await panel.notices.count()).toBe(0);
		const shown = await readText(panel.root);
		expect(shown).toContain('Choose a form. The rest can stay as it is.');
		const when =
			'within a minute, or within seconds if one form is chosen and the service can reach n8n';
		expect(shown).toContain(`Once the workflow is published, each new submission runs it ${when}.`);
		expect(await panel.readExecutionsHelp()).toContain(
			'Publish the workflow to run it for every new one.',
		);
		await panel.close();
		expect(await editor.publish()).toContain(
			`Submit your form once: the run appears under Executions ${when}. Nothing arrives?`,
		);
	});

	itInEditor('shows the newest submission at once', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Booking' });
		const entered = { email: 'visitor@example.com', message: 'A table for two, please.' };
		const { submission } = await emulator.submit(form.id, entered);
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		await panel.execute();

		const { rows } = await panel.output.readTable();
		expect(rows).toEqual([expect.objectContaining({ id: submission.id, ...entered })]);
		expect(emulator.destinations(form.id)).toEqual([]);
	});
});

describe('Execute Once, turned on in the Settings of a trigger', () => {
	const publishWithIt = async (editor: EditorPage, node: WorkflowNode) => {
		const id = await editor.open(inARow('New submissions', [node]));
		const panel = await editor.openNode(node.name);
		const saved = editor.untilSaved('executeOnce');
		await panel.turnOn('executeOnce');
		await saved;
		await panel.close();
		return { id, message: await editor.publish() };
	};

	itInEditor('has the trigger run for one submission at a time', stage, async (editor) => {
		const { emulator, credential, n8n } = stage();
		const form = emulator.addForm({ name: 'Contact' });
		const node = triggerNode(credential, { formId: byId(form.id), runFor: 'together' });
		const { id, message } = await publishWithIt(editor, node);
		expect(message).toContain('Workflow published');
		emulator.addSubmissions(form.id, 4, { from: Date.now() });

		const runs = await n8n.executions.waitForCount(id, 4);
		expect(runs.map((run) => run.output(TRIGGER).length)).toEqual([1, 1, 1, 1]);
	});
});
