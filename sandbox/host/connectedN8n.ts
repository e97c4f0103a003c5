import { connectToN8n, type N8nClient } from '../client/n8nClient';
import type { N8nProcess } from './n8nProcess';

/** A process of n8n whose owner is signed in from each start on. */
export type ConnectedN8n = Pick<N8nProcess, 'server' | 'start' | 'stop' | 'kill'> & {
	/** Throws while n8n does not run. */
	client: () => N8nClient;
};

/** A client of an n8n is of no use after its end: each start has one of its own. */
export function withClient(process: N8nProcess): ConnectedN8n {
	let client: N8nClient | undefined;
	return {
		server: process.server,
		client() {
			if (client === undefined) throw new Error('n8n does not run');
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
