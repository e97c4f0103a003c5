/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Some web site that is not the service, with all requests it was sent. */
export type WebSite = {
	url: string;
	requests: { path: string; authorization?: string }[];
	stop: () => Promise<void>;
};

/** Answers with a web page; below `/moved` it sends visitors on to `target`. */
export async function startWebSite(target?: string): Promise<WebSite> {
	const requests: WebSite['requests'] = [];
	const server = createServer(({ url: path = '/', headers }, response) => {
		requests.push({ path, authorization: headers.authorization });
		if (target !== undefined && path.startsWith('/moved')) {
			response.writeHead(302, { location: `${target}${path}` }).end();
			return;
		}
		response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome');
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}
