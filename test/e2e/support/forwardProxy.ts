/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy as companies put one between their programs and the internet. */
export type ForwardProxy = { url: string; forwarded: string[]; stop: () => Promise<void> };

/** Sends plain HTTP requests on and keeps their addresses. */
export async function startForwardProxy(): Promise<ForwardProxy> {
	const forwarded: string[] = [];
	const server = createServer((incoming, outgoing) => {
		const { method, headers, url = '' } = incoming;
		forwarded.push(url);
		const onward = request(url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.writeHead(502).end());
		incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		forwarded,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}
