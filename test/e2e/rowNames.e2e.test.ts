import type { JsonObject } from '../sandbox/client/n8nClient';
import {
	ACTION,
	actionNode,
	actionWorkflow,
	byId,
	inARow,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import { RESERVED } from '../../nodes/FormSubmissions/rows/columnNames';
import { HOSTILE } from './support/hostileNames';
import { useHost } from './support/host';

const NAMES = [...RESERVED];

/** An Edit Fields node that sets each of these to what its expression says. */
function editFields(name: string, expressions: string[]) {
	const assignments = expressions.map((value, at) => ({
		id: `a${at}`,
		name: `e${at}`,
		value,
		type: 'string',
	}));
	const parameters = { assignments: { assignments }, options: {} };
	return makeNode(name, 'n8n-nodes-base.set', parameters, { typeVersion: 3.4 });
}

describe.each(['vm', 'legacy'])("rows in n8n's expression engine %s", (engine) => {
	const host = useHost(() => ({ N8N_EXPRESSION_ENGINE: engine }));

	/** What expressions make of the one row that a submission gives. */
	async function read(data: JsonObject, expressions: string[], options: JsonObject = {}) {
		const { n8n, emulator, credential } = host();
		const form = emulator.addForm();
		emulator.addSubmission({ formId: form.id, data });
		const nodes = [
			startNode(),
			actionNode(credential, {
				resource: 'submission',
				operation: 'getAll',
				formId: byId(form.id),
				options,
			}),
			editFields('Read', expressions),
		];
		const { id } = await n8n.workflows.create(inARow(`Expressions ${form.id}`, nodes));
		const execution = await n8n.executions.run(id, { trigger: START });
		const [read = {}] = execution.output('Read');
		return Object.values(read);
	}

	it('are read by every name that is kept back, as a whole, and as JSON text', async () => {
		const data = Object.fromEntries(NAMES.map((name) => [name, `of ${name}`]));

		const [whole, text, ...each] = await read(data, [
			'={{ $json }}',
			'={{ JSON.stringify($json) }}',
			...NAMES.map((name) => `={{ $json["field_${name}"] }}`),
		]);

		const fields = Object.fromEntries(NAMES.map((name) => [`field_${name}`, `of ${name}`]));
		expect(each).toEqual(NAMES.map((name) => `of ${name}`));
		expect(JSON.parse(String(text))).toMatchObject(fields);
		expect(JSON.parse(String(whole))).toMatchObject(fields);
	});

	it('have plain names that need no brackets', async () => {
		const [name, number, id] = await read(
			{ 'Full name': 'Öz', 'Tel. (private)': '007' },
			['={{ $json.Full_name }}', '={{ $json.Tel_private }}', '={{ $json.submissionId }}'],
			{ names: 'plain' },
		);

		expect([name, number, id]).toEqual(['Öz', '007', expect.stringMatching(/^sub_/)]);
	});
});

describe('plain rows in a data table', () => {
	const host = useHost();

	it('are taken by its automatic mapping, whatever their fields are called', async () => {
		const { n8n, emulator, credential } = host();
		const form = emulator.addForm({ name: 'Contact' });
		const own = { 'Full name': { first: 'A', last: 'B' }, id: 'mine', updatedAt: 'never' };
		emulator.addSubmission({ formId: form.id, data: { ...own, ...HOSTILE } });
		const options = {
			names: 'plain',
			groups: 'columns',
			columns: ['submittedAt', 'createdAt', 'id', 'ip', 'formId'],
		};
		const list = { resource: 'submission', operation: 'getAll', formId: byId(form.id), options };
		const first = await n8n.workflows.create(actionWorkflow(credential, list));
		const [row = {}] = (await n8n.executions.run(first.id, { trigger: START })).output(ACTION);

		const tableName = `Submissions ${form.id}`;
		const column = Object.keys(row).map((name) => ({ name, type: 'string' }));
		const create = {
			resource: 'table',
			operation: 'create',
			tableName,
			columns: { column },
			options: {},
		};
		const insert = {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: tableName },
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
			options: {},
		};
		const dataTable = (name: string, parameters: JsonObject) =>
			makeNode(name, 'n8n-nodes-base.dataTable', parameters, { typeVersion: 1.1 });
		const nodes = [
			startNode(),
			dataTable('Create', create),
			actionNode(credential, list),
			dataTable('Insert', insert),
		];
		const { id } = await n8n.workflows.create(inARow('Into a table', nodes));
		const execution = await n8n.executions.run(id, { trigger: START });

		expect(execution.status).toBe('success');
		const [stored = {}] = await n8n.dataTables.rows(tableName);
		expect(Object.keys(stored)).toEqual(expect.arrayContaining(Object.keys(row)));
		expect(stored).toMatchObject({
			Full_name_first: 'A',
			field_id: 'mine',
			field_updatedAt: 'never',
			submissionId: row.submissionId,
		});
	});
});
