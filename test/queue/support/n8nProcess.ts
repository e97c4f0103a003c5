/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import getPort from 'get-port';

import { startN8n, type N8nOptions, type N8nServer } from '../../../sandbox/host/n8nServer';
import { installInto, packPackage } from '../../../sandbox/install/packPackage';

/** One of the processes of an n8n in queue mode. Its address and its folder stay over restarts. */
export type N8nProcess = {
	name: string;
	url: string;
	start: () => Promise<void>;
	/** As a service manager ends it. */
	stop: () => Promise<void>;
	/** SIGKILL. */
	kill: () => Promise<void>;
	/** Everything it has printed, over all its starts. */
	logs: () => string;
};

export type ProcessSetup = Pick<N8nOptions, 'command' | 'env' | 'webhookUrl'> & {
	name: string;
	/** Below it, each process has a user folder of its own, with the packed package installed. */
	folder: string;
	port?: number;
};

export async function createN8nProcess(setup: ProcessSetup): Promise<N8nProcess> {
	const { name, folder, port: wantedPort, ...options } = setup;
	const userFolder = join(folder, name);
	const port = wantedPort ?? (await getPort());
	await installInto(userFolder, (await packPackage()).tarball);
	let running: N8nServer | undefined;
	let pastLogs = '';
	const leave = async (how: 'stop' | 'kill') => {
		await running?.[how]();
		pastLogs += running?.logs() ?? '';
		running = undefined;
	};
	return {
		name,
		url: `http://127.0.0.1:${port}`,
		async start() {
			running = await startN8n({ ...options, userFolder, port });
		},
		stop: async () => await leave('stop'),
		kill: async () => await leave('kill'),
		logs: () => pastLogs + (running?.logs() ?? ''),
	};
}

/** Ids of the executions that a worker says it has begun; one that it began twice comes twice. */
export function executionsBegunBy(worker: N8nProcess): string[] {
	return [...worker.logs().matchAll(/Worker started execution (\d+) /g)].map(([, id]) =>
		String(id),
	);
}
