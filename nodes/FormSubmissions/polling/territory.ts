import { createHash } from 'crypto';

import type { TimedSubmission } from '../api/createdAt';

/**
 * What counts as new: a submission that is not before the floor and not known. `known` has a key of
 * each ID with its `createdAt`: 60 bits of a hash, so that thousands of IDs of any length fit into
 * n8n's static data. Times are Unix milliseconds by the service's clock.
 */
export type Territory = { floorMs: number; known: KnownIds };

export type KnownIds = ReadonlyMap<string, number>;

/** The latest time that JavaScript dates can hold; an ID without a time of its own has it, too. */
export const LATEST_MS = 8.64e15;

/**
 * IDs to keep of one territory. A million submissions a day (694 a minute) need up to 13,000; two
 * territories of this size, some 13 bytes an ID, stay below 512 kB.
 */
export const MAX_KNOWN = 18_000;

const KEY_LENGTH = 10;
const RADIX = 36;

export function keyOf({ submission }: TimedSubmission): string {
	return createHash('sha256').update(submission.id).digest('base64url').slice(0, KEY_LENGTH);
}

export function withIdsOf(known: KnownIds, submissions: TimedSubmission[]): KnownIds {
	if (submissions.length === 0) return known;
	const added = submissions.map((one) => [keyOf(one), one.isDated ? one.atMs : LATEST_MS] as const);
	return new Map([...known, ...added]);
}

/** The territory, with what another walk returned in it. */
export function withReturned<Known extends Territory>(
	territory: Known,
	returned: TimedSubmission[],
): Known {
	const inside = returned.filter(({ atMs }) => atMs >= territory.floorMs);
	return { ...territory, known: withIdsOf(territory.known, inside) };
}

/**
 * The territory that a walk prepared for those after it, once it is their own. What the walk itself
 * took for known stays known in it.
 */
export function takenOver(next: Territory, { known }: Territory): Territory {
	const above = [...known].filter(([, atMs]) => atMs >= next.floorMs && atMs < LATEST_MS);
	return { floorMs: next.floorMs, known: new Map([...above, ...next.known]) };
}

/**
 * Drops the oldest IDs beyond the limit, and those of the same instant, which is no longer complete.
 * The floor rises above them, but not above `maxFloorMs`.
 */
export function withinLimit({ floorMs, known }: Territory, maxFloorMs: number): Territory {
	if (known.size <= MAX_KNOWN) return { floorMs, known };
	const times = [...known.values()].sort((a, b) => b - a);
	const fromMs = (times[MAX_KNOWN] ?? 0) + 1;
	return {
		floorMs: Math.max(floorMs, Math.min(fromMs, maxFloorMs)),
		known: new Map([...known].filter(([, atMs]) => atMs >= fromMs)),
	};
}

/**
 * The IDs as text for n8n's static data: oldest first, each key followed by the milliseconds since
 * the one before, in base 36, separated by commas.
 */
export function encodeKnown(known: KnownIds): string {
	let lastMs = 0;
	const oldestFirst = [...known].sort(([, a], [, b]) => a - b);
	return oldestFirst
		.map(([key, atMs]) => {
			const sinceLast = atMs - lastMs;
			lastMs = atMs;
			return `${key}${sinceLast.toString(RADIX)}`;
		})
		.join(',');
}

/** Reads what `encodeKnown` wrote; undefined for anything else. */
export function decodeKnown(text: unknown): KnownIds | undefined {
	if (typeof text !== 'string') return undefined;
	const known = new Map<string, number>();
	let lastMs = 0;
	for (const entry of text === '' ? [] : text.split(',')) {
		const sinceLast = Number.parseInt(entry.slice(KEY_LENGTH), RADIX);
		if (Number.isNaN(sinceLast)) return undefined;
		lastMs += sinceLast;
		known.set(entry.slice(0, KEY_LENGTH), lastMs);
	}
	return known;
}
