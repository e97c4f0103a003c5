/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
// Real timers: sockets work in real time even if a test has replaced the global clock.
import { clearTimeout, setTimeout } from 'node:timers';

import type { Answer, CutAnswer, EmulatorRequest } from './types';

/** How long a connection stays open for the next request: longer than clients keep it (milliseconds). */
const KEEP_ALIVE_MS = 72_000;

/** Passes requests to `handle` and its responses back; knows nothing about the protocol. */
export function createHttpServer(handle: (request: EmulatorRequest) => Answer) {
	let running: { url: string; close: () => Promise<void> } | undefined;

	return {
		async start(): Promise<string> {
			if (running) throw new Error(`The server is already running at ${running.url}`);
			running = await listen(handle);
			return running.url;
		},
		/** Closes every connection, including hanging ones. */
		async stop(): Promise<void> {
			const stopping = running;
			running = undefined;
			await stopping?.close();
		},
	};
}

async function listen(handle: (request: EmulatorRequest) => Answer) {
	const pending = new Set<NodeJS.Timeout>();

	async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const answer = handle(toEmulatorRequest(request, await text(request)));
		if (answer.kind === 'response' && answer.until) await answer.until;
		const delayMs = answer.kind === 'response' ? (answer.latencyMs ?? 0) : 0;
		if (delayMs <= 0) return execute(answer, response);
		const timer = setTimeout(() => {
			pending.delete(timer);
			execute(answer, response);
		}, delayMs);
		pending.add(timer);
	}

	const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
		receive(request, response).catch((error: Error) => response.destroy(error));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async close() {
			for (const timer of pending) clearTimeout(timer);
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

function toEmulatorRequest(request: IncomingMessage, body: string): EmulatorRequest {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	const { method = '', url = '' } = request;
	return { method, url, headers, body };
}

function execute(answer: Answer, response: ServerResponse): void {
	if (response.destroyed) return;
	switch (answer.kind) {
		case 'response':
			response.writeHead(answer.status, withLength(answer));
			response.end(answer.body);
			return;
		case 'cut':
			return cut(answer, response);
		case 'reset':
			response.socket?.resetAndDestroy();
			return;
		case 'hang':
			return;
	}
}

function cut(answer: CutAnswer, response: ServerResponse): void {
	const bytes = Buffer.from(answer.body);
	response.writeHead(answer.status, withLength(answer));
	response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
}

function withLength(answer: { headers: Record<string, string>; body: string }) {
	return { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) };
}
