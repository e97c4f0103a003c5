/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { ensureN8n } from '../../sandbox/install/installN8n';
import { findMissingPrograms } from './support/programs';

/** Run before the tests: they can't do without these, and a skipped test would look like a passed one. */
async function prepare(): Promise<void> {
	const missing = findMissingPrograms();
	if (missing !== undefined) throw new Error(missing);
	await ensureN8n();
}

prepare().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
