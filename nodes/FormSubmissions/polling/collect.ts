import type { Connection } from '../api/connection';
import { addTimes } from '../api/createdAt';
import { walkSubmissions } from '../api/pages';
import type { SubmissionFilter } from '../api/types';
import { isAboutKey, isSituation } from '../errors';
import { forgetGap, forgetGaps, isGapDue, isResting, noteGapFailure, type Attempts } from './attempts';
import {
	advanceGap,
	advanceTop,
	beginTop,
	MAX_GAPS,
	replaceGap,
	startGap,
	stopTop,
	type Checkpoint,
} from './checkpoint';
import { addKeys, LATEST_MS, type KeyedSubmission } from './known';
import type { Turn } from './turns';
import { lookForPlace, type Gap, type WalkedPage } from './walk';

/** Where a poll fetches submissions, which ones, and until when (Unix milliseconds). */
export type Source = {
	connection: Connection;
	filter: SubmissionFilter;
	deadlineMs: number;
	turn: Turn;
	attempts: Attempts;
};

/** What a poll has collected so far. */
export type Collected = {
	/** The new submissions of each page, in the order of the list. */
	found: KeyedSubmission[][];
	checkpoint: Checkpoint;
	/** How many pages were read. */
	pages: number;
	/** What last stopped a walk, unless the poll's time was up. */
	error?: unknown;
	/** Why a gap can't go on, if it rests from now on. */
	gapError?: unknown;
};

/**
 * Reads the top of the list, then goes on with the gaps. These come first, with half of the time, if
 * the last poll had no time for them, or if there are as many as there may be.
 */
export async function collect(source: Source, checkpoint: Checkpoint): Promise<Collected> {
	const { attempts } = source;
	forgetGaps(attempts, checkpoint.gaps);
	let collected: Collected = { found: [], checkpoint, pages: 0 };
	const isStarting = startGap(checkpoint) !== undefined;
	const areGapsFirst = attempts.isGapNext || isStarting || checkpoint.gaps.length >= MAX_GAPS;
	attempts.isGapNext = false;
	if (areGapsFirst) {
		const untilMs = isStarting ? source.deadlineMs : (Date.now() + source.deadlineMs) / 2;
		collected = await readGaps(source, collected, untilMs);
		const start = startGap(collected.checkpoint);
		// What existed at the start must be recorded before anything is returned, unless that can't be.
		if (start && !isResting(attempts, start)) return collected;
		if (isAboutKey(collected.error)) return collected;
	}
	const gapPages = collected.pages;
	collected = await readTop(source, collected);
	const hasFailed = collected.error !== undefined && collected.pages === gapPages;
	if (hasFailed || isAboutKey(collected.error)) return collected;
	const topPages = collected.pages;
	collected = await readGaps(source, collected);
	attempts.isGapNext = !areGapsFirst && collected.pages === topPages && isTimeUp(source);
	return collected;
}

/** Walks from the newest submission down. Where it stops on its way, a gap begins. */
async function readTop(source: Source, before: Collected): Promise<Collected> {
	let top = beginTop(before.checkpoint, Date.now());
	let collected = before;
	let isOver = false;
	const error = await readPages(source, top, source.deadlineMs, (page) => {
		const { fresh, ...advanced } = advanceTop(collected.checkpoint, top, page, Date.now());
		({ top, isOver } = advanced);
		collected = withPage(collected, fresh, advanced.checkpoint);
		return isOver;
	});
	if (isOver) return collected;
	const { attempts, connection } = source;
	const { checkpoint } = collected;
	const isOutOfTime = error === undefined || isTimeUp(source) || isSituation(error, 'rateLimited');
	const nowMs = connection.budget.serviceNowMs(Date.now());
	const stopped = stopTop(checkpoint, top, { nowMs, machineNowMs: Date.now() });
	const [gap] = stopped.gaps;
	if (gap && !checkpoint.gaps.includes(gap)) {
		// Another one may have had its ID.
		forgetGaps(attempts, checkpoint.gaps);
		if (!isOutOfTime && !isAboutKey(error)) noteGapFailure(attempts, gap, Date.now());
	}
	return { ...collected, checkpoint: stopped, error: error ?? before.error };
}

/** Reads each gap that is due, the highest first. */
async function readGaps(
	source: Source,
	before: Collected,
	untilMs = source.deadlineMs,
): Promise<Collected> {
	let collected = before;
	const due = before.checkpoint.gaps.filter((gap) => isGapDue(source.attempts, gap, Date.now()));
	for (const { id } of due) {
		// What an earlier one has returned may have changed it.
		const gap = collected.checkpoint.gaps.find((one) => one.id === id);
		if (!gap || isTimeUp(source, untilMs) || isAboutKey(collected.error)) break;
		collected = await readGap(source, collected, gap, untilMs);
	}
	return collected;
}

