import getPort from 'get-port';

import { MAIN, type Installation } from '../install/installations';
import { installInto, packPackage } from '../install/packPackage';
import { startN8n, type N8nOptions, type N8nServer } from './n8nServer';

/** An n8n process with the package in it. Its address and its folder survive restarts. */
export type N8nProcess = {
	url: string;
	/** Throws while it isn't running. */
	server: () => N8nServer;
	/** With another version of n8n, this is an update. Default: the version that was set up. */
	start: (installation?: Installation) => Promise<void>;
	/** Ends it as a service manager does. */
	stop: () => Promise<void>;
	/** Sends SIGKILL. */
	kill: () => Promise<void>;
	/** Everything it has printed since its first start. */
	logs: () => string;
};

/** Installs the packed package for an n8n instance, and returns that before its first start. */
export async function createN8nProcess(setup: N8nOptions): Promise<N8nProcess> {
	const { installation: first = MAIN } = setup;
	const port = setup.port ?? (await getPort());
	await installInto(setup.userFolder, (await packPackage()).tarball);
	let running: N8nServer | undefined;
	let pastLogs = '';
	const leave = async (how: 'stop' | 'kill') => {
		await running?.[how]();
		pastLogs += running?.logs() ?? '';
		running = undefined;
	};
	return {
		url: `http://127.0.0.1:${port}`,
		server() {
			if (running === undefined) throw new Error('n8n is not running');
			return running;
		},
		async start(installation = first) {
			running = await startN8n({ ...setup, installation, port });
		},
		stop: async () => await leave('stop'),
		kill: async () => await leave('kill'),
		logs: () => pastLogs + (running?.logs() ?? ''),
	};
}
