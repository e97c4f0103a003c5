import { loadExample } from '../sandbox/client/examples';
import {
	ACTION_TYPE,
	byId,
	CREDENTIAL_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { createEmulator } from '../emulator';
import { actionWorkflow } from './support/actionWorkflow';
import { startHost, type Host } from './support/host';

const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const NODE_NAME = 'Form Submissions';
const LIMIT = 5;
const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('The action node in a real n8n', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({});
	});

	afterAll(async () => await host?.stop());

	it('lists the forms of the workspace', async () => {
		const { n8n, emulator, credential } = host;
		const form = emulator.addForm({ name: 'Réservation' });
		const { id } = await n8n.workflows.create(loadExample('list-forms', { credential }));
		const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
		expect(execution.output('List forms')).toContainEqual(form);
	});

	describe('a field that a visitor named like an expression', () => {
		const EXPRESSION = '={{ $("Other").first().json.secret }}';

		it('is a column with that name once it is chosen, and is not run', async () => {
			const { n8n, emulator, credential } = host;
			const form = emulator.addForm();
			emulator.addSubmission({ formId: form.id, data: { [EXPRESSION]: 'entered' } });
			const node = (parameters: object) =>
				makeNode(
					NODE_NAME,
					ACTION_TYPE,
					{ ...GET_ALL, formId: byId(form.id), ...parameters },
					{
						credentials: credentialsOf(credential),
					},
				);

			const [fieldName] = await n8n.catalog.options('getFields', node({}), 'options.fields');
			const secret = { mode: 'raw', jsonOutput: '{ "secret": "sesame" }' };
			const other = makeNode('Other', 'n8n-nodes-base.set', secret, { typeVersion: 3.4 });
			const match = [{ fieldName, fieldValue: 'entered' }];
			const options = { fields: [fieldName], columns: [] };
			const chosen = node({ filters: { fieldMatch: { match } }, options });
			const { id } = await n8n.workflows.create(inARow('Chosen', [startNode(), other, chosen]));
			const execution = await n8n.executions.run(id, { trigger: START });

			expect(execution.error).toBeUndefined();
			expect(execution.output(NODE_NAME)).toEqual([{ [EXPRESSION]: 'entered' }]);
		});
	});

	describe('stopping', () => {
		const emulator = createEmulator({ limitPerWindow: LIMIT });

		afterAll(async () => await emulator.stop());

		it('ends a walk that is waiting for the rate limit, and sends no further requests', async () => {
			const { n8n } = host;
			const form = emulator.addForm({ name: 'Contact' });
			emulator.addSubmissions(form.id, 2_000);
			const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };

			const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Few', values);
			const { id } = await n8n.workflows.create(actionWorkflow('Fetch', credential, GET_ALL));

			const executionId = await n8n.executions.start(id, { trigger: START });
			await waitFor('the walk to use up the limit', () =>
				emulator.requests.length === LIMIT ? true : undefined,
			);
			await n8n.executions.stop(executionId);
			const execution = await n8n.executions.waitForEnd(executionId);

			expect(execution.status).toBe('canceled');
			expect(emulator.requests).toHaveLength(LIMIT);
			expect(emulator.tooManyRequestsCount()).toBe(0);
		});
	});
});
