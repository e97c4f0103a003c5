import { byId, CREDENTIAL_TYPE } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { findFlaws, NO_FLAWS } from './support/flaws';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';
import { readText, untilTexts } from './support/texts';
import {
	fromList,
	TRIGGER,
	triggerWorkflow,
	POLLING_TRIGGER,
	pollingWorkflow,
} from './support/workflows';

const stage = useStage();

describe('The webhook trigger', () => {
	itInEditor('says when it runs, and labels its fields in full', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Contact' });
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		await panel.addAll('Add Option');

		expect(await readText(panel.root)).toContain(
			'Once the workflow is published, it runs for each new submission.',
		);
		expect(await panel.readLabels()).toEqual(
			expect.arrayContaining(['Form', 'Registration', 'Simplify', 'Register Again']),
		);
		expect(await panel.readLabels()).not.toContain('Event');
		expect(await panel.notices.count()).toBe(0);
		expect(await findFlaws(panel.root)).toEqual(NO_FLAWS);
	});

	itInEditor('says what to do after its destination is deleted', stage, async (editor) => {
		const { emulator, credential } = stage();
		const parameters = { formId: fromList(emulator.addForm({ name: 'Contact' })) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		expect(await panel.readExecutionsHelp()).toContain(
			"If you deleted the form's destination in the service, submissions come up to a minute later (with 'Mode' set to Each Delivery, not at all): add the option 'Register Again'",
		);
		await panel.close();
		const published = await editor.publish();
		expect(published).toContain(
			'Submit your form once: the run appears under Executions within a minute.',
		);
		expect(published).toContain('Nothing arrives? See Troubleshooting');
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
		await panel.addAll('Add Option');
		expect(await panel.readLabels()).not.toContain('Register Again');
		expect(await findFlaws(panel.root)).toEqual(NO_FLAWS);
	});

	itInEditor('shows a submission that arrives while it listens', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Booking' });
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		await panel.execute();
		expect(await readText(panel.listening)).toContain('Listening for test event');
		expect(await readText(panel.output.hint)).toContain(
			'Click Execute step, then submit the form once. If nothing arrives',
		);
		const url = await waitFor('the destination', () => emulator.destinations(form.id)[0]?.url);
		expect(url).toContain('/webhook-test/');
		const entered = { email: 'visitor@example.com', message: 'A table for two, please.' };
		const { results, submission } = await emulator.submit(form.id, entered);

		expect(results.map(({ status }) => status)).toEqual([200]);
		const { rows } = await panel.output.readTable();
		expect(rows).toEqual([expect.objectContaining({ id: submission.id, ...entered })]);
	});

	itInEditor('says which permission a key lacks to register it', stage, async (editor) => {
		const { emulator, n8n, baseUrl } = stage();
		const form = emulator.addForm({ name: 'Contact' });
		const apiKey = emulator.addKey();
		const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Reads only', {
			baseUrl,
			apiKey,
		});
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(triggerWorkflow(credential, parameters), TRIGGER);
		await panel.execute();

		expect(await readText(editor.messages.first())).toContain(
			"The API key may not have permission to create destinations. In the credential, enter a key with write permission. If you can't get one, set 'Registration' to Manual",
		);
	});
});

describe('The polling trigger', () => {
	itInEditor('labels all its fields in full, without truncation', stage, async (editor) => {
		const { credential } = stage();
		const panel = await editor.openIn(pollingWorkflow(credential, {}), POLLING_TRIGGER);
		await panel.addAll('Add Filter');
		await panel.addAll('Add Option');

		expect(await panel.readLabels()).toEqual(
			expect.arrayContaining(['Form', 'Include Test Submissions', 'Status', 'Start From']),
		);
		expect(await findFlaws(panel.root)).toEqual(NO_FLAWS);
	});

	itInEditor('says after publishing what happens from now on', stage, async (editor) => {
		const { n8n, credential } = stage();
		const id = await editor.open(pollingWorkflow(credential, {}));

		expect(await editor.publish()).toContain(
			"Submit your form once: the run appears under Executions after the next poll, within a minute unless you changed 'Poll Times'.",
		);
		await n8n.workflows.unpublish(id);
	});

	itInEditor('shows the newest submission as a test event', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Contact' });
		const submissions = emulator.addSubmissions(form.id, 3);
		const parameters = { formId: byId(form.id) };
		const panel = await editor.openIn(pollingWorkflow(credential, parameters), POLLING_TRIGGER);
		await panel.execute();

		const { rows } = await panel.output.readTable();
		expect(rows.map((row) => row.id)).toEqual([submissions[2]?.id]);
	});

	itInEditor('says that nothing may come from a form in test mode', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Draft', isTestMode: true });
		const formId = { ...fromList(form), cachedResultName: 'Draft (test mode)' };
		const panel = await editor.openIn(pollingWorkflow(credential, { formId }), POLLING_TRIGGER);
		await panel.output.hint.getByText('This form is in test mode').waitFor();
		await panel.add('Add Filter', 'Include Test Submissions');
		await panel.output.hint.waitFor({ state: 'hidden' });
	});
});
