/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { request } from 'node:http';

import { startLocalServer } from './localServer';

/** A proxy like those that companies put between their programs and the internet. */
export type ForwardProxy = Awaited<ReturnType<typeof startForwardProxy>>;

/** Forwards plain HTTP requests and records their URLs. */
export async function startForwardProxy() {
	const forwarded: string[] = [];
	const server = await startLocalServer((incoming, outgoing) => {
		const { method, headers, url = '' } = incoming;
		forwarded.push(url);
		const onward = request(url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.writeHead(502).end());
		incoming.pipe(onward);
	});
	return { ...server, forwarded };
}
