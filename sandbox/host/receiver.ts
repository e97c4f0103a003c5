/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IncomingHttpHeaders } from 'node:http';

import fastify from 'fastify';

type FindFault = (body: Record<string, unknown>) => string | undefined;

/** Someone else's program that workflows send JSON to: a CRM, a chat. */
export type Receiver = {
	url: string;
	received: Array<{ headers: IncomingHttpHeaders; body: Record<string, unknown> }>;
	/** Responds to the given number of upcoming requests with 503. */
	failNext: (times: number) => void;
	/** From now on, responds with 400 and the problem found in a body, if any. Default: none. */
	refuse: (findFault: FindFault) => void;
	stop: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
	const received: Receiver['received'] = [];
	let failures = 0;
	let findFault: FindFault = () => undefined;
	const server = fastify();
	server.post<{ Body: Record<string, unknown> }>('/*', async ({ headers, body }, reply) => {
		if (failures > 0) {
			failures--;
			return await reply.code(503).send({ ok: false });
		}
		const message = findFault(body);
		if (message !== undefined) return await reply.code(400).send({ message });
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
		refuse(find) {
			findFault = find;
		},
		stop: async () => await server.close(),
	};
}
