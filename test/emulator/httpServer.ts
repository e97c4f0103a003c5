/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
// Real timers: sockets work in real time even if a test has replaced the global clock.
import { clearTimeout, setTimeout } from 'node:timers';

import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

import type { Answer, CutAnswer, EmulatorRequest } from './types';

const MAX_BODY_BYTES = 16 * 1024 * 1024;

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
	const app = fastify({
		bodyLimit: MAX_BODY_BYTES,
		forceCloseConnections: true,
		// A single route takes every path: the service decides which exist, and how they are decoded.
		rewriteUrl: () => '/',
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	const receive = async (request: FastifyRequest, reply: FastifyReply) => {
		const answer = handle(toEmulatorRequest(request));
		reply.hijack();
		if (answer.kind === 'response' && answer.until) await answer.until;
		const delayMs = answer.kind === 'response' ? (answer.latencyMs ?? 0) : 0;
		if (delayMs <= 0) return execute(answer, reply);
		const timer = setTimeout(() => {
			pending.delete(timer);
			execute(answer, reply);
		}, delayMs);
		pending.add(timer);
	};
	app.all('/', receive);
	app.setNotFoundHandler(receive);

	const url = await app.listen({ port: 0, host: '127.0.0.1' });
	return {
		url,
		async close() {
			for (const timer of pending) clearTimeout(timer);
			await app.close();
		},
	};
}

function toEmulatorRequest(request: FastifyRequest): EmulatorRequest {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	const body = typeof request.body === 'string' ? request.body : '';
	return { method: request.method, url: request.originalUrl, headers, body };
}

function execute(answer: Answer, reply: FastifyReply): void {
	if (reply.raw.destroyed) return;
	switch (answer.kind) {
		case 'response':
			reply.raw.writeHead(answer.status, withLength(answer));
			reply.raw.end(answer.body);
			return;
		case 'cut':
			return cut(answer, reply);
		case 'reset':
			reply.raw.socket?.resetAndDestroy();
			return;
		case 'hang':
			return;
	}
}

function cut(answer: CutAnswer, reply: FastifyReply): void {
	const bytes = Buffer.from(answer.body);
	reply.raw.writeHead(answer.status, withLength(answer));
	reply.raw.write(bytes.subarray(0, bytes.length >> 1), () => reply.raw.socket?.destroy());
}

function withLength(answer: { headers: Record<string, string>; body: string }) {
	return { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) };
}
