import {
	ACTION,
	actionNode,
	actionWorkflow,
	byId,
	fromList,
	inARow,
	makeNode,
	startNode,
} from '../sandbox/client/workflowFile';
import { itInEditor } from './support/itInEditor';
import { useStage } from './support/stage';
import { readText, untilTexts } from './support/texts';

const GET_MANY = { resource: 'submission', operation: 'getAll' };

const stage = useStage();

describe('The action node', () => {
	itInEditor('shows submissions of a form found by partial name', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Newsletter' });
		const inTestMode = emulator.addForm({ name: 'Newsletter', isTestMode: true });
		emulator.addSubmissions(form.id, 3, {
			data: (index) => ({ email: `visitor${index}@example.com`, topics: ['Billing', 'Support'] }),
		});
		const panel = await editor.openIn(actionWorkflow(credential, GET_MANY), ACTION);
		const entries = await panel.openList('formId', 'wslet');
		await untilTexts(entries, [
			`Newsletter (${form.id})`,
			`Newsletter (${inTestMode.id}) (test mode)`,
		]);
		await entries.first().click();
		await panel.execute();

		const { columns, rows } = await panel.output.readTable();
		expect(columns).toEqual(
			expect.arrayContaining(['id', 'formId', 'submittedAt', 'status', 'email', 'topics']),
		);
		const emails = [2, 1, 0].map((index) => `visitor${index}@example.com`);
		expect(rows.map(({ email }) => email)).toEqual(emails);
		expect(rows.map(({ formId }) => formId)).toEqual([form.id, form.id, form.id]);
	});

	itInEditor('filters by the value of a form field in one step', stage, async (editor) => {
		const { emulator, credential } = stage();
		const form = emulator.addForm({ name: 'Survey' });
		const name = '={{ $("Start").first() }}';
		emulator.addSubmission({ formId: form.id, data: { [name]: 'yes', number: 1 } });
		emulator.addSubmission({ formId: form.id, data: { [name]: 'no', number: 2 } });
		const parameters = { ...GET_MANY, formId: byId(form.id) };
		const panel = await editor.openIn(actionWorkflow(credential, parameters), ACTION);

		const loaded = editor.untilOptionsLoaded();
		await panel.add('Add Filter', 'Field Value');
		await panel.parameters.getByText('Add Field Value').click();
		await loaded;
		expect(await panel.parameter('fieldName').locator('input').inputValue()).toBe('Any Field');
		await panel.select('fieldName', `'${name}`);
		await panel.parameter('fieldValue').locator('input').fill('YES');
		await editor.untilSaved('YES');
		await panel.execute();

		const { rows } = await panel.output.readTable();
		expect(rows.map(({ number }) => number)).toEqual(['1']);
	});

	itInEditor('offers its columns for mapping before its first run', stage, async (editor) => {
		const { credential } = stage();
		const next = makeNode('Edit Fields', 'n8n-nodes-base.set', {});
		const nodes = [startNode(), actionNode(credential, GET_MANY), next];
		const panel = await editor.openIn(inARow('Mapping', nodes), next.name);

		await untilTexts(panel.inputFields, [
			'submittedAt',
			'formName',
			'status',
			'spamScore',
			'tags',
			'files',
			'id',
			'formId',
		]);
	});

	itInEditor('explains why nothing was found', stage, async (editor) => {
		const { credential } = stage();
		const filters = { receivedBefore: '2001-01-01T00:00:00' };
		const parameters = { ...GET_MANY, returnAll: true, filters };
		const panel = await editor.openIn(actionWorkflow(credential, parameters), ACTION);
		await panel.execute();

		expect(await readText(panel.output.hint)).toMatch(
			/^No submissions were found\. The filter 'Received Before' leaves out/,
		);
	});

	itInEditor('lets a user switch from one form back to all', stage, async (editor) => {
		const { emulator, credential } = stage();
		const chosen = emulator.addForm({ name: 'Chosen at first' });
		const other = emulator.addForm({ name: 'Not chosen' });
		for (const { id: formId } of [chosen, other]) emulator.addSubmission({ formId });
		const parameters = { ...GET_MANY, returnAll: true, formId: fromList(chosen) };
		const panel = await editor.openIn(actionWorkflow(credential, parameters), ACTION);
		expect(await panel.notices.count()).toBe(0);
		const entries = await panel.openList('formId');
		await entries.getByText('Not chosen').waitFor();
		expect((await entries.allInnerTexts()).slice(0, 2)).toEqual([chosen.name, 'All Forms']);
		await entries.getByText('All Forms').click();

		expect(await panel.locatorInput('formId').inputValue()).toBe('All Forms');
		expect(await panel.notices.count()).toBe(0);
		await panel.execute();
		const { rows } = await panel.output.readTable();
		expect(rows.map(({ formId }) => formId)).toEqual(expect.arrayContaining([chosen.id, other.id]));
	});
});
