/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function createTemporaryFolder(prefix: string) {
	const path = await mkdtemp(join(tmpdir(), prefix));
	return {
		path,
		/** What has just ended may still write to it. */
		remove: async (): Promise<void> =>
			await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
	};
}
