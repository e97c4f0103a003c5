import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import getPort from 'get-port';

import { n8nEnvironment } from './n8nEnvironment';
import { N8N_BIN, N8N_NODE } from './paths';
import { logTail } from './runLogged';
import { sleep, waitFor } from './waitFor';

export type N8nOptions = {
	/** What n8n keeps between starts: its database, settings and community packages. */
	userFolder: string;
	/** Default: a free one. */
	port?: number;
	env?: Record<string, string>;
	/** The address under which n8n believes it can be reached. Default: where it listens. */
	webhookUrl?: string;
};

export type N8nServer = {
	readonly url: string;
	/** Of the process group in which n8n and its helpers run. */
	readonly pid: number;
	/** Everything n8n has printed since this start. */
	logs: () => string;
	/** Ends n8n as a service manager does; by force where it takes too long. */
	stop: () => Promise<void>;
	/** Ends n8n as a crash does. */
	kill: () => Promise<void>;
};

/** A first start migrates the database; on a busy machine that takes a while. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;

const GUARD = join(__dirname, 'guard.cjs');

/** Starts the n8n of the sandbox and waits until it takes requests. */
export async function startN8n({
	userFolder,
	port: wantedPort,
	env,
	webhookUrl,
}: N8nOptions): Promise<N8nServer> {
	mkdirSync(userFolder, { recursive: true });
	const port = wantedPort ?? (await getPort());
	const brokerPort = await getPort();
	const url = `http://127.0.0.1:${port}`;
	const addresses = { userFolder, port, brokerPort, webhookUrl: webhookUrl ?? `${url}/` };
	const logFile = join(userFolder, 'n8n.log');
	const group = spawnGroup(n8nEnvironment(addresses, env), userFolder, logFile);
	const server = serverOf(group, url, logFile);
	try {
		await waitUntilReady(group, url, logFile);
	} catch (error) {
		await server.kill();
		throw error;
	}
	return server;
}

type Group = { pid: number; hasEnded: () => boolean; ended: Promise<void> };

function spawnGroup(env: NodeJS.ProcessEnv, cwd: string, logFile: string): Group {
	const log = openSync(logFile, 'w');
	const child: ChildProcess = spawn(N8N_NODE, [GUARD, N8N_NODE, N8N_BIN, 'start'], {
		cwd,
		env,
		detached: true,
		// Standard input stays open as long as this process lives: the guard watches it.
		stdio: ['pipe', log, log],
	});
	closeSync(log);
	let hasEnded = false;
	const ended = new Promise<void>((resolve) => {
		const end = () => {
			hasEnded = true;
			resolve();
		};
		child.once('exit', end);
		child.once('error', end);
	});
	if (child.pid === undefined) throw new Error(`${N8N_NODE} could not be started`);
	return { pid: child.pid, hasEnded: () => hasEnded, ended };
}

function serverOf(group: Group, url: string, logFile: string): N8nServer {
	const kill = async () => {
		signalGroup(group, 'SIGKILL');
		await group.ended;
	};
	return {
		url,
		pid: group.pid,
		logs: () => readFileSync(logFile, 'utf8'),
		kill,
		async stop() {
			if (group.hasEnded()) return;
			// Only the guard: it passes the signal on to n8n, which ends its helpers itself.
			process.kill(group.pid, 'SIGTERM');
			await Promise.race([group.ended, sleep(STOP_TIMEOUT_MS)]);
			await kill();
		},
	};
}

function signalGroup(group: Group, signal: NodeJS.Signals): void {
	if (group.hasEnded()) return;
	try {
		process.kill(-group.pid, signal);
	} catch {
		// Gone between the look and the signal.
	}
}

async function waitUntilReady(group: Group, url: string, logFile: string): Promise<void> {
	const probe = async (see: (seen: unknown) => void) => {
		if (group.hasEnded()) {
			throw new Error(`n8n ended while it started. Its log (${logFile}) ends with:\n${logTail(logFile)}`);
		}
		try {
			const { status } = await fetch(`${url}/healthz/readiness`, {
				signal: AbortSignal.timeout(5_000),
			});
			see(`status ${status}`);
			return status === 200 ? true : undefined;
		} catch (error) {
			see(String(error));
			return undefined;
		}
	};
	try {
		await waitFor('n8n to take requests', probe, { timeoutMs: START_TIMEOUT_MS });
	} catch (error) {
		if (group.hasEnded()) throw error;
		throw new Error(`${String(error)}\nIts log (${logFile}) ends with:\n${logTail(logFile)}`);
	}
}
