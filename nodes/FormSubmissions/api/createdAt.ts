import type { Submission } from './types';

/** A submission with the time that determines its place in the list. */
export type TimedSubmission = {
	submission: Submission;
	atMs: number;
	/** Whether that time is its own `createdAt`, not that of the submission before it. */
	isDated: boolean;
};

/**
 * Adds to each submission its `createdAt` as Unix milliseconds. One whose `createdAt` is missing or
 * unreadable must not be lost: it gets the time of the submission before it, since the list is in
 * order of time. `lastMs` is the time of the one before the first.
 */
export function addTimes(submissions: Submission[], lastMs: number): TimedSubmission[] {
	let atMs = lastMs;
	return submissions.map((submission) => {
		const { createdAt } = submission;
		const parsed = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
		const isDated = !Number.isNaN(parsed);
		if (isDated) atMs = parsed;
		return { submission, atMs, isDated };
	});
}

/** How far the list's order and `createdAt` may differ, single submissions aside (milliseconds). */
export const DISORDER_MS = 5_000;

/**
 * How many submissions decide how far down the list a walk has come. "Newest first" names no sort key,
 * so the list may be slightly out of order: neither a backdated submission nor a page with a block of
 * them decides anything.
 */
const DECIDING = 30;

/** The times of the last thirty submissions of a walk (Unix milliseconds), after one more page. */
export function appendTimes(lastTimesMs: number[], page: TimedSubmission[]): number[] {
	return [...lastTimesMs, ...page.map(({ atMs }) => atMs)].slice(-DECIDING);
}

/** The time down to which a walk has read the list, from its last times; Infinity until it has thirty. */
export function findReachedMs(lastTimesMs: number[]): number {
	return lastTimesMs.length < DECIDING ? Infinity : Math.max(...lastTimesMs);
}

/** Whether what follows is below a floor, even if the list is slightly out of order. */
export function hasPassed(floorMs: number, lastTimesMs: number[]): boolean {
	return findReachedMs(lastTimesMs) < floorMs - DISORDER_MS;
}
