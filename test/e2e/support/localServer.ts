/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server on this machine, on a port that the system chooses. */
export async function startLocalServer(listener: RequestListener) {
	const server = createServer(listener);
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}
