import { MAIN, type Installation } from '../install/installations';
import { installInto, packPackage } from '../install/packPackage';
import { freePort } from './freePort';
import { startN8n, type N8nOptions, type N8nServer } from './n8nServer';

/** An n8n process with the package in it. Its address and its folder survive restarts. */
export type N8nProcess = Awaited<ReturnType<typeof createN8nProcess>>;

/** Installs the packed package for an n8n instance, and returns that before its first start. */
export async function createN8nProcess(setup: N8nOptions) {
	const { installation: first = MAIN } = setup;
	const port = setup.port ?? (await freePort());
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
		/** Throws while it isn't running. */
		server(): N8nServer {
			if (running === undefined) throw new Error('n8n is not running');
			return running;
		},
		/** With another version of n8n, this is an update. Default: the version that was set up. */
		async start(installation: Installation = first): Promise<void> {
			running = await startN8n({ ...setup, installation, port });
		},
		/** Ends it as a service manager does. */
		stop: async (): Promise<void> => await leave('stop'),
		/** Sends SIGKILL. */
		kill: async (): Promise<void> => await leave('kill'),
		/** Everything it has printed since its first start. */
		logs: (): string => pastLogs + (running?.logs() ?? ''),
	};
}
