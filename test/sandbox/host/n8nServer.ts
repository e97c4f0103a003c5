/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from './freePort';
import { MAIN, type Installation } from '../install/installations';
import { n8nEnvironment } from './n8nEnvironment';
import { logTail, startProgram, type Program } from './run';
import { waitFor } from './waitFor';

export type N8nOptions = {
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

export type N8nServer = Awaited<ReturnType<typeof startN8n>>;

const READINESS = '/healthz/readiness';
/** What has to respond; older versions report that they are ready shortly before their API is. */
const READY_PATHS = {
	start: [READINESS, '/rest/settings'],
	worker: [READINESS],
	webhook: [READINESS],
};

/** Starts an n8n instance of the sandbox and waits until it accepts requests. */
export async function startN8n({
	command = 'start',
	userFolder,
	installation = MAIN,
	port: wantedPort,
	env,
	webhookUrl,
}: N8nOptions) {
	mkdirSync(userFolder, { recursive: true });
	const port = wantedPort ?? (await freePort());
	const brokerPort = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const addresses = { userFolder, port, brokerPort, webhookUrl: webhookUrl ?? `${url}/` };
	const logFile = join(userFolder, 'n8n.log');
	const program = startProgram(installation.node, [installation.n8n, command], {
		cwd: userFolder,
		env: n8nEnvironment(installation, addresses, { ...healthCheckOf(command, port), ...env }),
		logFile,
	});
	try {
		await waitUntilReady(
			program,
			READY_PATHS[command].map((path) => `${url}${path}`),
			logFile,
		);
	} catch (error) {
		await program.kill();
		throw error;
	}
	return {
		url,
		/** Everything that n8n has printed since this start. */
		logs: (): string => readFileSync(logFile, 'utf8'),
		/** Ends n8n as a service manager does, by force if it takes too long. */
		stop: program.stop,
		/** Ends n8n as a crash would. */
		kill: async (): Promise<void> => await program.kill(),
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

async function waitUntilReady(program: Program, urls: string[], logFile: string): Promise<void> {
	const lastWords = () => `Its log (${logFile}) ends with:\n${logTail(logFile)}`;
	let hasEnded = false;
	const isReady = async (see: (seen: unknown) => void) => {
		hasEnded = program.hasEnded();
		if (hasEnded) return true;
		for (const url of urls) {
			if (!(await answers(url, see))) return undefined;
		}
		return true;
	};
	try {
		await waitFor('n8n to accept requests', isReady);
	} catch (error) {
		throw new Error(`${String(error)}\n${lastWords()}`);
	}
	if (hasEnded) throw new Error(`n8n ended while starting. ${lastWords()}`);
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
