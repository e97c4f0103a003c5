import type { Connection } from '../api/connection';
import { MAX_PAGE_SIZE } from '../api/limits';
import { NewestFirst } from '../api/newestFirst';
import { listPage, walkSubmissions } from '../api/submissions';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation } from '../errors/nodeErrors';
import { nodeInLog } from '../general/node';
import { TextLimit } from '../general/runTextLimit';
import { toPage, type Checkpoint, type Walk } from './checkpoint';
import { beginTop, readTopPage, type Arrival, type Failure, type Top } from './readingRules';

type List = { connection: Connection; filter: SubmissionFilter };

/** The most submissions that a reading of the top finds, if pages are as long as they were asked for. */
const MOST_FOUND = 1_000;

/**
 * Reads the top of the list, while it may go on. Throws if the first page can't be read, or if any page is in another
 * order.
 */
export async function readTop(
	{ connection, filter }: List,
	before: () => Checkpoint,
	mayGoOn: () => boolean,
): Promise<Top> {
	const text = new TextLimit();
	const order = new NewestFirst();
	const pages = walkSubmissions(connection, filter);
	let top = beginTop();
	while (!top.ending) {
		const sentAtMs = Date.now();
		const next = await pages.next().catch((error: unknown) => {
			if (!top.firstPage) throw error;
		});
		if (!next || next.done || !text.markArrived(next.value.textLength)) break;
		const arrival = arrivalOf(connection, next.value, {
			sentAtMs,
			beforeMs: top.walk.lastTimesMs.at(-1),
		});
		checkOrder(connection, order, arrival);
		const found = top.fresh.length;
		top = readTopPage(before(), top, arrival);
		if (top.fresh.length > found) text.keep();
		const isEnough = top.fresh.length + MAX_PAGE_SIZE > MOST_FOUND;
		if (isEnough || !mayGoOn() || !text.hasRoom()) break;
	}
	return top;
}

/** Asks for the next page of an unfinished walk; never throws. */
export async function askPage(
	{ connection, filter }: List,
	{ cursor, placeMs }: Walk,
): Promise<Arrival | Failure> {
	const { context } = connection;
	const sentAtMs = Date.now();
	try {
		const page = await listPage(connection, filter, { limit: MAX_PAGE_SIZE, cursor });
		const { submissions, nextCursor } = page;
		if (nextCursor !== null && nextCursor === cursor) throw connection.errorFor('repeatedCursor');
		if (cursor !== undefined && submissions.length === 0 && nextCursor === null) {
			const reason = connection.errorFor('cursorRefused');
			return { kind: 'emptyEnd', reason, machineNowMs: Date.now() };
		}
		const beforeMs = cursor === undefined ? undefined : placeMs;
		const arrival = arrivalOf(connection, page, { sentAtMs, beforeMs });
		checkOrder(connection, new NewestFirst(), arrival);
		return arrival;
	} catch (reason) {
		if (isSituation(reason, 'rateLimited')) return { kind: 'later' };
		if (!isSituation(reason, 'cursorRefused')) return { kind: 'failed', reason };
		context.logger.info(
			`${nodeInLog(context)}: the service no longer accepts the cursor where an earlier reading stopped, so this one searches for that place from the newest submission down`,
		);
		return { kind: 'lostCursor', reason };
	}
}

function arrivalOf(
	{ budget }: Connection,
	page: SubmissionPage,
	{ sentAtMs, beforeMs = Infinity }: { sentAtMs: number; beforeMs?: number },
): Arrival {
	const serviceNowMs = budget.serviceNowMs(sentAtMs);
	return {
		page: toPage(page, Math.min(beforeMs, serviceNowMs)),
		serviceNowMs,
		machineNowMs: Date.now(),
	};
}

function checkOrder(connection: Connection, order: NewestFirst, { page }: Arrival): void {
	if (!order.holdsFor(page.submissions)) throw connection.errorFor('orderedDifferently');
}
