/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IncomingHttpHeaders } from 'node:http';

import fastify from 'fastify';

/** A program of somebody else's that workflows send JSON to: a CRM, a chat. */
export type Receiver = {
	url: string;
	received: Array<{ headers: IncomingHttpHeaders; body: Record<string, unknown> }>;
	/** The next so many requests are answered with 503. */
	failNext: (times: number) => void;
	stop: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
	const received: Receiver['received'] = [];
	let failures = 0;
	const server = fastify();
	server.post<{ Body: Record<string, unknown> }>('/*', async ({ headers, body }, reply) => {
		if (failures > 0) {
			failures--;
			return await reply.code(503).send({ ok: false });
		}
		received.push({ headers, body });
		return { ok: true };
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url,
		received,
		failNext: (times) => {
			failures = times;
		},
		stop: async () => await server.close(),
	};
}
