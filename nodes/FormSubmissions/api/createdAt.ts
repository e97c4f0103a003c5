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
export function timed(submissions: Submission[], lastMs: number): TimedSubmission[] {
	let atMs = lastMs;
	return submissions.map((submission) => {
		const { createdAt } = submission;
		const parsed = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
		const isDated = !Number.isNaN(parsed);
		if (isDated) atMs = parsed;
		return { submission, atMs, isDated };
	});
}
