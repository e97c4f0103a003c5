/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { loadExample } from '../sandbox/client/examples';
import { MAIN } from '../sandbox/install/installations';
import { useHost } from './support/host';

type Answer = { content: Array<{ type: string; text: string }>; isError?: boolean };

/** The part of an MCP client that an assistant uses. */
type McpClient = {
	connect: (transport: unknown) => Promise<void>;
	listTools: () => Promise<{
		tools: Array<{ name: string; inputSchema: { required?: string[] } }>;
	}>;
	callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<Answer>;
	close: () => Promise<void>;
};

/** The client of the protocol's authors, which n8n's installation contains. */
const load = createRequire(join(MAIN.modules, 'n8n', 'package.json'));
const sdk = '@modelcontextprotocol/sdk/client';
const { Client } = load(`${sdk}/index.js`) as { Client: new (info: unknown) => McpClient };
const { StreamableHTTPClientTransport } = load(`${sdk}/streamableHttp.js`) as {
	StreamableHTTPClientTransport: new (url: URL, options: unknown) => unknown;
};

const TOKEN = 'a token';

describe('The example that answers questions, with an MCP client, in a real n8n', () => {
	const host = useHost();
	let url: URL;
	let client: McpClient;

	beforeAll(async () => {
		const { n8n, credential, emulator } = host();
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
		emulator.addForm({ id: 'frm_2', name: 'Booking' });
		for (const day of [1, 2, 3]) {
			const data = { name: `Visitor ${day}`, email: `v${day}@example.com` };
			emulator.addSubmission({ formId: 'frm_1', createdAt: `2026-03-0${day}T12:00:00.000Z`, data });
		}
		const token = await n8n.credentials.create('httpBearerAuth', 'Token', { token: TOKEN });
		const credentials = { 'MCP Server Trigger': token };
		const file = loadExample('answer-questions-about-submissions', { credential, credentials });
		const { id: workflowId } = await n8n.workflows.create(file);
		await n8n.workflows.publish(workflowId);
		url = new URL(`/mcp/${workflowId}`, host().url);
		client = new Client({ name: 'assistant', version: '1.0.0' });
		const headers = { authorization: `Bearer ${TOKEN}` };
		await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	});

	afterAll(async () => await client?.close());

	const ask = async (name: string, question: Record<string, unknown> = {}) => {
		const { content, isError } = await client.callTool({ name, arguments: question });
		return { isError, text: content.map(({ text }) => text).join('') };
	};

	it('lets in nobody without the token', async () => {
		const response = await fetch(url, { method: 'POST', body: '{}' });

		expect(response.status).toBe(403);
	});

	it('offers four tools, none of which needs an argument', async () => {
		const { tools } = await client.listTools();

		expect(tools.map(({ name }) => name).sort()).toEqual([
			'Count_by_answer',
			'Count_submissions',
			'Find_submissions',
			'List_forms',
		]);
		expect(tools.flatMap(({ inputSchema }) => inputSchema.required ?? [])).toEqual([]);
	});

	it('lists forms, counts, and finds by date and by what a field holds', async () => {
		const forms = await ask('List_forms');
		const counted = await ask('Count_submissions', {
			form: 'contact',
			received_after: '2026-03-02',
		});
		const answers = await ask('Count_by_answer', { form: 'Contact', field: 'email' });
		const found = await ask('Find_submissions', { form: 'Contact', value: 'V2@example.com' });

		expect(forms.text).toMatch(/"frm_1".*"frm_2"|"frm_2".*"frm_1"/s);
		expect(JSON.parse(counted.text)).toMatchObject([{ count: 2 }]);
		expect(JSON.parse(answers.text)).toMatchObject([
			{ answer: 'v1@example.com', count: 1 },
			{ answer: 'v2@example.com', count: 1 },
			{ answer: 'v3@example.com', count: 1 },
		]);
		expect(JSON.parse(found.text)).toMatchObject([{ name: 'Visitor 2', formName: 'Contact' }]);
	});

	it('tells the assistant how to correct a form that does not exist', async () => {
		const { isError, text } = await ask('Count_submissions', { form: 'Contacts' });

		expect(isError).toBe(true);
		expect(text).toMatch(/No form .*Contacts.*Booking/s);
		expect((await ask('Count_by_answer')).text).toMatch(/Form > Get Fields/);
	});
});
