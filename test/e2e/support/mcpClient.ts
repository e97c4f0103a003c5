/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { JsonObject } from '../../sandbox/client/json';
import { MAIN } from '../../sandbox/install/installations';

type Answer = { content: Array<{ type: string; text: string }>; isError?: boolean };
type Tool = { name: string; inputSchema: { required?: string[] } };

/** The part of an MCP client that an assistant uses. */
type McpClient = {
	connect: (transport: unknown) => Promise<void>;
	listTools: () => Promise<{ tools: Tool[] }>;
	callTool: (call: { name: string; arguments: JsonObject }) => Promise<Answer>;
	close: () => Promise<void>;
};

/** The client of the protocol's authors, which n8n's installation contains. */
const load = createRequire(join(MAIN.modules, 'n8n', 'package.json'));
const sdk = '@modelcontextprotocol/sdk/client';
const { Client } = load(`${sdk}/index.js`) as { Client: new (info: unknown) => McpClient };
const { StreamableHTTPClientTransport } = load(`${sdk}/streamableHttp.js`) as {
	StreamableHTTPClientTransport: new (url: URL, options: unknown) => unknown;
};

/** Connects an assistant with the MCP server at a URL. */
export async function connectToMcp(url: URL, token: string) {
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	return {
		tools: async (): Promise<Tool[]> => (await client.listTools()).tools,
		async ask(name: string, question: JsonObject = {}) {
			const { content, isError } = await client.callTool({ name, arguments: question });
			return { isError, text: content.map(({ text }) => text).join('') };
		},
		close: async (): Promise<void> => await client.close(),
	};
}
