import type { Connection } from '../api/connection';
import { addTimes, type TimedSubmission } from '../api/createdAt';
import { walkSubmissions } from '../api/pages';
import type { SubmissionFilter } from '../api/types';
import { isAboutKey, isSituation, isTemporary } from '../errors';
import { advance, advanceAside, walkOf, type Advance, type Checkpoint } from './checkpoint';
import { LATEST_MS } from './territory';
import { begunAgain, continued, type Walk, type WalkedPage } from './walk';

/** A walk that begins again in every poll and gains fewer new submissions per page gets nowhere. */
const MIN_GAIN = 10;

/** Where a poll fetches submissions, which ones, and until when (Unix milliseconds). */
export type Source = {
	connection: Connection;
	filter: SubmissionFilter;
	deadlineMs: number;
	/** Whether the poll's outcome is no longer wanted. */
	isSuperseded: () => boolean;
};

/** What a poll has found so far. */
export type Collected = {
	/** The new submissions, in the order of the list. */
	found: TimedSubmission[];
	checkpoint: Checkpoint;
	pages: number;
	/** What stopped the poll early, unless its time was up. */
	error?: unknown;
	/** Whether not even the newest submissions could be read. */
	isListUnreadable?: boolean;
};

/** Begins a walk, or continues the checkpoint's. If that ends in time, the next one follows. */
export async function collect(source: Source, before: Collected): Promise<Collected> {
	const walk = walkOf(before.checkpoint, Date.now());
	const collected = await follow(source, before, walk, advance);
	const isOver = collected.checkpoint.walk === undefined && collected.error === undefined;
	return walk.cursor !== undefined && isOver ? await collect(source, collected) : collected;
}

/** Continues the walk put aside at this index. */
export async function collectAside(
	source: Source,
	before: Collected,
	index: number,
): Promise<Collected> {
	const walk = before.checkpoint.aside[index]?.walk;
	const step: Step = (checkpoint, latest, page) => advanceAside(checkpoint, index, latest, page);
	return walk ? await follow(source, before, continued(walk), step) : before;
}

type Step = (checkpoint: Checkpoint, walk: Walk, page: WalkedPage) => Advance;

/**
 * Follows a walk until it is over, its time is up, or a request fails. If the service no longer
 * accepts its cursor, it begins again from the newest submission, once.
 */
async function follow(
	source: Source,
	before: Collected,
	walk: Walk,
	step: Step,
): Promise<Collected> {
	const { connection } = source;
	const first = await fetchPages(source, before, { ...walk, hasBegunAgain: false }, step);
	const { error } = first;
	const hasPages = walk.cursor === undefined || first.pages > before.pages;
	if (hasPages || error === undefined || isAboutKey(error)) return first;

	connection.context.logger.info(
		'Form Submissions: the service no longer accepts the cursor where the last poll stopped, so this poll reads the list from the start',
	);
	const again = await fetchPages(source, before, begunAgain(walk), step);
	if (again.pages === before.pages) return { ...again, error: again.error ?? error };
	const gained = (again.found.length - before.found.length) / (again.pages - before.pages);
	const isCut = isTimeUp(source) || again.error !== undefined;
	if (!walk.hasBegunAgain || !isCut || gained >= MIN_GAIN) return again;
	const expired = connection.fail({ situation: 'cursorsExpire', subject: 'submissions' });
	const refused = isTemporary(error) ? error : expired;
	const stopped = isSituation(again.error, 'rateLimited') ? undefined : again.error;
	return { ...before, error: stopped ?? refused };
}

async function fetchPages(
	source: Source,
	before: Collected,
	begun: Walk,
	step: Step,
): Promise<Collected> {
	const { connection, filter } = source;
	const { budget } = connection;
	let collected = before;
	let walk = begun;
	let startedMs = Date.now();
	if (isTimeUp(source)) return before;
	try {
		for await (const page of walkSubmissions(connection, filter, Infinity, begun.cursor)) {
			const advanced = step(collected.checkpoint, walk, {
				submissions: addTimes(page.submissions, walk.lastTimesMs.at(-1) ?? LATEST_MS),
				nextCursor: page.nextCursor,
				requestedMs: budget.serviceNowMs(startedMs),
				arrivedMs: budget.serviceNowMs(Date.now()),
				machineMs: Date.now(),
			});
			const found = [...collected.found, ...advanced.fresh];
			collected = { found, checkpoint: advanced.checkpoint, pages: collected.pages + 1 };
			if (!advanced.walk || isTimeUp(source)) break;
			walk = advanced.walk;
			startedMs = Date.now();
		}
	} catch (error) {
		const hasPages = collected.pages > before.pages;
		// A request that only ran out of the poll's time says nothing about its place in the list.
		if (hasPages && isTimeUp(source)) return collected;
		return { ...collected, error, isListUnreadable: begun.cursor === undefined && !hasPages };
	}
	return collected;
}

function isTimeUp({ deadlineMs, isSuperseded }: Source): boolean {
	// A timer may fire a millisecond early.
	return Date.now() + 1 >= deadlineMs || isSuperseded();
}
