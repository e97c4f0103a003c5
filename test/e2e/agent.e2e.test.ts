import type { CredentialRef } from '../sandbox/client/n8nClient';
import { asArray, asObject, type JsonObject } from '../sandbox/client/json';
import {
	ACTION_TYPE,
	byId,
	credentialsOf,
	linkTo,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import { startChatModel, type ChatModel, type Turn } from './support/chatModel';
import { useHost } from './support/host';

const AGENT = 'AI Agent';
const MODEL = 'OpenAI Chat Model';
const TOOL = 'Submissions of a form';
const TOOL_NAME = 'Submissions_of_a_form';

/** What the editor stores after a click on "Let the model define this parameter". */
const fromModel = (key: string, description = '') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${description}\`, 'string') }}`;

const leadTo = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });

describe("The action node as a tool of n8n's AI Agent", () => {
	const host = useHost();
	let model: ChatModel;
	let key: CredentialRef;
	let workflowId: string;

	beforeAll(async () => {
		model = await startChatModel();
		const { emulator, n8n } = host();
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
		for (const id of ['frm_2', 'frm_3']) emulator.addForm({ id, name: 'Booking' });
		for (const hour of ['03', '04', '05', '06']) {
			const createdAt = `2026-03-01T${hour}:30:00.000Z`;
			emulator.addSubmission({ formId: 'frm_1', createdAt, data: { hour } });
			emulator.addSubmission({ formId: 'frm_2', createdAt, data: { hour } });
		}
		key = await n8n.credentials.create('openAiApi', 'Model', { apiKey: 'none', url: model.url });
		workflowId = await createAgentWith({
			operation: 'getAll',
			formId: byId(fromModel('Form')),
			filters: { receivedAfter: fromModel('Received_After', 'ISO 8601 date') },
		});
	});

	afterAll(async () => {
		await model?.stop();
	});

	/** Creates a workflow whose agent has the action node, set to this, as its tool; returns its ID. */
	async function createAgentWith(parameters: JsonObject): Promise<string> {
		const { n8n, credential } = host();
		const { id } = await n8n.workflows.create({
			name: 'Agent',
			// As the editor stores it: with the older order, the agent continues before the tool has run.
			settings: { executionOrder: 'v1', timezone: 'America/New_York' },
			nodes: [
				startNode(),
				makeNode(
					AGENT,
					'@n8n/n8n-nodes-langchain.agent',
					{ promptType: 'define', text: 'Who wrote since March began?', options: {} },
					{ typeVersion: 3.1 },
				),
				makeNode(
					MODEL,
					'@n8n/n8n-nodes-langchain.lmChatOpenAi',
					{ model: byId('scripted'), options: { maxRetries: 0 } },
					{ typeVersion: 1.2, credentials: credentialsOf(key) },
				),
				makeNode(
					TOOL,
					`${ACTION_TYPE}Tool`,
					{ resource: 'submission', ...parameters },
					{ credentials: credentialsOf(credential) },
				),
			],
			connections: {
				[START]: linkTo(AGENT),
				[MODEL]: leadTo(AGENT, 'ai_languageModel'),
				[TOOL]: leadTo(AGENT, 'ai_tool'),
			},
		});
		return id;
	}

	const agentAfter = async (...inputs: JsonObject[]) => await runAgent(workflowId, ...inputs);

	/** Has the model call the tool once per input; returns the status of the run and the agent's answer. */
	async function runAgent(id: string, ...inputs: JsonObject[]): Promise<unknown[]> {
		const calls: Turn[] = inputs.map((input) => ({ tool: TOOL_NAME, input }));
		model.answerWith([...calls, { text: 'Done.' }]);
		const { executions } = host().n8n;
		const { output, status } = await executions.run(id, { trigger: START });
		return [status, output(AGENT)[0]?.output];
	}

	it('is offered with what it is for and what to send, and returns what the model asks for by form name and date', async () => {
		const said = await agentAfter({ Form: 'contact', Received_After: '2026-03-01' });

		const [answer = ''] = model.toolAnswers();
		const rows = asArray(JSON.parse(answer), 'the rows').map((row) => asObject(row, 'a row'));
		expect(said).toEqual(['success', 'Done.']);
		// Midnight in New York is 05:00 UTC.
		expect(rows.map(({ formId, formName, hour }) => [formId, formName, hour])).toEqual([
			['frm_1', 'Contact', '06'],
			['frm_1', 'Contact', '05'],
		]);
		expect(model.tools()).toEqual([
			expect.objectContaining({
				name: TOOL_NAME,
				description: 'Get many submissions in Form Submissions',
				parameters: expect.objectContaining({
					properties: {
						Form: { type: 'string' },
						Received_After: { type: 'string', description: 'ISO 8601 date' },
					},
					required: ['Form', 'Received_After'],
				}),
			}),
		]);
	});

	it('tells the model how to correct a failed call, and the agent continues', async () => {
		const said = await agentAfter(
			{ Form: 'Contact', Received_After: 'last week' },
			{ Form: 'Contacts', Received_After: '2026-03-01' },
			{ Form: 'Booking', Received_After: '2026-03-01' },
		);

		const answers = model.toolAnswers();
		expect(said).toEqual(['success', 'Done.']);
		expect(answers).toHaveLength(3);
		expect(answers[0]).toMatch(/Use an ISO 8601 date such as 2026-01-31 .*New_York/);
		expect(answers[1]).toMatch(/No form .*Contacts.*Use the name of one of these forms/);
		expect(answers[2]).toMatch(/Several forms .*: frm_2, frm_3\. Use the ID/);
	});

	it('searches any field if the model names none, and takes no answer for no filter', async () => {
		const match = [{ fieldName: fromModel('Field'), fieldValue: fromModel('Value') }];
		const id = await createAgentWith({ operation: 'count', filters: { fieldMatch: { match } } });

		await runAgent(id, { Field: '', Value: '05' }, { Field: '', Value: '' });

		const counted = model.toolAnswers().map((answer) => JSON.parse(answer) as unknown);
		expect(counted).toEqual([[{ count: 2 }], [{ count: 8 }]]);
	});
});
