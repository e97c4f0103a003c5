import type { Connection } from '../api/connection';
import { addTimes } from '../api/createdAt';
import { ListOrder } from '../api/listOrder';
import { walkSubmissions } from '../api/pages';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import type { Situation } from '../errors';
import type { Result } from '../general/result';
import type { Attempts } from './attempts';
import { addKeys, LATEST_MS } from './known';
import type { Turn } from './turns';
import type { WalkedPage } from './walk';

/** Where a poll fetches submissions, which ones, and until when (by this machine's clock). */
export type Source = {
	connection: Connection;
	filter: SubmissionFilter;
	deadlineMs: number;
	turn: Turn;
	attempts: Attempts;
	/** The gaps that have failed in this poll, by their `beganMs`. */
	failed: Set<number>;
};

/** How a walk ended: what stopped it, and whether the list was in another order, if so. */
export type WalkEnd = {
	/** Unless the time was up. */
	error?: unknown;
	/** If so, what a walk leaves unread may be new, too. */
	orderError?: unknown;
};

/**
 * Reads pages until `take` says that it was the last one, or the time is up. The walk's error is only
 * that of a request: whatever `take` throws is a bug in this package, which n8n shows.
 */
export async function readPages(
	source: Source,
	{ cursor, lastTimesMs }: { cursor?: string; lastTimesMs: number[] },
	untilMs: number,
	take: (page: WalkedPage) => boolean,
): Promise<WalkEnd> {
	const { connection, filter } = source;
	const errorFor = (situation: Situation) =>
		connection.errorFor({ situation, subject: 'submissions' });
	const order = new ListOrder();
	const end: WalkEnd = {};
	let lastMs = lastTimesMs.at(-1) ?? LATEST_MS;
	if (isTimeUp(source, untilMs)) return end;
	const pages = walkSubmissions(connection, filter, Infinity, cursor);
	for (let isFirst = true; ; isFirst = false) {
		const sentAtMachineMs = Date.now();
		const fetched = await nextOf(pages);
		if (!fetched.ok) return { ...end, error: fetched.problem };
		const page = fetched.value;
		if (page === undefined) return end;
		const { nextCursor } = page;
		const submissions = addKeys(addTimes(page.submissions, lastMs));
		// The cursor promised more submissions, so an empty last page is no answer to it.
		const isEmptyEnd = submissions.length === 0 && nextCursor === null;
		if (isFirst && isEmptyEnd && cursor !== undefined) return { error: errorFor('cursorRefused') };

		const requestedMs = connection.budget.serviceNowMs(sentAtMachineMs);
		lastMs = submissions.at(-1)?.atMs ?? lastMs;
		if (!order.holdsFor(submissions)) end.orderError = errorFor('orderedDifferently');
		const isLast = take({ submissions, nextCursor, requestedMs });
		if (isLast || isLate(source, untilMs)) return end;
	}
}

/** The next page, or why it can't be read; undefined if there is none. */
async function nextOf(
	pages: AsyncGenerator<SubmissionPage>,
): Promise<Result<SubmissionPage | undefined, unknown>> {
	try {
		const next = await pages.next();
		return { ok: true, value: next.done ? undefined : next.value };
	} catch (problem) {
		return { ok: false, problem };
	}
}

/**
 * The least time for another page (milliseconds): a request that is cut short might use up its cursor,
 * since it may work only once.
 */
const LEAST_MS = 2_000;

/** Whether it is too late for another page, after one has been read. */
export function isLate(source: Source, untilMs?: number): boolean {
	return isTimeUp(source, untilMs) || Date.now() + LEAST_MS > source.deadlineMs;
}

/** Whether a poll, or a part of it that ends earlier, may request no more pages. */
export function isTimeUp({ deadlineMs, turn }: Source, untilMs = deadlineMs): boolean {
	// A timer may fire a millisecond early.
	return Date.now() + 1 >= untilMs || turn.isSuperseded;
}
