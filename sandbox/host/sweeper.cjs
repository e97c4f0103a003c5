// @ts-check
/**
 * Removes a folder when the process that started the sweeper is gone, for whatever reason: the two
 * are joined by a channel that breaks then. What still writes into the folder is being ended by its
 * guard (`guard.cjs`) in the same moment, so it is removed until it stays away.
 *
 * Plain JavaScript, because it has to run without everything else.
 */
const { existsSync, rmSync } = require('node:fs');

const [folder] = process.argv.slice(2);
if (folder === undefined || process.send === undefined) {
	throw new Error('The sweeper is started by temporaryFolder.ts');
}

const EVERY_MS = 300;
const MOST_SWEEPS = 40;
/** So often in a row the folder has to be found gone. */
const QUIET_SWEEPS = 3;

/** @param {number} sweeps @param {number} quiet */
function sweep(sweeps, quiet) {
	if (quiet >= QUIET_SWEEPS || sweeps >= MOST_SWEEPS) process.exit(0);
	const isThere = existsSync(folder);
	try {
		rmSync(folder, { recursive: true, force: true });
	} catch {
		// Something was written into it meanwhile: the next sweep finds it.
	}
	setTimeout(() => sweep(sweeps + 1, isThere ? 0 : quiet + 1), EVERY_MS);
}

process.on('disconnect', () => sweep(0, 0));
// Whoever started the sweeper decides when it ends.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);

process.send('ready');
