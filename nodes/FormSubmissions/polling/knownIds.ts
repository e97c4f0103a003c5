import { createHash } from 'crypto';

import type { TimedSubmission } from '../api/createdAt';

/**
 * Submissions that count as returned: a key of each ID, with its `createdAt` (Unix milliseconds).
 * The key is 60 bits of a hash, so that thousands of IDs of any length fit into n8n's static data.
 */
export type KnownIds = ReadonlyMap<string, number>;

const KEY_LENGTH = 10;
const RADIX = 36;

export function keyOf({ submission }: TimedSubmission): string {
	return keyOfId(submission.id);
}

/** The latest time that JavaScript dates can hold (Unix milliseconds). */
export const LATEST_MS = 8.64e15;

/** An entry of `KnownIds`. One without a time of its own is never forgotten as too old. */
export function knownAs(row: TimedSubmission): readonly [string, number] {
	return [keyOf(row), row.isDated ? row.atMs : LATEST_MS];
}

export function keyOfId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);
}

/** The IDs without a time of their own: they can appear anywhere in the list. */
export function undatedOf(known: KnownIds): KnownIds {
	return knownBetween(known, LATEST_MS);
}

/** The IDs between two times (both inclusive, Unix milliseconds). */
export function knownBetween(known: KnownIds, fromMs: number, toMs = Infinity): KnownIds {
	return new Map([...known].filter(([, atMs]) => atMs >= fromMs && atMs <= toMs));
}

/**
 * The newest IDs, at most `most`, and the time from which on they are complete. All IDs that share
 * the instant of the first one dropped are dropped too: their instant is no longer complete.
 */
export function newestKnown(known: KnownIds, most: number): { known: KnownIds; fromMs: number } {
	const times = [...known.values()].sort((a, b) => b - a);
	const fromMs = (times[most] ?? -Infinity) + 1;
	return { known: knownBetween(known, fromMs), fromMs };
}

/**
 * The IDs as text for n8n's static data, some 13 bytes each: oldest first, each key followed by the
 * milliseconds since the one before, in base 36, separated by commas.
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
