import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toId, toSubmissionFilter, type FilterValues } from '../parameters/fields';
import { readTime } from '../parameters/readTime';
import { simplifySubmission } from '../rows/submissionRow';
import { connect, POLLING, type Connection } from '../api/connection';
import type { TimedSubmission } from '../api/createdAt';
import { asNodeError, inputError, isSituation } from '../errors/errors';
import { LARGEST_PAGE } from '../api/pages';
import { listPage, walkSubmissions } from '../api/submissions';
import type { SubmissionFilter } from '../api/types';
import {
	advance,
	baseline,
	isDeepLookDue,
	MOST_BACKLOGS,
	readCheckpoint,
	readWalkPage,
	restOf,
	startingAt,
	walkFromNewest,
	type Backlog,
	type Checkpoint,
	type Walk,
} from './checkpoint';

/** Polls come a minute apart at the least, and publishing ends after 84 seconds. */
const LONGEST_POLL_MS = 40_000;

/** Part of the time n8n allows a poll that is kept for handing over (milliseconds). */
const HAND_OVER_MS = 5_000;

/** Nodes that are being polled: n8n begins the next poll even if the one before still runs. */
const polling = new Set<string>();

type Question = { filter: SubmissionFilter; name: string };

/** One poll: what is new since the one before, oldest first; null where there is nothing. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	const question = readQuestion(context);
	if (context.getMode() === 'manual') return await newestAsSample(context, question);

	const node = `${context.getWorkflow().id}\n${context.getNode().id}`;
	if (polling.has(node)) return null;
	polling.add(node);
	try {
		return await pollSince(context, question);
	} finally {
		polling.delete(node);
	}
}

async function pollSince(
	context: IPollFunctions,
	question: Question,
): Promise<INodeExecutionData[] | null> {
	const data = context.getWorkflowStaticData('global');
	const nodeId = context.getNode().id;
	const deadlineMs = Date.now() + budgetMs(context);
	const connection = await connect(context, { ...POLLING, deadlineMs });

	const stored = readCheckpoint(data[nodeId], question.name);
	if (stored.kind === 'unreadable') {
		throw inputError(
			context.getNode(),
			"What this trigger remembered of its last look can't be read, so it does not know which submissions are new. Delete the node, add a new one and set its option Start From to the time since which submissions may be missing.",
		);
	}
	const startFromMs = readStartFrom(context);
	if (stored.kind === 'none' && startFromMs === undefined) {
		const page = await listPage(connection, question.filter, {
			limit: LARGEST_PAGE,
			cursor: undefined,
		});
		data[nodeId] = baseline(question.name, page, Date.now());
		return null;
	}
	const checkpoint =
		stored.kind === 'found' ? stored.checkpoint : startingAt(question.name, startFromMs ?? 0);
	const { given, next } = await collect(connection, question, checkpoint, deadlineMs);
	const items = toItems(context, given);
	data[nodeId] = next;
	return items.length > 0 ? items : null;
}

/** Walks down from the newest, then on with what earlier polls had no time for. */
async function collect(
	connection: Connection,
	{ filter }: Question,
	checkpoint: Checkpoint,
	deadlineMs: number,
): Promise<{ given: TimedSubmission[]; next: Checkpoint }> {
	const given: TimedSubmission[] = [];
	const left: Backlog[] = [];
	const nowMs = Date.now();
	const isDeep = isDeepLookDue(checkpoint, nowMs);
	let { deepLookAtMs } = checkpoint;
	const walkOn = async (walk: Walk | Backlog, endsAtKnownPage: boolean) => {
		const result = await walkDown(connection, filter, walk, endsAtKnownPage, deadlineMs);
		given.push(...result.fresh);
		if (result.rest) left.push(result.rest);
		return result;
	};

	if (checkpoint.backlogs.length < MOST_BACKLOGS) {
		const { hasLooked } = await walkOn(walkFromNewest(checkpoint), !isDeep);
		if (isDeep && hasLooked) deepLookAtMs = nowMs;
	}
	for (const backlog of checkpoint.backlogs) await walkOn(backlog, false);
	return { given, next: advance(checkpoint, given, left, deepLookAtMs, nowMs) };
}

