import type { Submission } from './types';

/** A submission with the time that places it in the list. */
export type TimedSubmission = {
	submission: Submission;
	atMs: number;
	/** Whether that is its own `createdAt`, not that of the submission before it. */
	isDated: boolean;
};

/**
 * `createdAt` as Unix milliseconds. One that is missing or unreadable takes the time of the
 * submission before it in the list, which is in order of time: it must not be lost for that.
 * `lastMs` is the time of what came before the first.
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
