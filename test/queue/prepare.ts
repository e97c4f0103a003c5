/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { ensureN8n } from '../sandbox/install/installN8n';
import { findMissingPrograms } from './support/programs';

/** Runs before the tests: they require these programs, and a skipped test would look passed. */
async function prepare(): Promise<void> {
	const missing = findMissingPrograms();
	if (missing !== undefined) throw new Error(missing);
	await ensureN8n();
}

prepare().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
