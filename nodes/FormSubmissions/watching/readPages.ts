import type { Connection } from '../api/connection';
import { isTopAgain, ListTop, NewestFirst } from '../api/newestFirst';
import { MAX_PAGE_SIZE, walkSubmissions } from '../api/submissions';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation } from '../errors/nodeErrors';
import { MemoryLimit } from '../general/memoryLimit';
import { nodeInLog } from '../general/node';
import { toPage, type KeyedSubmission } from './checkpoint';
import type { Answer, Plan, Reading, Wanted } from './readingRules';

export type ReadingLimits = {
	connection: Connection;
	filter: SubmissionFilter;
	/** When its last request may begin (Unix milliseconds, this machine's clock). */
	untilMs: number;
	/** The most submissions that it finds, if pages are as long as they were asked for. */
	most: number;
};

type ReadingTask<Found> = ReadingLimits & {
	/** What becomes of the new submissions of a page; the submissions themselves aren't held. */
	toFound: (fresh: KeyedSubmission[]) => Promise<Found[]>;
	/** What came of the first page that it wants, if that was asked for before: then it has no other. */
	asked?: Asked;
};

/** What a reading came to. */
export type Ended = Omit<Reading, 'fresh'>;

/** With what became of all that is new: of each walk, newest first. */
export type Read<Found> = Ended & { found: Found[] };

/** A page that was asked for: when (Unix milliseconds), and what came of that. */
export type Asked = { sentAtMs: number; page?: SubmissionPage; error?: unknown };

/**
 * Asks the service for the pages that a reading wants, while it may. Throws if the newest
 * submissions can't be read, or if any page is in another order.
 */
export async function readPages<Found>(task: ReadingTask<Found>, plan: Plan): Promise<Read<Found>> {
	const found: Found[] = [];
	const text = new MemoryLimit();
	let next = plan.next();
	let walk: OpenWalk | undefined;
	let isOver = false;
	let count = 0;
	for (let isFirst = true; !next.done; isFirst = false) {
		const { cursor } = next.value;
		isOver ||= !isFirst && (isEnough(task, count) || !text.hasRoom());
		if (!walk || cursor === undefined || cursor !== walk.nextCursor) walk = openWalk(task, cursor);
		const answer: Answer = isOver
			? { kind: 'over' }
			: await ask(task, walk, next.value, { text, asked: isFirst ? task.asked : undefined });
		// Without the newest submissions, the reading is none.
		if (isFirst && cursor === undefined && 'kind' in answer) throw answer.reason;
		if ('kind' in answer) walk = undefined;
		isOver ||= task.asked !== undefined || ('kind' in answer && answer.kind === 'over');
		next = plan.next(answer);
		const { fresh } = next.value;
		if (fresh.length > 0) text.keep();
		count += fresh.length;
		found.push(...(await task.toFound(fresh)));
	}
	return { ...next.value, found };
}

function isEnough({ untilMs, most }: ReadingLimits, count: number): boolean {
	return count + MAX_PAGE_SIZE > most || Date.now() >= untilMs;
}

type OpenWalk = {
	pages: AsyncGenerator<SubmissionPage>;
	order: NewestFirst;
	/** Of a walk from the top: a page that has it again isn't where it ends. */
	top?: ListTop;
	nextCursor?: string;
};

function openWalk({ connection, filter }: ReadingLimits, cursor: string | undefined): OpenWalk {
	const pages = walkSubmissions(connection, filter, Infinity, cursor);
	return { pages, order: new NewestFirst(), nextCursor: cursor };
}

/** Asks for the page behind a cursor; never throws. */
export async function askPage(
	task: Pick<ReadingLimits, 'connection' | 'filter'>,
	cursor: string | undefined,
): Promise<Asked> {
	return await askNext(walkSubmissions(task.connection, task.filter, Infinity, cursor));
}

async function askNext(pages: AsyncGenerator<SubmissionPage>): Promise<Asked> {
	const sentAtMs = Date.now();
	try {
		const { done, value } = await pages.next();
		return done ? { sentAtMs } : { sentAtMs, page: value };
	} catch (error) {
		return { sentAtMs, error };
	}
}

async function ask(
	task: ReadingLimits,
	walk: OpenWalk,
	wanted: Wanted,
	{ text, asked }: { text: MemoryLimit; asked?: Asked },
): Promise<Answer> {
	const { connection } = task;
	const { sentAtMs, page, error } = asked ?? (await askNext(walk.pages));
	if (!page) return stopped(task, error, sentAtMs);
	if (!text.noteArrived(page.textLength)) return { kind: 'over' };
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMs);
	const { submissions, nextCursor } = toPage(page, Math.min(wanted.beforeMs, serviceNowMs));
	if (wanted.cursor !== undefined && submissions.length === 0 && nextCursor === null) {
		return { kind: 'emptyEnd', reason: connection.errorFor('cursorRefused') };
	}
	if (walk.top?.isIn(page.submissions)) throw connection.errorFor('startsAgain');
	if (wanted.cursor === undefined) walk.top = new ListTop(page.submissions);
	if (!walk.order.holdsFor(submissions)) {
		throw connection.errorFor(isTopAgain(submissions) ? 'startsAgain' : 'orderedDifferently');
	}
	walk.nextCursor = nextCursor ?? undefined;
	return { page: { submissions, nextCursor }, serviceNowMs, machineNowMs: Date.now() };
}

/** What an error means for the reading. */
function stopped(
	{ connection, untilMs }: ReadingLimits,
	reason: unknown,
	sentAtMs: number,
): Answer {
	const { context, timeLimits } = connection;
	if (isSituation(reason, 'cursorRefused')) {
		context.logger.info(
			`${nodeInLog(context)}: the service no longer accepts the cursor where an earlier reading stopped, so this one searches for that place from the newest submission down`,
		);
		return { kind: 'refused', reason };
	}
	// A request that only the end of the reading cut short shows nothing.
	const wasCutShort = Date.now() >= untilMs && Date.now() - sentAtMs < timeLimits.timeoutMs;
	const isOver =
		(timeLimits.deadlineMs !== undefined && wasCutShort) || isSituation(reason, 'rateLimited');
	return { kind: isOver ? 'over' : 'failed', reason };
}
