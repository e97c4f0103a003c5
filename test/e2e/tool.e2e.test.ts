import { randomUUID } from 'node:crypto';

import { ACTION_TYPE, byId, credentialsOf, makeNode } from '../../sandbox/client/workflowFile';
import type { Form, Submission } from '../../emulator';
import { startHost, type Host } from './support/host';
import { connectMcp, type McpClient } from './support/mcpClient';

const TOOL_TYPE = `${ACTION_TYPE}Tool`;
const MCP = 'MCP Server Trigger';

/** A parameter value that makes n8n ask the model. */
const fromModel = (name: string, description: string, type = 'string') =>
	`={{ $fromAI('${name}', '${description}', '${type}') }}`;

describe('The action node as a tool for a model', () => {
	let host: Host;
	let form: Form;
	let submissions: Submission[];
	let client: McpClient;

	beforeAll(async () => {
		host = await startHost({});
		form = host.emulator.addForm({ name: 'Contact' });
		submissions = host.emulator.addSubmissions(form.id, 120);
		const path = randomUUID();
		const tool = (name: string, parameters: Record<string, unknown>) =>
			makeNode(name, TOOL_TYPE, parameters, {
				position: [0, 200],
				credentials: credentialsOf(host.credential),
			});
		const tools = [
			tool('Forms', { resource: 'form', operation: 'getAll' }),
			tool('Recent submissions', {
				resource: 'submission',
				operation: 'getAll',
				formId: byId(fromModel('form', 'ID of the form')),
			}),
			tool('One submission', {
				resource: 'submission',
				operation: 'get',
				submissionId: byId(fromModel('id', 'ID of the submission')),
			}),
		];
		const { id } = await host.n8n.workflows.create({
			name: 'Tools',
			settings: {},
			nodes: [
				makeNode(
					MCP,
					'@n8n/n8n-nodes-langchain.mcpTrigger',
					{ authentication: 'none', path },
					{ typeVersion: 2, webhookId: path },
				),
				...tools,
			],
			connections: Object.fromEntries(
				tools.map(({ name }) => [name, { ai_tool: [[{ node: MCP, type: 'ai_tool', index: 0 }]] }]),
			),
		});
		await host.n8n.workflows.publish(id);
		client = await connectMcp(`${host.server.url}/mcp/${path}`);
	}, 300_000);

	afterAll(async () => await host?.stop(), 60_000);

	it('tells the model what each tool does and what input it needs', async () => {
		const tools = await client.tools();

		const told = tools.map(({ name, description, inputSchema }) => [
			name,
			description,
			Object.keys((inputSchema.properties ?? {}) as object),
		]);
		expect(told.sort()).toEqual([
			['Forms', 'Get many forms with names and IDs in Form Submissions', []],
			['One_submission', 'Get submission in Form Submissions', ['id']],
			['Recent_submissions', 'Get many submissions in Form Submissions', ['form']],
		]);
	});

	it('returns at most fifty flat rows, and says that there are more', async () => {
		const text = await client.call('Recent_submissions', { form: form.id });

		const rows = JSON.parse(text) as Array<Record<string, unknown>>;
		const newest = submissions.slice(-50).reverse();
		expect(rows.slice(0, -1).map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
		expect(rows.at(-1)).toEqual({ note: expect.stringMatching(/there are more\. .*Count/) });
		expect(rows[0]).toMatchObject({ status: 'new', email: newest[0]?.data.email });
	});

	it('returns the submission whose ID the model provides', async () => {
		const [submission] = submissions;

		const text = await client.call('One_submission', { id: submission?.id });

		expect(JSON.parse(text)).toMatchObject([{ id: submission?.id, formId: form.id }]);
	});

	it('tells the model what to do when a submission does not exist', async () => {
		const text = await client.call('One_submission', { id: 'sub_nowhere' });

		expect(text).toMatch(/no submission with the ID .*sub_nowhere[^]* returned by Get Many/);
	});
});
