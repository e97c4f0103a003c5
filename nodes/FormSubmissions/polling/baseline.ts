import { Known, LATEST_MS, type KeyedSubmission } from './known';

/**
 * What counts as new: a submission that is not before the floor (Unix milliseconds by the service's
 * clock) and not known.
 */
export type Baseline = { floorMs: number; known: Known };

/**
 * IDs to keep of the baseline, and of all gaps together. A million submissions a day (694 a minute)
 * need up to 14,000 of a baseline; twice 17,000, some 13 bytes each, stay below 512 kB.
 */
export const MAX_KNOWN = 17_000;

/** Of these, IDs without a time of their own: they are below no floor. */
const MAX_UNDATED = 1_000;

/** Those that are new, each once. */
export function newOnes({ floorMs, known }: Baseline, page: KeyedSubmission[]): KeyedSubmission[] {
	const seen = new Set<string>();
	return page.filter(({ key, atMs }) => {
		const isNew = atMs >= floorMs && !known.has(key) && !seen.has(key);
		if (isNew) seen.add(key);
		return isNew;
	});
}

/** The same with these known: those from the floor on, up to a time. Undated ones always are. */
export function withKnown<B extends Baseline>(
	baseline: B,
	submissions: KeyedSubmission[],
	toMs = LATEST_MS,
): B {
	const { floorMs, known } = baseline;
	const inside = submissions.filter(
		({ atMs, isDated }) => !isDated || (atMs >= floorMs && atMs <= toMs),
	);
	if (inside.length === 0) return baseline;
	const times = inside.map(({ key, atMs, isDated }) => [key, isDated ? atMs : LATEST_MS] as const);
	return { ...baseline, known: known.with(times) };
}

/** With a higher floor; the IDs below are no longer needed. A lower one changes nothing. */
export function raiseFloor({ floorMs, known }: Baseline, toMs: number): Baseline {
	return toMs > floorMs ? { floorMs: toMs, known: known.within(toMs) } : { floorMs, known };
}

/**
 * Drops the oldest IDs beyond the limit, and those of the same instant, which is no longer complete.
 * The floor rises above them, but never above `newestMs`: what is later stays new or known. Undated
 * ones decide no floor, and the last of them stay.
 */
export function limitIds(baseline: Baseline, newestMs: number): Baseline {
	const { known } = baseline;
	if (known.size <= MAX_KNOWN) return baseline;
	const dated = known.times().filter(([, atMs]) => atMs !== LATEST_MS);
	const undated = known.times().filter(([, atMs]) => atMs === LATEST_MS);
	const limited = { ...baseline, known: Known.of([...dated, ...undated.slice(-MAX_UNDATED)]) };
	const latestFirst = dated.map(([, atMs]) => atMs).sort((a, b) => b - a);
	return raiseFloor(limited, Math.min(latestFirst[MAX_KNOWN] ?? 0, newestMs) + 1);
}
