import type { Connection } from '../api/connection';
import type { Occasion } from '../api/occasion';
import { ListOrder } from '../api/listOrder';
import { MAX_PAGE_SIZE, walkSubmissions } from '../api/submissions';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation } from '../errors/nodeErrors';
import { nodeInLog } from '../general/node';
import { settledWithin } from '../general/time';
import { toPage, type Checkpoint } from './checkpoint';
import { readList, type Answer, type Reading, type Wanted } from './readingRules';

export type ReadingTask = {
	connection: Connection;
	filter: SubmissionFilter;
	/** When its last request may begin (Unix milliseconds, this machine's clock). */
	untilMs: number;
	/** The most submissions that it finds, if pages are as long as they were asked for. */
	most: number;
	latenessMs?: number;
	/** If it is one of many steps, the next of which follows at once. */
	step?: Step;
};

/**
 * A step that finds something at the top of the list ends there. A page of an unfinished walk that isn't
 * there by `untilMs` is left to the next steps, which ask for the top meanwhile.
 */
export type Step = { left?: OpenWalk };

/**
 * Asks the service for the pages that a reading wants, while it may. Throws if the newest
 * submissions can't be read, or if any page is in another order.
 */
export async function collect(task: ReadingTask, checkpoint: Checkpoint): Promise<Reading> {
	const reading = readList(checkpoint, task.latenessMs);
	let next = reading.next();
	let open: OpenWalk | undefined;
	let isOver = false;
	let wasTop = false;
	for (let isFirst = true; !next.done; isFirst = false) {
		const { cursor, found, isTop } = next.value;
		isOver ||= task.step !== undefined && wasTop && !isTop && found > 0;
		const isEnough = !isFirst && isEnoughFor(task, next.value);
		wasTop = isTop && !isEnough;
		if (!open || cursor === undefined || cursor !== open.nextCursor) open = openWalk(task, cursor);
		const mayAsk: boolean = !isOver && !isEnough;
		const answer: Answer = mayAsk ? await ask(task, open, next.value) : { kind: 'over' };
		// Without the newest submissions, the reading is none.
		if (isFirst && cursor === undefined && 'kind' in answer) throw answer.reason;
		if ('kind' in answer) {
			open = undefined;
			isOver ||= mayAsk && answer.kind === 'over';
		}
		next = reading.next(answer);
	}
	return next.value;
}

function isEnoughFor({ untilMs, most, step }: ReadingTask, { found, isTop }: Wanted): boolean {
	const isLate = Date.now() >= untilMs;
	// In a step, an unfinished walk has its turn even then.
	return found + MAX_PAGE_SIZE > most || (isLate && (isTop || step === undefined));
}

type Arrived = { page?: SubmissionPage; error?: unknown };

type OpenWalk = {
	pages: AsyncGenerator<SubmissionPage>;
	order: ListOrder;
	nextCursor?: string;
	/** That page, if it was asked for and nobody has waited for it. */
	underWay?: Promise<Arrived>;
};

function openWalk({ connection, filter, step }: ReadingTask, cursor: string | undefined): OpenWalk {
	const left = step?.left;
	if (cursor !== undefined && left?.nextCursor === cursor) return left;
	// A backlog leaves some of the rate limit to what is new at the top.
	const occasion: Occasion =
		step && cursor !== undefined
			? { ...connection.occasion, priority: 'walk' }
			: connection.occasion;
	const pages = walkSubmissions({ ...connection, occasion }, filter, Infinity, cursor);
	return { pages, order: new ListOrder(), nextCursor: cursor };
}

async function ask(task: ReadingTask, open: OpenWalk, wanted: Wanted): Promise<Answer> {
	const { connection, step, untilMs } = task;
	const sentAtMs = Date.now();
	const arriving = open.underWay ?? nextOf(open.pages);
	if (step && !wanted.isTop && wanted.cursor !== undefined) {
		open.underWay = arriving;
		step.left = open;
		if (!(await settledWithin(arriving, untilMs - sentAtMs))) return { kind: 'over' };
		open.underWay = step.left = undefined;
	}
	const { page, error } = await arriving;
	if (!page) return stopped(task, error, sentAtMs);
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMs);
	const { submissions, nextCursor } = toPage(page, Math.min(wanted.beforeMs, serviceNowMs));
	if (wanted.cursor !== undefined && submissions.length === 0 && nextCursor === null) {
		return { kind: 'emptyEnd', reason: connection.errorFor('cursorRefused') };
	}
	if (!open.order.holdsFor(submissions)) throw connection.errorFor('orderedDifferently');
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
function stopped({ connection, untilMs }: ReadingTask, reason: unknown, sentAtMs: number): Answer {
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
