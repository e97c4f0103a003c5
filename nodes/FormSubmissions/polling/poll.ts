import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING } from '../api/connection';
import { assertFormExists } from '../api/forms';
import { listPage } from '../api/submissions';
import { asNodeError, inputError, isSituation, isTemporary } from '../errors/errors';
import { nodeKeyOf } from '../general/nodeKey';
import type { Envelope } from '../state/nodeStates';
import { isScheduled, readPollState, writePollState } from '../state/pollState';
import { attemptsOf, isAsideDue, note, unstuck, type Attempts } from './attempts';
import { startingAt, type Checkpoint } from './checkpoint';
import { collect, collectAside, type Collected, type Source } from './collect';
import { toItems } from './items';
import { questionOf, readPollSettings } from './settings';
import { fromStored, toStored } from './storedCheckpoint';

/** Polls are at least a minute apart, and n8n gives up publishing after 84 seconds. */
const MIN_TIME_MS = 40_000;

/** The most that a poll takes where polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time n8n allows a poll is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** A poll in progress. */
type Run = {
	/** Whether n8n runs it itself, to publish the workflow or at its start. */
	isPublishing: boolean;
	/** Whether the workflow was published again, so that n8n discards what it returns. */
	isSuperseded: boolean;
	/** The state that it leaves. */
	left: Promise<Envelope | undefined>;
};

/** Polls in progress, by node. */
const running = new Map<string, Run>();

/** One poll. Returns what is new since the previous one, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[] | null> {
	if (context.getMode() === 'manual') return await newestAsSample(context);

	const nodeKey = nodeKeyOf(context);
	const isPublishing = isPublication(context);
	const before = running.get(nodeKey);
	// n8n begins a scheduled poll even if the previous one is still running.
	if (before && !isPublishing) return null;

	const run: Run = { isPublishing, isSuperseded: false, left: Promise.resolve(undefined) };
	const work = afterEarlier(before).then(async (left) => await pollOnce(context, run, left));
	run.left = work.then(
		({ state }) => state,
		() => undefined,
	);
	running.set(nodeKey, run);
	try {
		return (await work).items;
	} finally {
		if (running.get(nodeKey) === run) running.delete(nodeKey);
	}
}

/** Contexts that have polled before. */
const polled = new WeakSet<IPollFunctions>();

/**
 * n8n doesn't tell the node, but the poll that it runs to publish has a new context, which later
 * polls share. Polls run by the durable scheduler each have their own context and less time.
 */
function isPublication(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && !isScheduled(context);
}

/**
 * Waits for the poll of an earlier publication, so that polls of a node never overlap, and returns
 * the state it left. n8n discards what a scheduled one returns once the workflow is published again,
 * so that one ends early and leaves none. One that n8n runs itself to publish counts in any case.
 */
async function afterEarlier(before: Run | undefined): Promise<Envelope | undefined> {
	if (before) before.isSuperseded = !before.isPublishing;
	return await before?.left;
}

type Polled = { items: INodeExecutionData[] | null; state?: Envelope };

/** From what is stored to what is new and what is to be stored. */
async function pollOnce(context: IPollFunctions, run: Run, left?: Envelope): Promise<Polled> {
	const attempts = attemptsOf(nodeKeyOf(context));
	const deadlineMs = Date.now() + timeMs(context, attempts, run);
	attempts.beganAtMs = Date.now();
	const settings = readPollSettings(context);
	const audience = run.isPublishing ? 'publishing' : 'execution';
	const connection = await connect(context, { ...POLLING, deadlineMs, audience });
	const question = questionOf(context, settings.filter, connection.baseUrl);
	const stored = readStored(context, left, question);
	if (!stored && settings.form.id) await assertFormExists(connection, settings.form.id);

	const isSuperseded = () => run.isSuperseded;
	const source = { connection, filter: settings.filter, deadlineMs, isSuperseded };
	const checkpoint = stored ?? startingAt(question, settings.startFromMs);
	const collected = await collectAll(source, checkpoint, attempts, run);
	const canStart = run.isPublishing && stored !== undefined;
	if (collected.error !== undefined && !isSuperseded()) report(context, collected, canStart);
	const items = await toItems(connection, settings, collected.found);
	if (isSuperseded()) return { items: null };
	const state = writePollState(context, toStored(collected.checkpoint), items.length > 0);
	return { items: items.length > 0 ? items : null, state };
}

