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

/** Later than every time there is (Unix milliseconds). */
export const LATEST_MS = 8.64e15;

/** A submission as one that is known. Without a time of its own it is never forgotten as too old. */
export function knownAs(row: TimedSubmission): readonly [string, number] {
	return [keyOf(row), row.isDated ? row.atMs : LATEST_MS];
}

export function keyOfId(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);
}

/** Those without a time of their own: they can turn up anywhere in the list. */
export function undatedOf(known: KnownIds): KnownIds {
	return knownBetween(known, LATEST_MS);
}

/** Those from a time on, or up to one (both inclusive, Unix milliseconds). */
export function knownBetween(known: KnownIds, fromMs: number, toMs = Infinity): KnownIds {
	return new Map([...known].filter(([, atMs]) => atMs >= fromMs && atMs <= toMs));
}

/**
 * The newest so many, with the time from which on they are all there is: the instant of the first
 * one dropped can't be told apart any more, so it is left out as a whole.
 */
export function newestKnown(known: KnownIds, most: number): { known: KnownIds; fromMs: number } {
	const times = [...known.values()].sort((a, b) => b - a);
	const fromMs = (times[most] ?? -Infinity) + 1;
	return { known: knownBetween(known, fromMs), fromMs };
}

/**
 * As text for n8n's static data, some 13 bytes each: oldest first, a key followed by the
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

/** Reads what `encodeKnown` wrote; undefined where it is anything else. */
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