type WalkResult = { fresh: TimedSubmission[]; rest?: Backlog; hasLooked: boolean };

/** Walks until the end, or until the time is up: then `rest` says where to go on. */
async function walkDown(
	connection: Connection,
	filter: SubmissionFilter,
	walk: Walk | Backlog,
	endsAtKnownPage: boolean,
	deadlineMs: number,
	isFromNewest = !('cursor' in walk),
): Promise<WalkResult> {
	const fresh: TimedSubmission[] = [];
	const backlog = 'cursor' in walk ? walk : undefined;
	const startCursor = isFromNewest ? undefined : backlog?.cursor;
	let cursor = startCursor;
	let hasLooked = false;
	let seenMs = isFromNewest || !backlog ? Date.now() : backlog.lastMs;
	const untilNextPoll = (): WalkResult => ({
		fresh,
		hasLooked,
		rest: hasLooked && cursor !== undefined ? restOf(walk, fresh, cursor, seenMs) : backlog,
	});
	if (Date.now() >= deadlineMs) return untilNextPoll();
	try {
		for await (const page of walkSubmissions(connection, filter, Infinity, startCursor)) {
			hasLooked = true;
			const read = readWalkPage(walk, page, endsAtKnownPage && fresh.length === 0, seenMs);
			fresh.push(...read.fresh);
			seenMs = read.seenMs;
			if (read.isDone || page.nextCursor === null) return { fresh, hasLooked };
			cursor = page.nextCursor;
			if (Date.now() >= deadlineMs) return untilNextPoll();
		}
	} catch (error) {
		const isCursorRefused = !hasLooked && !isFromNewest && isSituation(error, 'badRequest');
		if (isCursorRefused) {
			connection.context.logger.info(
				'Form Submissions: the service no longer accepts where an earlier poll stopped, so the list is walked from its start to there',
			);
			return await walkDown(connection, filter, walk, false, deadlineMs, true);
		}
		// No time to wait for the rate limit: the next poll goes on at the cursor.
		if (!isSituation(error, 'rateLimited')) {
			throw asNodeError(connection.context.getNode(), error);
		}
		connection.context.logger.info(
			'Form Submissions: the rate limit of the API key is used up, the next poll goes on from here',
		);
		return untilNextPoll();
	}
	return { fresh, hasLooked };
}

async function newestAsSample(
	context: IPollFunctions,
	{ filter }: Question,
): Promise<INodeExecutionData[]> {
	const page = await listPage(await connect(context), filter, { limit: 1, cursor: undefined });
	const [newest] = page.submissions;
	if (!newest) {
		throw inputError(
			context.getNode(),
			'There is no submission yet that could serve as a sample. Submit the form once, or choose other filters, and fetch again.',
		);
	}
	return toItems(context, [{ submission: newest, atMs: 0 }]);
}

function toItems(context: IPollFunctions, given: TimedSubmission[]): INodeExecutionData[] {
	const simplify = context.getNodeParameter('simplify', true) as boolean;
	// The list is newest first; sorting keeps the order of equal times.
	const oldestFirst = [...given].reverse().sort((a, b) => a.atMs - b.atMs);
	return oldestFirst.map(({ submission }) => ({
		json: simplify ? simplifySubmission(submission) : (submission as IDataObject),
	}));
}

function readQuestion(context: IPollFunctions): Question {
	const formId = toId(context.getNodeParameter('formId', '', { extractValue: true }));
	const filters = context.getNodeParameter('filters', {}) as FilterValues;
	const filter = toSubmissionFilter(formId, filters);
	const statuses = [...(filter.statuses ?? [])].sort();
	return { filter, name: JSON.stringify([formId, statuses, filter.includeTest === true]) };
}

function readStartFrom(context: IPollFunctions): number | undefined {
	const { startFrom } = context.getNodeParameter('options', {}) as { startFrom?: unknown };
	return readTime(context, startFrom, 'The option Start From');
}

function budgetMs(context: IPollFunctions): number {
	const allowedMs = context.getPollBudgetMs?.() ?? Infinity;
	return Math.min(LONGEST_POLL_MS, Math.max(1_000, allowedMs - HAND_OVER_MS));
}
