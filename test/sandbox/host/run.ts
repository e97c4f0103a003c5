/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

type RunOptions = {
	cwd?: string;
	/** Beside this process's variables; one that is undefined is left out. */
	env?: NodeJS.ProcessEnv;
};

/** The most that a program may print (bytes). */
const MAX_OUTPUT = 100 * 2 ** 20;

/** Runs a program to its end, and returns what it printed. Throws an error with that, if it fails. */
export async function run(
	file: string,
	args: string[],
	{ cwd, env }: RunOptions = {},
): Promise<string> {
	const all = { ...process.env, ...env };
	const running = promisify(execFile)(file, args, { cwd, env: all, maxBuffer: MAX_OUTPUT });
	running.child.stdin?.end();
	const { stdout } = await running.catch((error: Error & { stdout?: string }) => {
		throw new Error([error.message, error.stdout].filter(Boolean).join('\n'));
	});
	return stdout.trimEnd();
}

type ProgramOptions = { cwd: string; env?: NodeJS.ProcessEnv; logFile: string };

/** How long a program may take to end after it was asked to: n8n lets executions end. */
const STOP_TIMEOUT_MS = 60_000;

export type Program = ReturnType<typeof startProgram>;

/** Those that run. */
const programs = new Set<ChildProcess>();

function endAll(): void {
	for (const program of programs) program.kill();
}

process.once('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => {
		endAll();
		process.kill(process.pid, signal);
	});
}

/** Starts a program that runs until it is ended, and ends with this process. Its output is added to a file. */
export function startProgram(file: string, args: string[], { cwd, env, logFile }: ProgramOptions) {
	const log = openSync(logFile, 'a');
	const child = spawn(file, args, { cwd, env, stdio: ['ignore', log, log] });
	closeSync(log);
	const ended = once(child, 'close').finally(() => programs.delete(child));
	programs.add(child);
	return {
		pid: child.pid,
		hasEnded: (): boolean => child.exitCode !== null || child.signalCode !== null,
		/** Asks it to end, as a service manager does, and sees to it that it does. */
		async stop(): Promise<void> {
			child.kill('SIGTERM');
			const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
			await ended;
			clearTimeout(force);
		},
		/** Ends it at once, as a crash would. What n8n has started ends by itself then. */
		async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
			child.kill(signal);
			await ended;
		},
	};
}

/** The end of a log, for error messages. */
export function logTail(logFile: string, lines = 25): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
