import { isSituation, type Situation } from '../errors';
import { nodeInLog } from '../general/nodeInLog';
import { forgetFailures, forgetGoneGaps, isGapDue, isResting, noteGapFailure } from './attempts';
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
import type { KeyedSubmission } from './known';
import { isLate, isTimeUp, readPages, type Source, type WalkEnd } from './source';
import { lookForPlace, type Gap } from './walk';

/** What a poll has collected so far, and the last error that stopped a walk, if any. */
export type Collected = WalkEnd & {
	/** The new submissions of each page, in the order of the list. */
	found: KeyedSubmission[][];
	checkpoint: Checkpoint;
	/** How many pages were read. */
	pages: number;
	/** Why a gap can't continue, if it rests from now on. */
	gapError?: unknown;
};

/**
 * Reads the top of the list, then continues the gaps. The gaps come first, with half of the time, if
 * the last poll had no time for them, or if there are as many as there may be; at the start, with all
 * of it. A poll that ended because of the key or the rate limit doesn't make them come first: it says
 * nothing about the time.
 */
export async function collect(source: Source, checkpoint: Checkpoint): Promise<Collected> {
	const { attempts } = source;
	forgetGoneGaps(attempts, checkpoint.gaps);
	let collected: Collected = { found: [], checkpoint, pages: 0 };
	const isStarting = startGap(checkpoint) !== undefined;
	const areGapsFirst = attempts.isGapNext || isStarting || checkpoint.gaps.length >= MAX_GAPS;
	attempts.isGapNext = false;
	if (areGapsFirst) {
		collected = isStarting
			? await readGaps(source, collected)
			: await readGapsFirst(source, collected);
		const start = startGap(collected.checkpoint);
		// What existed at the start must be recorded before anything is returned, if it can be.
		if (start && !isResting(attempts, start)) return collected;
	}
	const gapPages = collected.pages;
	collected = await readTop(source, collected);
	const hasFailed = collected.error !== undefined && collected.pages === gapPages;
	if (hasFailed || shouldStopReading(collected)) return collected;
	const pagesBefore = collected.pages;
	collected = await readGaps(source, collected);
	attempts.isGapNext = !areGapsFirst && collected.pages === pagesBefore && isLate(source);
	return collected;
}

/** The rate limit is used up, or another request still waits for its response. */
const OUT_OF_REQUESTS = ['rateLimited', 'noTurn'] as const;

/** Refusals of the key by the service, or of anything, perhaps a single page, by a firewall. */
const REFUSED = ['keyRefused', 'paymentRequired', 'notPermitted', 'blockedOnTheWay'] as const;

/** Whether to read no more gaps. Once a page was read, a refusal is taken to be about its own page. */
function shouldStopReading({ error, pages }: Collected): boolean {
	return isSituation(error, ...OUT_OF_REQUESTS) || (pages === 0 && isSituation(error, ...REFUSED));
}

/**
 * Walks from the newest submission down. If it stops early, it may leave a gap; the error that stopped
 * it, if any, counts as the first failure of the gap, whose next page that was.
 */
async function readTop(source: Source, before: Collected): Promise<Collected> {
	let top = beginTop(before.checkpoint, Date.now());
	let collected = before;
	let isOver = false;
	const { error, ...end } = await readPages(source, top, source.deadlineMs, (page) => {
		const { fresh, ...advanced } = advanceTop(collected.checkpoint, top, page, Date.now());
		({ top, isOver } = advanced);
		collected = withPage(collected, fresh, advanced.checkpoint);
		return isOver;
	});
	collected = { ...collected, ...end };
	if (isOver) return collected;
	const { checkpoint, gap } = stopTop(collected.checkpoint, top, Date.now());
	collected = { ...collected, checkpoint, error: error ?? before.error };
	const isOutOfTime = error === undefined || isTimeUp(source);
	if (gap && !isOutOfTime && !shouldStopReading(collected)) noteFailure(source, gap);
	return collected;
}

/**
 * Reads the gaps in the first half of the time, or in a request's full time if that is longer, so that
 * pages that never come leave time for the top, if the poll has more than that.
 */
async function readGapsFirst(source: Source, before: Collected): Promise<Collected> {
	const { connection, deadlineMs } = source;
	const { occasion } = connection;
	const nowMs = Date.now();
	const untilMs = (nowMs + deadlineMs) / 2;
	const endsMs = Math.max(untilMs, Math.min(deadlineMs, nowMs + occasion.timeoutMs));
	// If a page fails, the next poll makes the next attempt: the top needs the time.
	const ending = { ...connection, occasion: { ...occasion, maxAttempts: 1, deadlineMs: endsMs } };
	const endingSource = { ...source, connection: ending, deadlineMs: endsMs };
	return await readGaps(endingSource, before, untilMs);
}

