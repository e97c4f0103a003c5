import { loadExample, type ExampleName } from '../sandbox/client/examples';
import type { Execution, JsonObject, WorkflowFile } from '../sandbox/client/n8nClient';
import { nodeOf } from '../sandbox/client/workflowFile';
import { AWKWARD } from './support/awkward';
import { useHost } from './support/host';

/** What a person does with the message of a submission between two runs. */
const EDITS = {
	edited: { name: 'edited', message: 'after' },
	emptied: { name: 'emptied', message: '' },
	deleted: { name: 'deleted' },
};

describe('The examples that keep a row for each submission, with what forms really send, in a real n8n', () => {
	const host = useHost();
	let formId: string;

	beforeEach(() => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
	});

	const add = (data: JsonObject) =>
		host().emulator.addSubmission({ formId, data, createdAt: Date.now() - 3_600_000 }).id;

	const load = (example: ExampleName, setup = {}) =>
		loadExample(example, { credential: host().credential, formId, ...setup });

	const create = async (file: WorkflowFile) => (await host().n8n.workflows.create(file)).id;

	const run = async (id: string): Promise<Execution> =>
		await host().n8n.executions.run(id, { trigger: 'Every morning' });

	/** Adds all of the corpus, and submissions that somebody changes with what this returns. */
	function addAll() {
		const ids = AWKWARD.map(({ data }) => add(data));
		const toEdit = Object.keys(EDITS).map((name) => add({ name, message: 'before' }));
		const edit = () => {
			for (const [index, data] of Object.values(EDITS).entries()) {
				host().emulator.edit(toEdit[index] ?? '', data);
			}
		};
		return { ids: [...ids, ...toEdit], edit };
	}

	const named = (rows: JsonObject[], column = 'message') =>
		Object.keys(EDITS).map((name) => rows.find((row) => row.name === name)?.[column]);

	it('recent-submissions-to-data-table has each once, and follows what is edited, emptied, and deleted', async () => {
		const WRITE = 'Append or update the row';
		const { parameters } = nodeOf(load('recent-submissions-to-data-table'), WRITE);
		const { value, ...rest } = parameters.columns as { value: JsonObject };
		const dragged = { name: '={{ $json.name }}', message: '={{ $json.message }}' };
		const columns = { ...rest, value: { ...value, ...dragged } };
		const edits = { parameters: { [WRITE]: { ...parameters, columns } } };
		const id = await create(load('recent-submissions-to-data-table', edits));
		const { ids, edit } = addAll();

		const first = await run(id);
		const before = await host().n8n.dataTables.rows(`Form submissions ${id}`);
		edit();
		const second = await run(id);
		const after = await host().n8n.dataTables.rows(`Form submissions ${id}`);

		expect([first.error, second.error]).toEqual([undefined, undefined]);
		expect(before.map(({ submissionId }) => submissionId).sort()).toEqual([...ids].sort());
		expect(named(before)).toEqual(['before', 'before', 'before']);
		expect(named(after)).toEqual(['after', '', null]);
		expect(after).toHaveLength(ids.length);
	});

	it('recent-submissions-to-google-sheets gives a row for each, and an empty cell for what is emptied or deleted', async () => {
		const GET = 'Get recent submissions';
		const WRITE = 'Append or update the rows';
		const options = { [GET]: { fields: ['name', 'message'] } };
		const file = load('recent-submissions-to-google-sheets', { options });
		// What Google says is n8n's own matter.
		const pinData = { 'Read the sheet': [{ json: {} }], [WRITE]: [{ json: {} }] };
		const id = await create({ ...file, pinData });
		const { ids, edit } = addAll();

		const before = (await run(id)).output('Fit the cells');
		edit();
		const after = (await run(id)).output('Fit the cells');

		for (const rows of [before, after]) {
			expect(rows.map((row) => row.id).sort()).toEqual([...ids].sort());
			expect(rows.flatMap((row) => Object.values(row))).not.toContain(null);
		}
		expect(named(after)).toEqual(['after', '', '']);
	});
});
