import { addKeys, Known, type KeyedSubmission } from '../../../nodes/FormSubmissions/polling/known';
import type { WalkedPage } from '../../../nodes/FormSubmissions/polling/walk';

export const T = Date.UTC(2026, 0, 31, 9);
export const SECOND = 1_000;
export const MINUTE = 60_000;

export function row(id: string, atMs: number): KeyedSubmission {
	return keyed({ submission: { id }, atMs, isDated: true });
}

/** It has the time of the submission before it. */
export function undated(id: string, atMs: number): KeyedSubmission {
	return keyed({ submission: { id }, atMs, isDated: false });
}

function keyed(one: Parameters<typeof addKeys>[0][number]): KeyedSubmission {
	const [first] = addKeys([one]);
	if (!first) throw new Error('There is no key');
	return first;
}

/** Newest first, one each `stepMs` from `atMs` down. */
export function rows(
	name: string,
	count: number,
	atMs: number,
	stepMs = SECOND,
): KeyedSubmission[] {
	return Array.from({ length: count }, (_, n) => row(`${name}${n}`, atMs - n * stepMs));
}

export function ids(submissions: KeyedSubmission[]): string[] {
	return submissions.map(({ submission }) => submission.id);
}

export function knownOf(submissions: KeyedSubmission[]): Known {
	return Known.of(submissions.map(({ key, atMs }) => [key, atMs]));
}

/** A page that is not the last one, requested a minute after T. */
export function page(
	submissions: KeyedSubmission[],
	changes: Partial<WalkedPage> = {},
): WalkedPage {
	return { submissions, nextCursor: 'next', requestedMs: T + MINUTE, ...changes };
}