/** Reads each gap that is due and hasn't failed in this poll, the highest first. */
async function readGaps(
	source: Source,
	before: Collected,
	untilMs = source.deadlineMs,
): Promise<Collected> {
	let collected = before;
	const { attempts, failed } = source;
	const due = before.checkpoint.gaps.filter(
		(gap) => !failed.has(gap.beganMs) && isGapDue(attempts, gap, Date.now()),
	);
	for (const { beganMs } of due) {
		// Reading the gap above has made a new checkpoint.
		const gap = collected.checkpoint.gaps.find((one) => one.beganMs === beganMs);
		const isOver = collected.pages > 0 ? isLate(source, untilMs) : isTimeUp(source, untilMs);
		if (!gap || isOver || shouldStopReading(collected)) break;
		collected = await readGap(source, collected, gap, untilMs);
	}
	return collected;
}

/**
 * Continues a gap. If its cursor no longer works, the gap searches for its place from the newest
 * submission down; after an error that may pass, only in the second poll in a row.
 */
async function readGap(
	source: Source,
	before: Collected,
	gap: Gap,
	untilMs: number,
): Promise<Collected> {
	const { attempts, connection } = source;
	const triedAtMachineMs = Date.now();
	const { collected: byCursor, error } = await followGap(source, before, gap, untilMs);
	const hasProgressed = byCursor.pages > before.pages;
	if (hasProgressed && !gap.isLooking) forgetFailures(attempts, gap);
	if (error === undefined || hasProgressed || shouldStopReading(byCursor)) return byCursor;
	// A request that the poll's end cut short says nothing about the cursor.
	const hadTime = Date.now() - triedAtMachineMs >= connection.occasion.timeoutMs;
	if (isTimeUp(source) && !hadTime) return byCursor;
	const { failures, rests } = noteFailure(source, gap);
	const isCursorRefused = isSituation(error, ...CURSOR_REFUSED);
	if (rests) {
		const errorFor = (situation: Situation) =>
			connection.errorFor({ situation, subject: 'submissions' });
		if (isCursorRefused) return { ...byCursor, gapError: errorFor('cursorRefused') };
		return {
			...byCursor,
			gapError: isSituation(error, ...REFUSED) ? errorFor('blockedOnTheWay') : error,
		};
	}
	if (isTimeUp(source) || (failures === 1 && !isCursorRefused)) return byCursor;

	connection.context.logger.info(
		`${nodeInLog(connection.context)}: the cursor where an earlier poll stopped can't be used, so this poll searches for that place from the newest submission down`,
	);
	const looking = lookForPlace(gap);
	const checkpoint = replaceGap(before.checkpoint, gap, looking);
	const from = { ...before, checkpoint };
	const { collected: bySearch } = await followGap(source, from, looking, untilMs);
	return bySearch.pages > before.pages ? bySearch : byCursor;
}

function noteFailure({ attempts, failed }: Source, gap: Gap) {
	failed.add(gap.beganMs);
	return noteGapFailure(attempts, gap, Date.now());
}

/** What a service that no longer knows a cursor may respond. */
const CURSOR_REFUSED = ['badRequest', 'notFound', 'unexpectedStatus', 'cursorRefused'] as const;

/** Reads on in a gap; `error` is what stopped this walk, if anything did. */
async function followGap(
	source: Source,
	before: Collected,
	begun: Gap,
	untilMs: number,
): Promise<{ collected: Collected; error?: unknown }> {
	let collected = before;
	let gap: Gap | undefined = begun;
	const end = await readPages(source, begun, untilMs, (page) => {
		if (!gap) return true;
		const advanced = advanceGap(collected.checkpoint, gap, page, Date.now());
		({ gap } = advanced);
		collected = withPage(collected, advanced.fresh, advanced.checkpoint);
		return gap === undefined;
	});
	return { collected: { ...collected, ...end }, error: end.error };
}

function withPage(
	{ found, pages, ...collected }: Collected,
	fresh: KeyedSubmission[],
	checkpoint: Checkpoint,
): Collected {
	return { ...collected, found: [...found, fresh], checkpoint, pages: pages + 1 };
}
