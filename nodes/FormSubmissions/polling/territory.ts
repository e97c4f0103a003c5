import { createHash } from 'crypto';

import type { TimedSubmission } from '../api/createdAt';
import { KEY_LENGTH, type KeyedTimes } from '../state/pollState';

/**
 * What counts as new: a submission that is not before the floor and not known. `known` has a key of
 * each ID with its `createdAt`: 60 bits of a hash, so that thousands of IDs of any length fit into
 * n8n's static data. Times are Unix milliseconds by the service's clock.
 */
export type Territory = { floorMs: number; known: KeyedTimes };

/** The latest time that JavaScript dates can hold; an ID without a time of its own has it, too. */
export const LATEST_MS = 8.64e15;

/**
 * IDs to keep of one territory. A million submissions a day (694 a minute) need up to 13,000; two
 * territories of this size and the 5,000 IDs of walks put aside, some 13 bytes each, stay below 512 kB.
 */
export const MAX_KNOWN = 17_000;

export function keyOf({ submission }: TimedSubmission): string {
	return createHash('sha256').update(submission.id).digest('base64url').slice(0, KEY_LENGTH);
}

/** The territory, with the IDs of submissions in it. One without a time of its own may be, too. */
export function withIdsOf<Known extends Territory>(
	territory: Known,
	submissions: TimedSubmission[],
): Known {
	const inside = submissions.filter((one) => one.atMs >= territory.floorMs || !one.isDated);
	const ids = inside.map((one) => [keyOf(one), one.isDated ? one.atMs : LATEST_MS] as const);
	return { ...territory, known: new Map([...territory.known, ...ids]) };
}

/**
 * Drops the oldest IDs beyond the limit, and those of the same instant, which is no longer complete.
 * The floor rises above them, but what is later than `newestMs` stays above it, and its IDs known.
 */
export function withinLimit({ floorMs, known }: Territory, newestMs: number): Territory {
	if (known.size <= MAX_KNOWN) return { floorMs, known };
	const times = [...known.values()].sort((a, b) => b - a);
	const fromMs = Math.min(times[MAX_KNOWN] ?? 0, newestMs) + 1;
	return {
		floorMs: Math.max(floorMs, fromMs),
		known: new Map([...known].filter(([, atMs]) => atMs >= fromMs)),
	};
}
