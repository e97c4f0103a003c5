/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
	const server = createServer((incoming, response) => {
		const { method = '', url = '', headers } = incoming;
		const respond = (sent: string) => {
			const isJson = headers['content-type']?.includes('json');
			const json: unknown = isJson && sent !== '' ? JSON.parse(sent) : undefined;
			const request = { method, url, headers, body: isObject(json) ? json : {} };
			requests.push(request);
			const given = answer(request);
			if (given === 'hang') return;
			const isText = typeof given.body === 'string';
			const type = isText ? 'text/html' : 'application/json';
			response.statusCode = given.status ?? 200;
			response.setHeaders(new Map(Object.entries({ 'content-type': type, ...given.headers })));
			response.end(isText ? given.body : JSON.stringify(given.body));
		};
		text(incoming)
			.then(respond)
			.catch((error: Error) => response.destroy(error));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		async stop(): Promise<void> {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
