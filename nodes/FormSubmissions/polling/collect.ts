import type { Connection } from '../api/connection';
import { ListOrder } from '../api/createdAt';
import { walkSubmissions } from '../api/submissions';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation, type Situation } from '../errors';
import { nodeInLog } from '../general/nodeInLog';
import {
	addKnown,
	forgetOld,
	leave,
	raiseFloor,
	readPage,
	toPage,
	walkFromTop,
	type Checkpoint,
	type KeyedSubmission,
	type Walk,
} from './checkpoint';

/** Where a poll reads, which submissions, since when, and until when (Unix milliseconds, this machine's clock). */
export type Source = {
	connection: Connection;
	filter: SubmissionFilter;
	beganAtMs: number;
	deadlineMs: number;
};

/** What a poll has read. */
export type Collected = {
	/** The new submissions of each page, newest first. */
	found: KeyedSubmission[][];
	/** Why an unfinished walk couldn't go on: what it still has to read must wait. */
	heldUp?: unknown;
	/** What else ended the reading early. */
	stopped?: unknown;
};

/** No request begins this close to the end of a poll (milliseconds). */
const LAST_REQUEST_MS = 2_000;

/**
 * Walks from the newest submission down, then goes on with the unfinished walks, the highest first,
 * while there is time. Changes the checkpoint. Throws if the first page can't be read, or if the list
 * is in another order.
 */
export async function collect(source: Source, checkpoint: Checkpoint): Promise<Collected> {
	const collected: Collected = { found: [] };
	const unfinished = [...checkpoint.unfinished];
	const top = walkFromTop(checkpoint, source.beganAtMs);
	if (top) await walkDown(source, checkpoint, top, collected);
	const left = unfinished.filter((walk) => checkpoint.unfinished.includes(walk));
	for (const walk of left) walk.hasMoved = false;
	for (const walk of left) {
		if (isLate(source) || isSituation(collected.stopped, 'rateLimited')) break;
		await goOn(source, checkpoint, walk, collected);
	}
	const isAnyNew = collected.found.some((fresh) => fresh.length > 0);
	if (isAnyNew) checkpoint.newAtMachineMs = source.beganAtMs;
	forgetOld(checkpoint);
	return collected;
}

/** A walk from the top. If it stops early, the next poll goes on with it. */
async function walkDown(
	source: Source,
	checkpoint: Checkpoint,
	top: Walk,
	collected: Collected,
): Promise<void> {
	const { newestMs, over, error } = await read(source, checkpoint, top, collected);
	collected.stopped = error;
	if (newestMs === undefined) {
		if (error !== undefined) throw error;
		return;
	}
	checkpoint.newestMs = Math.max(checkpoint.newestMs, newestMs);
	const isPage = error !== undefined && !isSituation(error, 'rateLimited');
	if (over === undefined) leave(checkpoint, top, isPage);
	if (over !== 'known') raiseFloor(checkpoint, source.beganAtMs);
}

/** Goes on with an unfinished walk; from the newest submission, if its cursor is refused. */
async function goOn(
	source: Source,
	checkpoint: Checkpoint,
	walk: Walk,
	collected: Collected,
): Promise<void> {
	const { connection } = source;
	const beganAtMachineMs = Date.now();
	let { over, error, isEmptyEnd, lastMs } = await read(source, checkpoint, walk, collected);
	if (isSituation(error, 'cursorRefused') && !isLate(source)) {
		connection.context.logger.info(
			`${nodeInLog(connection.context)}: the service no longer accepts the cursor where an earlier poll stopped, so this poll searches for that place from the newest submission down`,
		);
		const { placeMs } = walk;
		Object.assign(walk, { cursor: undefined, hasMoved: false });
		({ over, error, isEmptyEnd, lastMs } = await read(source, checkpoint, walk, collected));
		const hasFallen = walk.placeMs < placeMs;
		// Empty again right after the same place, the last page is the end of the list.
		if (!hasFallen && isEmptyEnd && lastMs <= placeMs) over = 'down';
		// Refused again there, it is the page that can't be read.
		else if (!hasFallen && isSituation(error, 'cursorRefused')) walk.hasMoved = false;
	}
	if (over) {
		checkpoint.unfinished = checkpoint.unfinished.filter((one) => one !== walk);
		return;
	}
	const isHeldUp = !walk.hasMoved && !isSituation(error, 'rateLimited');
	// A request that only the end of the poll cut short shows nothing.
	const hadTime = Date.now() - beganAtMachineMs >= connection.occasion.timeoutMs;
	const isKnown = error === undefined || hadTime || !isLate(source);
	if (!isHeldUp) collected.stopped ??= error;
	else if (isKnown) collected.heldUp ??= error ?? problem(source, 'cursorRefused');
}

/** How far a walk has come in a poll. */
type Progress = {
	/** The time of the newest submission it met, or of the service's clock, if that is earlier. */
	newestMs?: number;
	/** The time of the last submission it met; Infinity if there was none. */
	lastMs: number;
	over?: 'down' | 'known';
	/** Why a page couldn't be read. */
	error?: unknown;
	/** Whether that is because an empty last page came for a cursor. */
	isEmptyEnd?: boolean;
};

/** Reads pages of a walk, at least one, until it is over, a page can't be read, or it is late. */
async function read(
	source: Source,
	checkpoint: Checkpoint,
	walk: Walk,
	{ found }: Collected,
): Promise<Progress> {
	const { connection, filter } = source;
	const order = new ListOrder();
	const progress: Progress = { lastMs: Infinity };
	const pages = walkSubmissions(connection, filter, Infinity, walk.cursor);
	let beforeMs = walk.cursor === undefined ? Infinity : walk.placeMs;
	for (let isFirst = true; isFirst || !isLate(source); isFirst = false) {
		const { cursor } = walk;
		const sentAtMachineMs = Date.now();
		const { next, error } = await nextOf(pages);
		if (!next) return { ...progress, error };
		const serviceNowMs = connection.budget.serviceNowMs(sentAtMachineMs);
		const page = toPage(next, Math.min(beforeMs, serviceNowMs));
		const newest = page.submissions.at(0);
		const last = page.submissions.at(-1);
		// The cursor promised more submissions, so an empty last page is no answer to it.
		if (cursor !== undefined && !last && page.nextCursor === null) {
			return { ...progress, error: problem(source, 'cursorRefused'), isEmptyEnd: true };
		}
		if (!order.holdsFor(page.submissions)) throw problem(source, 'orderedDifferently');

		const { walk: after, fresh, over } = readPage(checkpoint, walk, page);
		Object.assign(walk, after);
		addKnown(checkpoint, fresh);
		found.push(fresh);
		if (newest) progress.newestMs ??= Math.min(newest.atMs, serviceNowMs);
		if (last) progress.lastMs = beforeMs = last.atMs;
		if (over) return { ...progress, over };
	}
	return progress;
}

async function nextOf(
	pages: AsyncGenerator<SubmissionPage>,
): Promise<{ next?: SubmissionPage; error?: unknown }> {
	try {
		const { done, value } = await pages.next();
		return done ? {} : { next: value };
	} catch (error) {
		return { error };
	}
}

function problem({ connection }: Source, situation: Situation): unknown {
	return connection.errorFor(situation);
}

/** Whether it is too late for another page. */
function isLate({ deadlineMs }: Source): boolean {
	return Date.now() + LAST_REQUEST_MS >= deadlineMs;
}
