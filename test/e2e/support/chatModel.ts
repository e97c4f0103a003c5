import { asArray, asObject, textOf, type JsonObject } from '../../sandbox/client/json';
import { startSite } from '../../sandbox/standIns/site';

/** What the model answers: its final text, or a tool to call first. */
export type Turn = { text: string } | { tool: string; input: JsonObject };

/** A stand-in for a chat model behind OpenAI's API that gives scripted answers. */
export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

export async function startChatModel() {
	let turns: Turn[] = [];
	const site = await startSite(({ body }) => {
		const turn = turns[requests.length - 1];
		if (turn && body.stream !== true) return { body: completion(turn, requests.length) };
		return { status: 400, body: { error: { message: 'This was not scripted' } } };
	});
	const { requests } = site;
	return {
		/** The base URL for its credential. */
		url: `${site.url}/v1`,
		/** Sets one turn for each request from now on, and forgets earlier requests. */
		answerWith(scripted: Turn[]): void {
			turns = scripted;
			requests.length = 0;
		},
		/** The tools offered to the model. */
		tools: (): JsonObject[] =>
			asArray(requests[0]?.body.tools, 'the tools').map((tool) =>
				asObject(asObject(tool, 'a tool').function, 'its function'),
			),
		/** What the called tools returned to the model, in order. */
		toolAnswers: (): string[] =>
			asArray(requests.at(-1)?.body.messages, 'the messages')
				.map((message) => asObject(message, 'a message'))
				.filter(({ role }) => role === 'tool')
				.map((message) => textOf(message, 'content')),
		stop: site.stop,
	};
}

/** The response to `POST /v1/chat/completions`. */
function completion(turn: Turn, number: number): JsonObject {
	const message =
		'text' in turn
			? { content: turn.text }
			: { content: null, tool_calls: [toolCall(turn.tool, turn.input, number)] };
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				finish_reason: 'text' in turn ? 'stop' : 'tool_calls',
				message: { role: 'assistant', ...message },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall(name: string, input: JsonObject, number: number): JsonObject {
	return {
		id: `call_${number}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(input) },
	};
}
