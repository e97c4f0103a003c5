import { sleep } from 'n8n-workflow';

import type { Doorbell } from '../state/doorbell';
import type { Checkpoint } from './checkpoint';
import { collect, timeLeftMs, type Source } from './collect';
import type { Reading } from './readList';

/** How many times the list is read after a ring: what rang may not be in it yet, or never, such as spam. */
const MAX_READINGS = 4;

/** The pause before the second of these (milliseconds). */
const FIRST_PAUSE_MS = 1_000;

/**
 * Reads the list; while there is nothing new and nothing to go on with, waits for a ring and reads it
 * again, until the time is up. Each pause between two readings is twice as long as the one before:
 * however often it rings, a poll reads the list seven times at most.
 */
export async function collectOnRing(
	source: Source,
	before: Checkpoint,
	doorbell: Doorbell,
): Promise<Reading> {
	let reading = await collect(source, before);
	let pauseMs = 0;
	while (isIdle(reading) && (await doorbell.rings(timeLeftMs(source)))) {
		for (let n = 0; n < MAX_READINGS && isIdle(reading); n++) {
			if (pauseMs >= timeLeftMs(source)) {
				// The next poll goes on with it.
				doorbell.ring();
				return reading;
			}
			await sleep(pauseMs);
			reading = await collectAgain(source, reading);
			pauseMs = Math.max(FIRST_PAUSE_MS, 2 * pauseMs);
		}
	}
	return reading;
}

/** What couldn't be read now is the next poll's: this one has read the list. */
async function collectAgain(source: Source, before: Reading): Promise<Reading> {
	try {
		return await collect(source, before.checkpoint);
	} catch (error) {
		return { ...before, stopped: error };
	}
}

function isIdle({ found, checkpoint, heldUp, stopped }: Reading): boolean {
	const isAnyNew = found.some((fresh) => fresh.length > 0);
	const problem = heldUp ?? stopped;
	return !isAnyNew && checkpoint.unfinished.length === 0 && problem === undefined;
}
