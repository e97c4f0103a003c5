import type { Connection } from './connection';
import type { Submission, SubmissionPage } from './types';

/** How far the list's order and `createdAt` may differ, single submissions aside (milliseconds). */
export const DISORDER_MS = 5_000;

/** A submission with the time that determines its place in the list. */
export type TimedSubmission = { submission: Submission; atMs: number };

/**
 * Adds to each submission its `createdAt` as Unix milliseconds. One whose `createdAt` is missing or
 * unreadable must not be lost, even if polls may return it again: it gets the time of the submission
 * before it, since the list is in order of time. `lastMs` is the time of the one before the first.
 */
export function addTimes(submissions: Submission[], lastMs: number): TimedSubmission[] {
	let atMs = lastMs;
	return submissions.map((submission) => {
		const parsed = createdMs(submission);
		if (!Number.isNaN(parsed)) atMs = parsed;
		return { submission, atMs };
	});
}

/** Of this many submissions in a row, one may be misplaced. */
const AMONG = 10;

/** Whether a list is in order of time, newest first, apart from single submissions. */
export class NewestFirst {
	private lastTimes: number[] = [];

	/** The lowest median of ten times so far: single submissions don't change it. */
	private reachedMs = Infinity;

	private sinceMisplaced = Infinity;

	/** Whether the next submissions continue the order; two misplaced ones within ten break it. */
	holdsFor(submissions: TimedSubmission[]): boolean {
		for (const { atMs } of submissions) {
			const isMisplaced = atMs > this.reachedMs + DISORDER_MS;
			if (isMisplaced && this.sinceMisplaced < AMONG) return false;
			this.sinceMisplaced = isMisplaced ? 0 : this.sinceMisplaced + 1;
			this.lastTimes = [...this.lastTimes, atMs].slice(-AMONG);
			const sorted = [...this.lastTimes].sort((one, other) => one - other);
			const medianMs = sorted.length < AMONG ? undefined : sorted[AMONG / 2];
			this.reachedMs = Math.min(this.reachedMs, medianMs ?? Infinity);
		}
		return true;
	}
}

/** A list is known again by so many of its first submissions. */
const AT_TOP = 10;

/** Whether a page begins a list again: with some of the top of its first page, or if that was pushed down, above it. */
export function startsAgain(firstPage: Submission[], page: Submission[]): boolean {
	const top = addTimes(firstPage.slice(0, AT_TOP), Infinity);
	const newestMs = Math.max(...top.map(({ atMs }) => atMs));
	const isAbove = (one: Submission) => createdMs(one) > newestMs + DISORDER_MS;
	const isAtTop = ({ id }: Submission) => top.some(({ submission }) => submission.id === id);
	return page.some(isAtTop) || (page.length > 0 && page.every(isAbove));
}

function createdMs({ createdAt }: Submission): number {
	return typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
}

/** A time range (Unix milliseconds): its start is inclusive, its end exclusive. */
export type ReceivedRange = { fromMs?: number; beforeMs?: number };

/** How many submissions in a row show how far down a walk has come: single ones may be out of order. */
export const DECIDING = 30;

export function lastTimes(before: number[], page: TimedSubmission[]): number[] {
	return [...before, ...page.map(({ atMs }) => atMs)].slice(-DECIDING);
}

/** Whether a walk with these last times has come below a time: whatever follows is older. */
export function hasPassed(times: number[], ms: number): boolean {
	return times.length === DECIDING && Math.max(...times) < ms - DISORDER_MS;
}

/**
 * Filters a walk from the newest down: returns the submissions received (`createdAt`) within the
 * range. The walk ends with the page on which it passes the start; each page is read in full. Throws
 * if the list is plainly in another order and goes on: what follows could be in the range, too. Only
 * single submissions that are far out of place can be missed. Without any times, a start leaves
 * nothing out, and an end can't be applied.
 */
export async function* receivedBetween(
	connection: Connection,
	pages: AsyncGenerator<SubmissionPage>,
	{ fromMs = -Infinity, beforeMs = Infinity }: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	// Parsing the time of each submission takes a tenth of the time of a large export.
	if (fromMs === -Infinity && beforeMs === Infinity) return yield* pages;
	const order = new NewestFirst();
	let times: number[] = [];
	for await (const page of pages) {
		const submissions = addTimes(page.submissions, times.at(-1) ?? Infinity);
		// Without a start, every page is read, so the order doesn't matter. Nor does it at the end of the list.
		const mayMiss = fromMs !== -Infinity && page.nextCursor !== null;
		if (mayMiss && !order.holdsFor(submissions)) {
			throw connection.errorFor('orderedDifferently');
		}
		const within = submissions.filter(
			({ atMs }) => atMs >= fromMs && (atMs < beforeMs || beforeMs === Infinity),
		);
		yield { ...page, submissions: within.map(({ submission }) => submission) };
		times = lastTimes(times, submissions);
		if (hasPassed(times, fromMs)) return;
	}
	// There were submissions, but none with a time, so none could be said to be early enough.
	if (beforeMs !== Infinity && times.at(-1) === Infinity) {
		throw connection.errorFor('noTimes');
	}
}
