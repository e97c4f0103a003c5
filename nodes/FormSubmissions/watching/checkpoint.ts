import { addTimes, DECIDING, DISORDER_MS, type TimedSubmission } from '../api/newestFirst';
import type { SubmissionPage } from '../api/types';
import { Known, submissionKeyOf } from './known';

/*
 * How far a trigger has read. Times are Unix milliseconds: by the service's clock, unless the name says that they
 * are by this machine's.
 */

/** How late a submission may become visible in the list, unless a person says more (milliseconds). */
export const LATENESS_MS = 10 * 60_000;

/** How often a trigger looks for late ones: more often costs more requests, less often more IDs to keep (milliseconds). */
export function looksEveryMs(latenessMs: number): number {
	return latenessMs > LATENESS_MS ? 60 * 60_000 : 12 * 60_000;
}

/** The most IDs that are kept, at some 10 bytes each. A million submissions a day are 7,000 in ten minutes. */
const MAX_KNOWN = 20_000;

/**
 * A walk down the list, as far as it has come. Since cursors expire, it also knows this by time; and since
 * the list is only roughly in order, that takes two: it has read all that is clearly later than its place, and
 * nothing that is clearly earlier than its edge. What is in between may be read or not.
 */
export type Walk = {
	/** Where it goes on; if missing, at the newest submission, from which it searches for its place. */
	cursor?: string;
	/** The times of the last submissions that it met, thirty at most. */
	lastTimesMs: number[];
	/** The latest of these; never rises. */
	placeMs: number;
	/** The earliest time that was among these at the end of a page, or this machine's clock if earlier. */
	edgeMs: number;
	/** Where it ends: what is earlier isn't new, or another walk's. */
	downToMs: number;
	/**
	 * While it searches for its place, since its cursor was lost, until it meets anything from below its edge: when it
	 * read the last page, by this machine's clock; 0 before the first.
	 */
	searchedAtMachineMs?: number;
};

export type Checkpoint = {
	/** What it belongs to: form, status and test filters, and credential. */
	target: string;
	/** Nothing before it is new, except to unfinished walks that go further down. */
	floorMs: number;
	/** What was taken; its own, and changed in place. */
	known: Known;
	/** Walks that were stopped, or look for late ones, the highest first. */
	unfinished: Walk[];
	/** The time of the newest submission where the floor was last raised, or would have been. */
	raisedFromMs: number;
	/** Since when it is that. */
	raisedAtMs: number;
	/** When the floor was last raised, or would have been: what is above it was looked through, or began to be. */
	lookedAtMachineMs: number;
};

/** A submission with its key, which is short, so that thousands fit into static data. */
export type KeyedSubmission = TimedSubmission & { key: string };

export type Page = { submissions: KeyedSubmission[]; nextCursor: string | null };

/** `beforeMs` is the time of the submission before the page. */
export function toPage(
	{ submissions, nextCursor }: Pick<SubmissionPage, 'submissions' | 'nextCursor'>,
	beforeMs: number,
): Page {
	const keyed = addTimes(submissions, beforeMs).map((one) => ({
		...one,
		key: submissionKeyOf(one.submission.id),
	}));
	return { submissions: keyed, nextCursor };
}

/** The first checkpoint if everything from a time on is new. */
export function startingFrom(target: string, fromMs: number): Checkpoint {
	const times = { floorMs: fromMs, raisedFromMs: fromMs, raisedAtMs: 0, lookedAtMachineMs: 0 };
	return { target, ...times, known: new Known(), unfinished: [] };
}

/** The first checkpoint if only what arrives from now on is new; from the first page of the list. */
export function startingAt(
	target: string,
	{ submissions, nextCursor }: Page,
	readAt: ReadAt,
): Checkpoint {
	const times = submissions.map(({ atMs }) => atMs);
	const newestMs = notAhead(times.length > 0 ? Math.max(...times) : Infinity, readAt);
	// What the next page has isn't known, and no later than the end of this one.
	const isAll = nextCursor === null || times.length === 0;
	const belowMs = isAll ? -Infinity : Math.min(...times) + 1;
	const checkpoint = startingFrom(target, Math.max(newestMs, belowMs));
	for (const one of submissions) checkpoint.known.add(one);
	return checkpoint;
}

