import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING } from '../api/connection';
import { asNodeError, inputError, isSituation } from '../errors/errors';
import { triggerParameters } from '../parameters/reader';
import { readTime } from '../parameters/readTime';
import { readCollection } from '../parameters/values';
import { readPollState, writePollState } from '../state/pollState';
import { startingAt, startingNow, type Checkpoint } from './checkpoint';
import { collect, type Collected } from './collect';
import { fromFirstVersion } from './firstVersion';
import { audienceOf } from './pollAudience';
import { isFirstVersionAnswer, readQuestion, type Question } from './question';
import { toItems } from './rows';
import { newestAsSample } from './sample';
import { fromStored, toStored } from './storedCheckpoint';

/** Polls come a minute apart at the least, and publishing ends after 84 seconds. */
const LONGEST_POLL_MS = 40_000;

/** Part of the time n8n allows a poll that is kept for handing over (milliseconds). */
const HAND_OVER_MS = 5_000;

/** A poll in progress; n8n polls with another context where it has published the workflow again. */
type Running = { context: IPollFunctions; isSuperseded: boolean };

/** Nodes that are being polled: n8n begins the next poll even if the one before still runs. */
const running = new Map<string, Running>();

/** One poll: what is new since the one before, oldest first; null where there is nothing. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	if (context.getMode() === 'manual') return await newestAsSample(context);

	const node = `${context.getWorkflow().id}\n${context.getNode().id}`;
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

/** Another form, filter or workspace starts anew, as the first poll does. */
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
	const { value } = triggerParameters(context);
	const { startFrom } = readCollection(context, value('options'), { name: "'Options'" });
	const fromMs = readTime(context, startFrom, "The option 'Start From'");
	return fromMs === undefined ? startingNow(name) : startingAt(name, fromMs);
}

/**
 * What was found is handed over, whatever came after it: the next poll goes on from there, and meets
 * what is still in the way. Where nothing was found, that is what n8n shows; only for want of
 * requests the next poll goes on without anybody's doing.
 */
function report(context: IPollFunctions, { error, found, checkpoint }: Collected): void {
	const hasStarted = checkpoint.walks.every(({ kind, cursor }) => kind !== 'start' || cursor);
	const nodeError = asNodeError(context.getNode(), error);
	if (!hasStarted || (found.length === 0 && !isSituation(error, 'rateLimited'))) throw nodeError;
	context.logger.warn(`Form Submissions: the next poll goes on from here. ${nodeError.message}`);
}

function budgetMs(context: IPollFunctions): number {
	const allowedMs = context.getPollBudgetMs?.() ?? Infinity;
	return Math.min(LONGEST_POLL_MS, Math.max(1_000, allowedMs - HAND_OVER_MS));
}