/** How long the poll may take. Where polls are further apart, a backlog needs more of the time. */
function timeMs(
	context: IPollFunctions,
	{ beganAtMs = Infinity }: Attempts,
	{ isPublishing }: Run,
): number {
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	const sinceLastMs = isPublishing ? 0 : Date.now() - beganAtMs;
	const wantedMs = Math.min(Math.max(MIN_TIME_MS, (sinceLastMs * 2) / 3), MAX_TIME_MS);
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

/** Undefined if nothing is stored, or if the form, a filter, or the workspace has changed. */
function readStored(
	context: IPollFunctions,
	left: Envelope | undefined,
	question: string,
): Checkpoint | undefined {
	const stored = readPollState(context, left);
	if (stored === undefined) return undefined;
	const checkpoint = fromStored(stored);
	if (checkpoint) return checkpoint.question === question ? checkpoint : undefined;
	throw inputError(
		context.getNode(),
		"This trigger's stored position can't be read, so it can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

/**
 * Makes the checkpoint's walk. Those put aside are tried once an hour, before anything else: if one
 * fails again, the poll returns nothing but the error, so that a person sees it.
 */
async function collectAll(
	source: Source,
	checkpoint: Checkpoint,
	attempts: Attempts,
	{ isPublishing }: Run,
): Promise<Collected> {
	let collected: Collected = { found: [], checkpoint: unstuck(checkpoint, attempts), pages: 0 };
	if (!isPublishing && isAsideDue(collected.checkpoint, attempts)) {
		collected = await collectAside(source, collected);
		attempts.asideFailedMs = collected.error === undefined ? undefined : Date.now();
		if (collected.error !== undefined) throw asideError(source, collected.error);
	}
	collected = await collect(source, collected);
	note(attempts, collected);
	return collected;
}

const ASIDE_ADVICE =
	"New submissions still run this workflow. Older ones behind this point can't be read; n8n tries again every hour.";

function asideError({ connection }: Source, error: unknown): Error {
	const nodeError = asNodeError(connection.context.getNode(), error);
	nodeError.description = [nodeError.description, ASIDE_ADVICE].filter(Boolean).join(' ');
	return nodeError;
}

/**
 * Submissions that were found before the error are returned, and the error is only logged: the next
 * poll continues from there, and fails if the problem persists. If none were found, n8n shows the
 * error, except for the rate limit, which a later poll gets past on its own. `canStart` is for the
 * poll that n8n takes for the start of a trigger, which it gives up after five errors.
 */
function report(
	context: IPollFunctions,
	{ error, found, checkpoint: { walk } }: Collected,
	canStart: boolean,
): void {
	const nodeError = asNodeError(context.getNode(), error);
	const hasNoStart = walk?.kind === 'start' && walk.startedMs === undefined;
	const mayPass = isSituation(error, 'rateLimited') || (canStart && isTemporary(error));
	if (hasNoStart || (found.length === 0 && !mayPass)) throw nodeError;
	context.logger.warn(
		`Form Submissions: the poll stopped early; the next one continues from there. ${nodeError.message}`,
	);
}

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
async function newestAsSample(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const settings = readPollSettings(context);
	const connection = await connect(context);
	const page = await listPage(connection, settings.filter, { limit: 1, cursor: undefined });
	const [newest] = page.submissions;
	if (newest) {
		return await toItems(connection, settings, [{ submission: newest, atMs: 0, isDated: true }]);
	}
	if (settings.form.id) await assertFormExists(connection, settings.form.id);
	throw inputError(
		context.getNode(),
		"There are no submissions yet to use as a sample. Submit the form once or change the filters, then click 'Fetch Test Event' again.",
	);
}
