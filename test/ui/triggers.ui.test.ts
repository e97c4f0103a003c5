import type { CredentialRef, JsonObject, WorkflowNode } from '../sandbox/client/n8nClient';
import {
	byId,
	fromList,
	inARow,
	pollingNode,
	TRIGGER,
	triggerNode,
} from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import type { EditorPage } from './support/EditorPage';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';
import { readText, untilTexts } from './support/texts';

const stage = useStage();

const triggerWorkflow = (credential: CredentialRef, parameters: JsonObject) =>
	inARow('New submissions', [triggerNode(credential, parameters)]);

describe('The webhook trigger', () => {
	itInEditor('says when it runs, and what to do if nothing arrives', stage, async (editor) => {
		const { emulator, credential } = stage();
		const parameters = { formId: fromList(emulator.addForm({ name: 'Contact' })) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);

		expect(await panel.notices.count()).toBe(0);
		const shown = await readText(panel.root);
		expect(shown).toContain('Choose a form. The rest can stay as it is.');
		expect(shown).toContain('Once the workflow is published, each new submission runs it.');
		expect(await panel.readExecutionsHelp()).toContain(
			'Publish the workflow to run it for every new submission.',
		);
		await panel.close();
		expect(await editor.publish()).toContain(
			'Submit your form once: the run appears under Executions within seconds. Nothing arrives?',
		);
	});

	itInEditor('says what to do in the dashboard when set to Manual', stage, async (editor) => {
		const { credential } = stage();
		const panel = await editor.openIn(triggerWorkflow(credential, {}), TRIGGER);
		expect(await readText(panel.root)).not.toContain('Webhook URLs');
		await panel.select('registration', 'Manual');

		await untilTexts(panel.notices.getByRole('listitem'), [
			'Create a long random string, e.g. with a password manager. This is the secret.',
			'Open Webhook URLs above, and copy the Production URL (the Test URL is shown first).',
			'In the service, add a webhook destination to the form, with that address and that secret.',
			"Enter the same secret in 'Webhook Secret' of the credential.",
			'Publish the workflow.',
		]);
		expect(await readText(panel.root)).toContain('Webhook URLs');
	});

	itInEditor('shows a submission that arrives while it listens', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Booking' });
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		await panel.execute();
		expect(await readText(panel.listening)).toContain('Listening for test event');
		expect(await readText(panel.output.hint)).toContain(
			'Click Execute step, then submit the form once, as a visitor would. Tests leave a destination',
		);
		const url = await waitFor('the destination', () => emulator.destinations(form.id)[0]?.url);
		expect(url).toContain('/webhook-test/');
		const entered = { email: 'visitor@example.com', message: 'A table for two, please.' };
		const { results, submission } = await emulator.submit(form.id, entered);

		expect(results.map(({ status }) => status)).toEqual([200]);
		const { rows } = await panel.output.readTable();
		expect(rows).toEqual([expect.objectContaining({ id: submission.id, ...entered })]);
	});

	itInEditor('registers again only if the last time nothing was heard', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Booking' });
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		const listen = async () => {
			await panel.execute();
			await panel.listening.waitFor();
		};
		const registered = async (count: number) =>
			await waitFor('a destination', () => emulator.destinations(form.id).length >= count);
		const hear = async () => {
			const { submission } = await emulator.submit(form.id, { name: 'Ada' });
			await panel.output.root.getByText(submission.id).first().waitFor();
		};

		await listen();
		await registered(1);
		await panel.listening.getByText('Stop Listening').click();
		await panel.listening.waitFor({ state: 'hidden' });
		await listen();
		await registered(2);
		await hear();
		await listen();
		await hear();

		expect(emulator.destinations(form.id)).toHaveLength(2);
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

	itInEditor('lets no polling trigger be published, and says why', stage, async (editor) => {
		const { emulator, credential } = stage();
		const { id } = emulator.addForm({ name: 'Contact' });
		const node = pollingNode(credential, { formId: byId(id) });

		expect((await publishWithIt(editor, node)).message).toContain(
			"'Execute Once' is on in this node's Settings, so n8n would run the workflow with the first submission that a poll finds, and drop the others. Turn it off, and publish the workflow.",
		);
	});

	itInEditor('has the webhook trigger run for one submission at a time', stage, async (editor) => {
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
