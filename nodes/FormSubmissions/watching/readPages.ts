import type { Connection } from '../api/connection';
import type { Occasion } from '../api/occasion';
import { isTopAgain, ListOrder, ListTop } from '../api/listOrder';
import { MAX_PAGE_SIZE, walkSubmissions } from '../api/submissions';
import type { Priority } from '../api/transport/budget';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation } from '../errors/nodeErrors';
import { nodeInLog } from '../general/node';
import { settledWithin } from '../general/time';
import { toPage, type Checkpoint, type KeyedSubmission } from './checkpoint';
import { HeldText } from './heldText';
import { planReading, type Answer, type Reading, type Wanted } from './readingRules';

export type ReadingLimits = {
	connection: Connection;
	filter: SubmissionFilter;
	/** When its last request may begin (Unix milliseconds, this machine's clock). */
	untilMs: number;
	/** The most submissions that it finds, if pages are as long as they were asked for. */
	most: number;
	latenessMs?: number;
	pace?: Pace;
};

type ReadingTask<Found> = ReadingLimits & {
	/** What becomes of the new submissions of a page; the submissions themselves aren't held. */
	toFound: (fresh: KeyedSubmission[]) => Promise<Found[]>;
};

/** What a reading came to. */
export type Ended = Omit<Reading, 'fresh'>;

/** With what became of all that is new: of each walk, newest first. */
export type Read<Found> = Ended & { found: Found[] };

/** How a reading shares its time between what is new at the top of the list and unfinished walks. */
export type Pace = {
	/** Whether it ends with the walk from the top, if that met something new. */
	endsWithNew: boolean;
	/** Whether an unfinished walk has its turn even if the time is over when the top is read. */
	alwaysGoesOn: boolean;
	/** The priority of what unfinished walks ask for, if it isn't that of the top. */
	priorityOfUnfinished?: Priority;
	/**
	 * If set, nobody waits beyond `untilMs` for a page of an unfinished walk: the walk that asked for it is
	 * kept here, and the next reading takes the page. If missing, the reading ends with that page.
	 */
	kept?: { walk?: OpenWalk };
};

/** That of a reading which nothing waits for. */
const UNHURRIED: Pace = { endsWithNew: false, alwaysGoesOn: false };

/**
 * Asks the service for the pages that a reading wants, while it may. Throws if the newest
 * submissions can't be read, or if any page is in another order.
 */
export async function readPages<Found>(
	task: ReadingTask<Found>,
	checkpoint: Checkpoint,
): Promise<Read<Found>> {
	const { pace = UNHURRIED } = task;
	const found: Found[] = [];
	const reading = planReading(checkpoint, task.latenessMs);
	let next = reading.next();
	let open: OpenWalk | undefined;
	let isOver = false;
	let wasTop = false;
	const text = new HeldText();
	for (let isFirst = true; !next.done; isFirst = false) {
		const { cursor, newSoFar, isTop } = next.value;
		isOver ||= pace.endsWithNew && wasTop && !isTop && newSoFar > 0;
		const isEnough = !isFirst && (isEnoughFor(task, next.value) || !text.hasRoom());
		wasTop = isTop && !isEnough;
		// A page that is under way goes first, even where the top's walk has just come to the same cursor.
		const isKept = cursor !== undefined && pace.kept?.walk?.nextCursor === cursor;
		if (!open || isKept || cursor === undefined || cursor !== open.nextCursor) {
			open = openWalk(task, cursor);
		}
		const mayAsk: boolean = !isOver && !isEnough;
		const answer: Answer = mayAsk ? await ask(task, open, next.value, text) : { kind: 'over' };
		// Without the newest submissions, the reading is none.
		if (isFirst && cursor === undefined && 'kind' in answer) throw answer.reason;
		if ('kind' in answer) {
			open = undefined;
			isOver ||= mayAsk && answer.kind === 'over';
		}
		next = reading.next(answer);
		if (!next.done && next.value.newSoFar > newSoFar) text.hold();
		found.push(...(await task.toFound(next.value.fresh)));
	}
	return { ...next.value, found };
}

