import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { ProcessMemory } from '../../general/processMemory';
import { settledWithin } from '../../general/time';

/**
 * The most runs of a process that are in flight: each takes n8n some 11 MB, and many begun at once take
 * longer than a few at a time.
 */
const MOST_IN_FLIGHT = 25;

/** A run counts this long at most: then it is waiting for something (milliseconds). */
const COUNTS_MS = 10_000;

const CHECK_MS = 25;

/** By a name of their own. */
const inFlight = new ProcessMemory<true>(Infinity);

/**
 * Waits until there is room for another run, and takes it: other triggers may wait for the same. Returns what
 * gives it back, or undefined once `isOver` says that the run won't begin.
 */
export async function roomForRun(isOver: () => boolean): Promise<(() => void) | undefined> {
	while (inFlight.size >= MOST_IN_FLIGHT && !isOver()) await sleep(CHECK_MS);
	if (isOver()) return undefined;
	const name = randomUUID();
	inFlight.set(name, true);
	let giveBack = () => {};
	const givenBack = new Promise<void>((resolve) => (giveBack = resolve));
	void settledWithin(givenBack, COUNTS_MS).then(() => inFlight.delete(name));
	return giveBack;
}

/** How n8n says that it began no run, or couldn't store it; anything else is about a run that there was. */
const REFUSALS = [/No active execution found/, /Invalid string length/];

/** What n8n said if it refused a run or couldn't store it; undefined if the run has begun. */
export function refusalIn(error: unknown): string | undefined {
	const { name, message } = error instanceof Error ? error : { name: '', message: '' };
	const isRefusal = name === 'QueryFailedError' || REFUSALS.some((one) => one.test(message));
	return isRefusal ? message : undefined;
}
