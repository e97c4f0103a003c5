// @ts-check
/**
 * Removes a folder when the process that started the sweeper is gone for any reason: the channel
 * between the two then breaks. Whatever still writes to the folder is being ended by its guard
 * (`guard.cjs`) at the same moment, so the folder is removed repeatedly until it no longer
 * reappears.
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
/** How often in a row the folder must be found gone. */
const QUIET_SWEEPS = 3;

/** @param {number} sweeps @param {number} quiet */
function sweep(sweeps, quiet) {
	if (quiet >= QUIET_SWEEPS || sweeps >= MOST_SWEEPS) process.exit(0);
	const isThere = existsSync(folder);
	try {
		rmSync(folder, { recursive: true, force: true });
	} catch {
		// Something was written to it meanwhile; the next sweep will remove it.
	}
	setTimeout(() => sweep(sweeps + 1, isThere ? 0 : quiet + 1), EVERY_MS);
}

process.on('disconnect', () => sweep(0, 0));
// The process that started the sweeper decides when it ends.
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);

process.send('ready');
