import { asArray, asObject, textOf, type JsonObject } from '../../../sandbox/client/json';

/** What a model is told about a tool. */
export type Tool = { name: string; description: string; inputSchema: JsonObject };

/** A program that uses a model, as n8n's MCP Server Trigger sees it. */
export type McpClient = {
	tools: () => Promise<Tool[]>;
	/** Returns the text that the model reads. */
	call: (tool: string, input: JsonObject) => Promise<string>;
};

const PROTOCOL_VERSION = '2025-03-26';

/** Speaks the Model Context Protocol over its streamable HTTP transport. */
export async function connectMcp(url: string): Promise<McpClient> {
	let session: string | undefined;
	let lastId = 0;

	async function post(message: JsonObject): Promise<string> {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session === undefined ? {} : { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${String(message.method)}: ${response.status} ${text}`);
		session = response.headers.get('mcp-session-id') ?? session;
		return text;
	}

	async function ask(method: string, params: JsonObject): Promise<JsonObject> {
		const text = await post({ id: ++lastId, method, params });
		// A response arrives as JSON, or as the data of a server-sent event.
		const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
		const answer = asObject(JSON.parse(data), 'the answer');
		if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
		return asObject(answer.result, 'its result');
	}

	const clientInfo = { name: 'test', version: '1' };
	await ask('initialize', { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo });
	await post({ method: 'notifications/initialized' });

	return {
		async tools() {
			const { tools } = await ask('tools/list', {});
			return asArray(tools, 'the tools').map((tool) => {
				const found = asObject(tool, 'a tool');
				const inputSchema = asObject(found.inputSchema, 'its input');
				return {
					name: textOf(found, 'name'),
					description: textOf(found, 'description'),
					inputSchema,
				};
			});
		},
		async call(name, input) {
			const { content } = await ask('tools/call', { name, arguments: input });
			const [part] = asArray(content, 'the content');
			return textOf(asObject(part, 'its first part'), 'text');
		},
	};
}