/** When a page was read: the earliest time that the service's clock can have shown, and this machine's. */
export type ReadAt = { serviceNowMs: number; machineNowMs: number };

/** A submission's time, but none that is still to come: one of the two clocks may be ahead. */
export function notAhead(atMs: number, { serviceNowMs, machineNowMs }: ReadAt): number {
	return Math.min(atMs, serviceNowMs, machineNowMs);
}

/**
 * Raises the floor to what can't become visible anymore, where the top of the list was read: what is so much
 * older than the newest submission, and what was there when the floor was raised, if that was so long ago. How
 * long ago is told by the service's clock, and limited by this machine's: neither raises it alone.
 */
export function raiseFloor(
	before: Checkpoint,
	{ newestMs = before.raisedFromMs, serviceNowMs, machineNowMs }: ReadAt & { newestMs?: number },
	latenessMs: number,
): Checkpoint {
	const { raisedFromMs, raisedAtMs } = before;
	const wasLongAgo = serviceNowMs - raisedAtMs >= latenessMs;
	const oldMs = Math.max(newestMs - latenessMs, wasLongAgo ? raisedFromMs : -Infinity);
	return {
		...before,
		floorMs: Math.max(before.floorMs, Math.min(oldMs, machineNowMs - latenessMs)),
		raisedFromMs: newestMs,
		raisedAtMs: newestMs === raisedFromMs ? raisedAtMs : serviceNowMs,
		lookedAtMachineMs: machineNowMs,
	};
}

/** Down to which time a reading of the top goes: what is below isn't new, or the highest unfinished walk's. */
export function endOfTop({ floorMs, unfinished: [below] }: Checkpoint): number {
	return Math.max(floorMs, (below?.edgeMs ?? -Infinity) - DISORDER_MS);
}

/**
 * The times that a walk reads: down to just below the edge of the unfinished one under it, at most, and from
 * just above its place. Both read what is between place and edge; each knows what the other returned.
 */
export function spanOf(
	{ downToMs, placeMs }: Walk,
	below: Walk | undefined,
): { fromMs: number; untilMs: number } {
	return {
		fromMs: Math.max(downToMs, (below?.edgeMs ?? -Infinity) - DISORDER_MS),
		untilMs: placeMs + DISORDER_MS,
	};
}

/** Takes those that no other reading has taken meanwhile; from now on, they are known. */
export function takeNew<One extends { one: KeyedSubmission }>(
	{ known }: Checkpoint,
	found: One[],
): One[] {
	return found.filter(({ one }) => {
		if (known.has(one)) return false;
		known.add(one);
		return true;
	});
}

/**
 * Without the IDs that no walk can meet anymore. If there are still too many, walks look less far down
 * for late submissions: those may be missed then, but nothing comes twice.
 */
export function withoutOld(checkpoint: Checkpoint): Checkpoint {
	forgetUnneeded(checkpoint);
	const { known, floorMs } = checkpoint;
	if (known.size <= MAX_KNOWN) return checkpoint;
	const keptFromMs = known.fromOfLatest(MAX_KNOWN);
	const unfinished = checkpoint.unfinished.map((walk) => {
		// Down to the next known IDs, it is to read what no other walk has read.
		const unreadToMs = known.fromOfLatest(DECIDING, walk.edgeMs - DISORDER_MS) - DISORDER_MS;
		return { ...walk, downToMs: Math.max(walk.downToMs, Math.min(keptFromMs, unreadToMs)) };
	});
	const after = { ...checkpoint, unfinished, floorMs: Math.max(floorMs, keptFromMs) };
	forgetUnneeded(after);
	return after;
}

/** IDs are needed from the floor on, and between the end of each unfinished walk and its place. */
function forgetUnneeded({ known, unfinished, floorMs }: Checkpoint): void {
	const spans = unfinished.map((walk, index) => spanOf(walk, unfinished[index + 1]));
	known.keepWhere(
		(fromMs, untilMs) =>
			untilMs >= floorMs || spans.some((span) => span.fromMs <= untilMs && fromMs <= span.untilMs),
	);
}
