/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MAIN, type Installation } from '../install/installations';
import { installInto, packPackage } from '../install/packPackage';
import { freePort } from './freePort';
import { n8nEnvironment } from './n8nEnvironment';
import { logTail, startProgram, type Program } from './run';
import { waitFor } from './waitFor';

/** Several that start at once on a busy machine take minutes. */
const LONGEST_START_MS = 600_000;

type N8nOptions = {
	/** Which of n8n's processes; the last two are for queue mode. Default `start`, the main one. */
	command?: 'start' | 'worker' | 'webhook';
	/** What n8n keeps between starts: its database, settings, and community packages. */
	userFolder: string;
	/** Which n8n. Default: the demo's. */
	installation?: Installation;
	/** Default: a free port. */
	port?: number;
	env?: Record<string, string>;
	/** The address at which n8n believes it can be reached. Default: where it listens. */
	webhookUrl?: string;
};

/** An n8n process with the package in it. Its address and its folder survive restarts. */
export type N8nProcess = Awaited<ReturnType<typeof createN8nProcess>>;

const READINESS = '/healthz/readiness';
/** What has to respond; older versions report that they are ready shortly before their API is. */
const READY_PATHS = {
	start: [READINESS, '/rest/settings'],
	worker: [READINESS],
	webhook: [READINESS],
};

/** Installs the packed package for an n8n instance, and returns that before its first start. */
export async function createN8nProcess({
	command = 'start',
	userFolder,
	installation: first = MAIN,
	port: wantedPort,
	env,
	webhookUrl,
}: N8nOptions) {
	await installInto(userFolder, (await packPackage()).tarball);
	const port = wantedPort ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, 'n8n.log');
	let program: Program | undefined;
	return {
		url,
		/**
		 * Starts it and waits until it accepts requests. With another version of n8n, this is an update.
		 * Default: the version that was set up.
		 */
		async start(installation: Installation = first): Promise<void> {
			const brokerPort = await freePort();
			const addresses = { userFolder, port, brokerPort, webhookUrl: webhookUrl ?? `${url}/` };
			program = startProgram(installation.node, [installation.n8n, command], {
				cwd: userFolder,
				env: n8nEnvironment(installation, addresses, { ...healthCheckOf(command, port), ...env }),
				logFile,
			});
			const urls = READY_PATHS[command].map((path) => `${url}${path}`);
			try {
				await waitUntilReady(program, urls);
			} catch (error) {
				await program.kill();
				throw new Error(`${String(error)}\nIts log (${logFile}) ends with:\n${logTail(logFile)}`);
			}
		},
		/** Ends it as a service manager does, by force if it takes too long. */
		stop: async (): Promise<void> => await program?.stop(),
		/** Ends it as a crash would. */
		kill: async (): Promise<void> => await program?.kill(),
		/** The ID of the process that runs. */
		pid(): number {
			if (program?.pid === undefined) throw new Error('n8n is not running');
			return program.pid;
		},
		/** Everything it has printed since its first start. */
		logs: (): string => readFileSync(logFile, 'utf8'),
	};
}

/** A worker listens only if told to; the others always respond. */
function healthCheckOf(command: N8nOptions['command'], port: number): Record<string, string> {
	if (command !== 'worker') return {};
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

async function waitUntilReady(program: Program, urls: string[]): Promise<void> {
	await waitFor(
		'n8n to accept requests',
		async (see) => {
			if (program.hasEnded()) throw new Error('n8n ended while starting.');
			for (const url of urls) {
				if (!(await answers(url, see))) return undefined;
			}
			return true;
		},
		{ timeoutMs: LONGEST_START_MS },
	);
}

async function answers(url: string, see: (seen: unknown) => void): Promise<boolean> {
	try {
		const { status } = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		see(`${url} answered ${status}`);
		return status === 200;
	} catch (error) {
		see(String(error));
		return false;
	}
}
