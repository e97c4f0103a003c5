import { Known, LATEST_MS, type KeyedSubmission } from './known';

/**
 * What counts as new: a submission that is not older than the floor (Unix milliseconds by the
 * service's clock) and whose ID isn't known. Tops use this floor, and each gap its own, but all share the
 * known IDs: what one of them returns is known to all.
 */
export type Baseline = { floorMs: number; known: Known };

/**
 * IDs to keep from the floor on, and as many below, for the gaps. A million submissions a day (694 a
 * minute) need up to 14,000 from the floor on; twice 17,000, some 13 bytes each, stay below 512 kB.
 */
export const MAX_KNOWN = 17_000;

/** At least this many IDs without a time of their own are kept, whatever the floor. */
const MIN_UNDATED = 1_000;

/** The new submissions of a page, each once. */
export function findNew({ floorMs, known }: Baseline, page: KeyedSubmission[]): KeyedSubmission[] {
	const seen = new Set<string>();
	return page.filter(({ key, atMs }) => {
		const isNew = atMs >= floorMs && !known.has(key) && !seen.has(key);
		if (isNew) seen.add(key);
		return isNew;
	});
}

/** The same baseline with these submissions known, too, wherever in the list they are. */
export function withKnown({ floorMs, known }: Baseline, submissions: KeyedSubmission[]): Baseline {
	const times = submissions.map(
		({ key, atMs, isDated }) => [key, isDated ? atMs : LATEST_MS] as const,
	);
	return { floorMs, known: known.with(times) };
}

/** A part of the list in which IDs are needed (Unix milliseconds, both ends included). */
type Range = { fromMs: number; toMs: number };

/**
 * The baseline with no more IDs than may be stored: those from the floor on, and below it those in the
 * ranges.
 *
 * If there are too many from the floor on, the floor rises above the oldest ones and all others of the
 * same instant, which would no longer be complete, but never above the instant after `mostMs`: what is
 * later stays new or known, even beyond the limit. Undated ones don't move the floor; the last of them
 * are kept. If there are too many below the floor, the latest of those are dropped.
 */
export function limitIds(baseline: Baseline, mostMs: number, ranges: Range[]): Baseline {
	const times = baseline.known.times();
	const undated = times.filter(([, atMs]) => atMs === LATEST_MS);
	const dated = times.filter(([, atMs]) => atMs !== LATEST_MS).sort(([, a], [, b]) => b - a);
	const tooOldMs = dated[MAX_KNOWN]?.[1] ?? -Infinity;
	const floorMs = Math.max(baseline.floorMs, Math.min(tooOldMs, mostMs) + 1);
	const above = dated.filter(([, atMs]) => atMs >= floorMs);
	const inRanges = dated.filter(([, atMs]) =>
		ranges.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs),
	);
	const kept = [
		...above,
		...inRanges.slice(-MAX_KNOWN),
		...undated.slice(-Math.max(MIN_UNDATED, MAX_KNOWN - above.length)),
	];
	return { floorMs, known: Known.of(kept) };
}
