import { connectToN8n, type N8nClient } from '../client/n8nClient';
import type { N8nProcess } from './n8nProcess';

/** An n8n process whose owner is signed in after each start. */
export type ConnectedN8n = Pick<N8nProcess, 'server' | 'start' | 'stop' | 'kill'> & {
	/** Throws while n8n isn't running. */
	client: () => N8nClient;
};

/** A client is useless once its n8n has ended, so each start has its own. */
export function withClient(process: N8nProcess): ConnectedN8n {
	let client: N8nClient | undefined;
	return {
		server: process.server,
		client() {
			if (client === undefined) throw new Error('n8n is not running');
			return client;
		},
		async start(installation) {
			await process.start(installation);
			client = await connectToN8n(process.url);
		},
		async stop() {
			client = undefined;
			await process.stop();
		},
		async kill() {
			client = undefined;
			await process.kill();
		},
	};
}
