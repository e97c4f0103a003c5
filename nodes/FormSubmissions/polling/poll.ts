import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING } from '../api/connection';
import { asNodeError, inputError, isSituation } from '../errors/errors';
import { nodeKeyOf } from '../general/nodeKey';
import { triggerParameters } from '../parameters/reader';
import { readTime } from '../parameters/readTime';
import { readOptions } from '../parameters/rowOptions';
import { readPollState, writePollState } from '../state/pollState';
import { startingAt, startingNow, type Checkpoint } from './checkpoint';
import { collect, type Collected } from './collect';
import { fromFirstVersion } from './firstVersion';
import { audienceOf } from './pollAudience';
import { isFirstVersionAnswer, readQuestion, type Question } from './question';
import { toItems } from './rows';
import { newestAsSample } from './sample';
import { fromStored, toStored } from './storedCheckpoint';

/** Polls are at least a minute apart, and n8n gives up publishing after 84 seconds. */
const LONGEST_POLL_MS = 40_000;

/** How much of the time n8n allows a poll is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** A poll in progress. After n8n has published the workflow again, it polls with another context. */
type Running = { context: IPollFunctions; isSuperseded: boolean };

/** Polls in progress, by node: n8n begins a poll even if the previous one is still running. */
const running = new Map<string, Running>();

/** One poll. Returns what is new since the previous one, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	if (context.getMode() === 'manual') return await newestAsSample(context);

	const node = nodeKeyOf(context);
	const before = running.get(node);
	if (before) {
		before.isSuperseded ||= before.context !== context;
		return null;
	}
	const current: Running = { context, isSuperseded: false };
	running.set(node, current);
	try {
		return await pollOnce(context, current);
	} finally {
		running.delete(node);
	}
}

async function pollOnce(
	context: IPollFunctions,
	current: Running,
): Promise<INodeExecutionData[] | null> {
	const deadlineMs = Date.now() + budgetMs(context);
	const patience = { ...POLLING, deadlineMs, audience: audienceOf(context) };
	const connection = await connect(context, patience);
	const question = readQuestion(context, connection.baseUrl);
	const checkpoint = readCheckpoint(context, question);

	const source = { connection, filter: question.filter, deadlineMs };
	const collected = await collect(source, checkpoint);
	if (collected.error !== undefined) report(context, collected);
	const items = await toItems(context, connection, collected.found);
	const hasRows = items.length > 0;
	writePollState(context, toStored(collected.checkpoint), {
		isSuperseded: current.isSuperseded,
		hasRows,
	});
	return hasRows ? items : null;
}

/** If the form, a filter, or the workspace has changed, this poll is a first poll again. */
function readCheckpoint(context: IPollFunctions, question: Question): Checkpoint {
	const stored = readPollState(context);
	if (stored === undefined) return start(context, question);
	const known = isFirstVersionAnswer(stored, question)
		? fromFirstVersion(stored, question.name)
		: fromStored(stored);
	if (known) return known.question === question.name ? known : start(context, question);
	throw inputError(
		context.getNode(),
		"This trigger's stored position can't be read, so it can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

function start(context: IPollFunctions, { name }: Question): Checkpoint {
	const { startFrom } = readOptions(triggerParameters(context));
	const fromMs = readTime(context, startFrom, "The option 'Start From'");
	return fromMs === undefined ? startingNow(name) : startingAt(name, fromMs);
}

/**
 * Submissions that were found before the error are returned, and the error is only logged: the next
 * poll continues from there, and fails if the problem persists. If none were found, n8n shows the
 * error, except for the rate limit, which the next poll gets past on its own.
 */
function report(context: IPollFunctions, { error, found, checkpoint }: Collected): void {
	const hasStarted = checkpoint.walks.every(({ kind, cursor }) => kind !== 'start' || cursor);
	const nodeError = asNodeError(context.getNode(), error);
	if (!hasStarted || (found.length === 0 && !isSituation(error, 'rateLimited'))) throw nodeError;
	context.logger.warn(
		`Form Submissions: the poll stopped early; the next one continues from there. ${nodeError.message}`,
	);
}

function budgetMs(context: IPollFunctions): number {
	const allowedMs = context.getPollBudgetMs?.() ?? Infinity;
	return Math.min(LONGEST_POLL_MS, Math.max(1_000, allowedMs - HAND_OVER_MS));
}
