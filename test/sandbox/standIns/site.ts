/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import fastify from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { isObject, type JsonObject } from '../client/json';

type SiteRequest = {
	method: string;
	/** As sent: also a whole URL, if the sender takes this for a proxy. */
	url: string;
	headers: IncomingHttpHeaders;
	body: JsonObject;
};
/** A body that isn't text is sent as JSON. */
export type SiteAnswer = { status?: number; headers?: Record<string, string>; body: unknown };

/** Someone else's server on this machine, with all requests it has received; `hang` never responds. */
export async function startSite(answer: (request: SiteRequest) => SiteAnswer | 'hang') {
	const requests: SiteRequest[] = [];
	const server = fastify({
		forceCloseConnections: true,
		bodyLimit: 100 * 1024 * 1024,
		rewriteUrl: () => '/',
	});
	server.all('/', async ({ method, originalUrl: url, headers, body }, reply) => {
		const request = { method, url, headers, body: isObject(body) ? body : {} };
		requests.push(request);
		const given = answer(request);
		if (given === 'hang') return await reply.hijack();
		const isText = typeof given.body === 'string';
		return await reply
			.code(given.status ?? 200)
			.headers({ ...(isText && { 'content-type': 'text/html' }), ...given.headers })
			.send(given.body);
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, requests, stop: async (): Promise<void> => await server.close() };
}
