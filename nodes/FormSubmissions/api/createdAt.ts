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

/** How far the list's order and `createdAt` may differ, besides single submissions (milliseconds). */
export const DISORDER_MS = 5_000;

/**
 * How many submissions decide how far down the list a walk has come. "Newest first" names no sort
 * key, so the list may be slightly out of order: a single backdated submission decides nothing.
 */
const DECIDING = 10;

/** The times of the last ten submissions of a walk (Unix milliseconds), after one more page. */
export function lastTimesMs(before: number[], page: TimedSubmission[]): number[] {
	return [...before, ...page.slice(-DECIDING).map(({ atMs }) => atMs)].slice(-DECIDING);
}

/** The time down to which a walk has read the list, from its last times; Infinity before ten. */
export function reachedMs(lastTimes: number[]): number {
	return lastTimes.length < DECIDING ? Infinity : Math.max(...lastTimes);
}
