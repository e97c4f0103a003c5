/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IncomingHttpHeaders } from 'node:http';

import fastify from 'fastify';

type FindFault = (body: Record<string, unknown>) => string | undefined;

/** Someone else's program that workflows send JSON to: a CRM, a chat. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver() {
	const received: Array<{ headers: IncomingHttpHeaders; body: Record<string, unknown> }> = [];
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
		/** Responds to the given number of upcoming requests with 503. */
		failNext: (times: number): void => {
			failures = times;
		},
		/** From now on, responds with 400 and the problem found in a body, if any. Default: none. */
		refuse(find: FindFault): void {
			findFault = find;
		},
		stop: async (): Promise<void> => await server.close(),
	};
}
