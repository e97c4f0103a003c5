/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
import { execFile, type ExecFileOptions } from 'node:child_process';

export type RunOptions = Pick<ExecFileOptions, 'cwd' | 'timeout'> & {
	/** Added to this process's own; `undefined` removes a variable. */
	env?: NodeJS.ProcessEnv;
};

/** How a program ended, and what it printed (without the last line break). */
export type Outcome = { exitCode: number; stdout: string; stderr: string };

/** Of a program that could not be started, or was stopped. */
const NO_EXIT_CODE = -1;

/** Runs a program to its end. Throws the system's error, or one with what it printed, if it fails. */
export async function run(file: string, args: string[], options?: RunOptions): Promise<Outcome> {
	const { error, ...outcome } = await execute(file, args, options);
	if (error) throw error;
	return outcome;
}

/** Runs a program to its end, whatever that is. */
export async function tryToRun(file: string, args: string[], options?: RunOptions) {
	const { error, ...outcome } = await execute(file, args, options);
	// A program that could not be started printed nothing.
	return { ...outcome, stderr: outcome.stderr || (error?.message ?? '') };
}

async function execute(
	file: string,
	args: string[],
	{ env, ...options }: RunOptions = {},
): Promise<Outcome & { error: Error | null }> {
	return await new Promise((resolve) => {
		const settings = { ...options, env: { ...process.env, ...env }, maxBuffer: Infinity };
		const child = execFile(file, args, settings, (error, stdout, stderr) => {
			const exitCode = typeof error?.code === 'number' ? error.code : error ? NO_EXIT_CODE : 0;
			resolve({ error, exitCode, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() });
		});
		// Nobody answers what it may ask.
		child.stdin?.end();
	});
}
