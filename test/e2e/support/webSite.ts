/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Page = { status?: number; headers?: Record<string, string>; body: string };

/** A website on this machine that is not the service, with all requests it has received. */
export async function startWebSite(pageAt: (url: string) => Page) {
	const requests: Array<{ url: string; headers: IncomingHttpHeaders }> = [];
	const server = createServer(({ url = '/', headers }, response) => {
		requests.push({ url, headers });
		const { status = 200, headers: more, body } = pageAt(url);
		response.writeHead(status, { 'content-type': 'text/html', ...more }).end(body);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}
