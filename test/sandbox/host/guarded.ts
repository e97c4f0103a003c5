/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { isObject } from '../client/json';

type GuardedOptions = {
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** Append to the log, or overwrite it. */
	log: 'append' | 'truncate';
	/** The signal that ends it at once. Default SIGKILL; others are for programs that clean up. */
	lastSignal?: 'SIGKILL' | 'SIGQUIT';
};

export type Guarded = ReturnType<typeof spawnGuarded>;

const GUARD = join(__dirname, 'guard.cjs');

/**
 * Starts a command that can't outlive this process, even if this process is killed: see
 * `guard.cjs`. Signal handlers here wouldn't be called in that case, or inside a test runner.
 */
export function spawnGuarded(
	file: string,
	args: string[],
	{ cwd, env, logFile, log, lastSignal = 'SIGKILL' }: GuardedOptions,
) {
	const output = openSync(logFile, log === 'append' ? 'a' : 'w');
	const guard = spawn(process.execPath, [GUARD, lastSignal, file, ...args], {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', output, output, 'ipc'],
	});
	closeSync(output);

	let isOver = false;
	const ended = new Promise<{ exitCode: number }>((resolve) => {
		const end = (exitCode: number) => {
			isOver = true;
			resolve({ exitCode });
		};
		guard.once('exit', (code) => end(code ?? 1));
		guard.once('error', () => end(127));
	});
	const pid = new Promise<number | undefined>((resolve) => {
		guard.once('message', (message: unknown) => {
			resolve(isObject(message) && typeof message.pid === 'number' ? message.pid : undefined);
		});
		void ended.then(() => resolve(undefined));
	});
	return {
		/** The ID of the command's own process, which leads its process group. */
		pid,
		ended,
		hasEnded: (): boolean => isOver,
		/** Asks the command to end. */
		terminate(): void {
			if (!isOver) guard.kill('SIGTERM');
		},
		/** Ends the command and whatever it has started, at once. */
		async kill(): Promise<void> {
			if (guard.connected) guard.disconnect();
			await ended;
		},
	};
}