function isEnoughFor(
	{ untilMs, most, pace = UNHURRIED }: ReadingLimits,
	{ newSoFar, isTop }: Wanted,
): boolean {
	const isLate = Date.now() >= untilMs && (isTop || !pace.alwaysGoesOn);
	return newSoFar + MAX_PAGE_SIZE > most || isLate;
}

type Arrived = { page?: SubmissionPage; error?: unknown };

type OpenWalk = {
	pages: AsyncGenerator<SubmissionPage>;
	order: ListOrder;
	/** Of a walk from the top: a page that has it again isn't where it ends. */
	top?: ListTop;
	nextCursor?: string;
	/** That page, if it was asked for and nobody has waited for it. */
	underWay?: Promise<Arrived>;
};

function openWalk(
	{ connection, filter, pace = UNHURRIED }: ReadingLimits,
	cursor: string | undefined,
): OpenWalk {
	const kept = pace.kept?.walk;
	if (cursor !== undefined && kept?.nextCursor === cursor) return kept;
	const { priority } = connection.occasion;
	const occasion: Occasion = {
		...connection.occasion,
		priority: cursor === undefined ? priority : (pace.priorityOfUnfinished ?? priority),
	};
	const pages = walkSubmissions({ ...connection, occasion }, filter, Infinity, cursor);
	return { pages, order: new ListOrder(), nextCursor: cursor };
}

async function ask(
	task: ReadingLimits,
	open: OpenWalk,
	wanted: Wanted,
	text: HeldText,
): Promise<Answer> {
	const { connection, pace = UNHURRIED, untilMs } = task;
	const { kept } = pace;
	const sentAtMs = Date.now();
	const arriving = open.underWay ?? nextOf(open.pages);
	if (kept && !wanted.isTop && wanted.cursor !== undefined) {
		open.underWay = arriving;
		kept.walk = open;
		if (!(await settledWithin(arriving, untilMs - sentAtMs))) return { kind: 'over' };
		open.underWay = kept.walk = undefined;
	}
	const { page, error } = await arriving;
	if (!page) return stopped(task, error, sentAtMs);
	if (open.top?.isIn(page.submissions)) throw connection.errorFor('startsAgain');
	if (wanted.cursor === undefined) open.top = new ListTop(page.submissions);
	if (!text.noteArrived(page.textLength)) return { kind: 'over' };
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMs);
	const { submissions, nextCursor } = toPage(page, Math.min(wanted.beforeMs, serviceNowMs));
	if (wanted.cursor !== undefined && submissions.length === 0 && nextCursor === null) {
		return { kind: 'emptyEnd', reason: connection.errorFor('cursorRefused') };
	}
	if (!open.order.holdsFor(submissions)) {
		throw connection.errorFor(isTopAgain(submissions) ? 'startsAgain' : 'orderedDifferently');
	}
	open.nextCursor = nextCursor ?? undefined;
	return { page: { submissions, nextCursor }, serviceNowMs, machineNowMs: Date.now() };
}

async function nextOf(pages: AsyncGenerator<SubmissionPage>): Promise<Arrived> {
	try {
		const { done, value } = await pages.next();
		return done ? {} : { page: value };
	} catch (error) {
		return { error };
	}
}

/** What an error means for the reading. */
function stopped(
	{ connection, untilMs }: ReadingLimits,
	reason: unknown,
	sentAtMs: number,
): Answer {
	const { context, occasion } = connection;
	if (isSituation(reason, 'cursorRefused')) {
		context.logger.info(
			`${nodeInLog(context)}: the service no longer accepts the cursor where an earlier reading stopped, so this one searches for that place from the newest submission down`,
		);
		return { kind: 'refused', reason };
	}
	// A request that only the end of the reading cut short shows nothing.
	const wasCutShort = Date.now() >= untilMs && Date.now() - sentAtMs < occasion.timeoutMs;
	const isOver =
		(occasion.deadlineMs !== undefined && wasCutShort) || isSituation(reason, 'rateLimited');
	return { kind: isOver ? 'over' : 'failed', reason };
}
