/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { closeSync, openSync, readFileSync } from 'node:fs';

import execa, { type Options } from 'execa';

/** Runs a program to its end. Throws an error with what it printed, if it fails. */
export async function run(file: string, args: string[], options?: Options) {
	return await execa(file, args, { stdin: 'ignore', ...options });
}

/** Runs a program to its end, whatever that is. */
export async function tryToRun(file: string, args: string[], options?: Options) {
	return await run(file, args, { ...options, reject: false });
}

type ProgramOptions = { cwd: string; env?: NodeJS.ProcessEnv; logFile: string };

/** How long a program may take to end after it was asked to: n8n lets executions end. */
const STOP_TIMEOUT_MS = 60_000;

export type Program = ReturnType<typeof startProgram>;

/** Starts a program that runs until it is ended, and ends with this process. Its output is added to a file. */
export function startProgram(file: string, args: string[], { cwd, env, logFile }: ProgramOptions) {
	const log = openSync(logFile, 'a');
	const child = execa(file, args, {
		cwd,
		...(env && { env, extendEnv: false }),
		stdio: ['ignore', log, log],
		reject: false,
	});
	closeSync(log);
	return {
		pid: child.pid,
		hasEnded: (): boolean => child.exitCode !== null || child.signalCode !== null,
		/** Asks it to end, as a service manager does, and sees to it that it does. */
		async stop(): Promise<void> {
			child.kill('SIGTERM', { forceKillAfterTimeout: STOP_TIMEOUT_MS });
			await child;
		},
		/** Ends it at once, as a crash would. What n8n has started ends by itself then. */
		async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
			child.kill(signal);
			await child;
		},
	};
}

/** The end of a log, for error messages. */
export function logTail(logFile: string, lines = 25): string {
	return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
