/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = Awaited<ReturnType<typeof createTemporaryFolder>>;

const SWEEPER = join(__dirname, 'sweeper.cjs');

/** A new folder that can't outlive this process, even if it is killed: see `sweeper.cjs`. */
export async function createTemporaryFolder(prefix: string) {
	const path = mkdtempSync(join(tmpdir(), prefix));
	const sweeper = spawn(process.execPath, [SWEEPER, path], {
		cwd: tmpdir(),
		detached: true,
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	// From now on, the sweeper would remove the folder of a process that has ended.
	await once(sweeper, 'message');
	return {
		path,
		async remove(): Promise<void> {
			rmSync(path, { recursive: true, force: true, maxRetries: 5 });
			const ended = once(sweeper, 'exit');
			sweeper.disconnect();
			await ended;
			if (existsSync(path)) throw new Error(`The folder ${path} could not be removed`);
		},
	};
}
