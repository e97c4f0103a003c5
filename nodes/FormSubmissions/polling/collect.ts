import type { Connection } from '../api/connection';
import { ListOrder } from '../api/createdAt';
import { walkSubmissions } from '../api/submissions';
import type { SubmissionFilter, SubmissionPage } from '../api/types';
import { isSituation } from '../errors/nodeErrors';
import type { Situation } from '../errors/situations';
import { nodeInLog } from '../general/nodeInLog';
import { toPage, type Checkpoint } from './checkpoint';
import { readList, type Answer, type Reading, type Wanted } from './readList';

/** Where a poll reads, which submissions, and until when (Unix milliseconds, this machine's clock). */
export type Source = {
	connection: Connection;
	filter: SubmissionFilter;
	deadlineMs: number;
};

/** No request begins this close to the end of a poll (milliseconds). */
const LAST_REQUEST_MS = 2_000;

/** How long another request may still begin (milliseconds). */
export function timeLeftMs({ deadlineMs }: Source): number {
	return deadlineMs - LAST_REQUEST_MS - Date.now();
}

/**
 * Asks the service for the pages that a poll wants, while there is time. Throws if the newest
 * submissions can't be read, or if any page is in another order.
 */
export async function collect(source: Source, checkpoint: Checkpoint): Promise<Reading> {
	const poll = readList(checkpoint);
	let step = poll.next();
	let open: OpenWalk | undefined;
	let isOver = false;
	for (let isFirst = true; !step.done; isFirst = false) {
		const { cursor } = step.value;
		isOver ||= !isFirst && timeLeftMs(source) <= 0;
		if (cursor === undefined || cursor !== open?.nextCursor) open = openWalk(source, cursor);
		const answer: Answer = isOver ? { kind: 'over' } : await ask(source, open, step.value);
		// Without the newest submissions, the poll is none.
		if (isFirst && cursor === undefined && 'kind' in answer) throw answer.reason;
		if ('kind' in answer) {
			open = undefined;
			isOver ||= answer.kind === 'over';
		}
		step = poll.next(answer);
	}
	return step.value;
}

/** A walk whose pages are being read. */
type OpenWalk = {
	pages: AsyncGenerator<SubmissionPage>;
	order: ListOrder;
	/** Of its next page. */
	nextCursor?: string;
};

function openWalk({ connection, filter }: Source, cursor: string | undefined): OpenWalk {
	const pages = walkSubmissions(connection, filter, Infinity, cursor);
	return { pages, order: new ListOrder() };
}

/** The next page of a walk. Throws if it isn't in order. */
async function ask(source: Source, open: OpenWalk, wanted: Wanted): Promise<Answer> {
	const { connection } = source;
	const sentAtMs = Date.now();
	const { page, error } = await nextOf(open.pages);
	if (!page) return stopped(source, error, sentAtMs);
	const serviceNowMs = connection.budget.serviceNowMs(sentAtMs);
	const { submissions, nextCursor } = toPage(page, Math.min(wanted.beforeMs, serviceNowMs));
	if (wanted.cursor !== undefined && submissions.length === 0 && nextCursor === null) {
		return { kind: 'emptyEnd', reason: problem(source, 'cursorRefused') };
	}
	if (!open.order.holdsFor(submissions)) throw problem(source, 'orderedDifferently');
	open.nextCursor = nextCursor ?? undefined;
	return { page: { submissions, nextCursor }, serviceNowMs, machineNowMs: Date.now() };
}

async function nextOf(
	pages: AsyncGenerator<SubmissionPage>,
): Promise<{ page?: SubmissionPage; error?: unknown }> {
	try {
		const { done, value } = await pages.next();
		return done ? {} : { page: value };
	} catch (error) {
		return { error };
	}
}

/** What an error means for the poll. */
function stopped(source: Source, reason: unknown, sentAtMs: number): Answer {
	const { context, occasion } = source.connection;
	if (isSituation(reason, 'cursorRefused')) {
		context.logger.info(
			`${nodeInLog(context)}: the service no longer accepts the cursor where an earlier poll stopped, so this poll searches for that place from the newest submission down`,
		);
		return { kind: 'refused', reason };
	}
	// A request that only the end of the poll cut short shows nothing.
	const wasCutShort = timeLeftMs(source) <= 0 && Date.now() - sentAtMs < occasion.timeoutMs;
	const isOver = wasCutShort || isSituation(reason, 'rateLimited');
	return { kind: isOver ? 'over' : 'failed', reason };
}

function problem({ connection }: Source, situation: Situation): unknown {
	return connection.errorFor(situation);
}