/**
 * Goes on with a gap. If its cursor no longer works, it looks for its place from the newest
 * submission; for an error that may pass, only in the second poll in a row.
 */
async function readGap(
	source: Source,
	before: Collected,
	gap: Gap,
	untilMs: number,
): Promise<Collected> {
	const { attempts, connection } = source;
	const beganAtMs = Date.now();
	const first = await followGap(source, before, gap, untilMs);
	const { error } = first;
	const hasProgressed = first.pages > before.pages;
	if (hasProgressed && !gap.isLooking) forgetGap(attempts, gap);
	if (error === undefined || hasProgressed || isAboutKey(error)) return first;
	// A request that had less time than any may take says nothing about the cursor.
	const hadTime = Date.now() - beganAtMs >= connection.occasion.timeoutMs;
	if (isTimeUp(source) && !hadTime) return first;
	const { failures, rests } = noteGapFailure(attempts, gap, Date.now());
	const isRefused = isSituation(error, ...CURSOR_REFUSED);
	if (rests) {
		const refused = { situation: 'cursorRefused', subject: 'submissions' } as const;
		return { ...first, gapError: isRefused ? connection.fail(refused) : error };
	}
	if (isTimeUp(source) || (failures === 1 && !isRefused)) return first;

	connection.context.logger.info(
		"Form Submissions: the cursor where an earlier poll stopped can't be used, so this poll looks for that place from the newest submission",
	);
	const looking = lookForPlace(gap);
	const checkpoint = replaceGap(before.checkpoint, gap, looking);
	const again = await followGap(source, { ...before, checkpoint }, looking, untilMs);
	return again.pages > before.pages ? again : first;
}

/** What a service that no longer knows a cursor may respond. */
const CURSOR_REFUSED = ['badRequest', 'notFound', 'unexpectedStatus', 'cursorRefused'] as const;

async function followGap(
	source: Source,
	before: Collected,
	begun: Gap,
	untilMs: number,
): Promise<Collected> {
	let collected = before;
	let gap: Gap | undefined = begun;
	const error = await readPages(source, begun, untilMs, (page) => {
		if (!gap) return true;
		// The cursor came with more, so nothing is no answer to it.
		const isEmptyEnd = page.submissions.length === 0 && page.nextCursor === null;
		if (isEmptyEnd && begun.cursor !== undefined && collected.pages === before.pages) {
			throw source.connection.fail({ situation: 'cursorRefused', subject: 'submissions' });
		}
		const advanced = advanceGap(collected.checkpoint, gap, page);
		({ gap } = advanced);
		collected = withPage(collected, advanced.fresh, advanced.checkpoint);
		return gap === undefined;
	});
	return error === undefined ? collected : { ...collected, error };
}

function withPage(
	{ found, pages, ...collected }: Collected,
	fresh: KeyedSubmission[],
	checkpoint: Checkpoint,
): Collected {
	return { ...collected, found: [...found, fresh], checkpoint, pages: pages + 1 };
}

/** Reads pages until `take` says that it was the last one, or the time is up. Returns what failed. */
async function readPages(
	source: Source,
	{ cursor, lastTimesMs }: { cursor?: string; lastTimesMs: number[] },
	untilMs: number,
	take: (page: WalkedPage) => boolean,
): Promise<unknown> {
	const { connection, filter } = source;
	let lastMs = lastTimesMs.at(-1) ?? LATEST_MS;
	let startedMs = Date.now();
	if (isTimeUp(source, untilMs)) return undefined;
	try {
		for await (const page of walkSubmissions(connection, filter, Infinity, cursor)) {
			const submissions = addKeys(addTimes(page.submissions, lastMs));
			const requestedMs = connection.budget.serviceNowMs(startedMs);
			lastMs = submissions.at(-1)?.atMs ?? lastMs;
			const isLast = take({ submissions, nextCursor: page.nextCursor, requestedMs });
			if (isLast || isTimeUp(source, untilMs)) return undefined;
			startedMs = Date.now();
		}
	} catch (error) {
		return error;
	}
	return undefined;
}

function isTimeUp({ deadlineMs, turn }: Source, untilMs = deadlineMs): boolean {
	// A timer may fire a millisecond early.
	return Date.now() + 1 >= untilMs || turn.isSuperseded;
}
