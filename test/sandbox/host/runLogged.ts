/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { spawnGuarded } from './guarded';

type LoggedRun = { cwd: string; env?: NodeJS.ProcessEnv; logFile: string };

/** The error of a failed command; the message says where its full output is. */
export class CommandError extends Error {
	constructor(
		command: string,
		readonly logFile: string,
		exitCode: number,
	) {
		super(`"${command}" failed (exit code ${exitCode}). Its output is in ${logFile}`);
	}
}

/**
 * Runs a command with its output in a log file: hundreds of lines from npm show no progress, but
 * are needed when something fails.
 */
export async function runLogged(
	file: string,
	args: string[],
	{ cwd, env, logFile }: LoggedRun,
): Promise<void> {
	const command = [file, ...args].join(' ');
	mkdirSync(dirname(logFile), { recursive: true });
	appendFileSync(logFile, `\n$ ${command}    # ${new Date().toISOString()} in ${cwd}\n`);
	const run = spawnGuarded(file, args, {
		cwd,
		env: { ...process.env, ...env },
		logFile,
		log: 'append',
	});
	const { exitCode } = await run.ended;
	if (exitCode !== 0) throw new CommandError(command, logFile, exitCode);
}

/** The end of a log, for error messages. */
export function logTail(logFile: string, lines = 25): string {
	try {
		return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
	} catch {
		return '';
	}
}
