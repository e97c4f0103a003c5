import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING, type Connection } from '../api/connection';
import { assertFormExists } from '../api/forms';
import { addTimes, type TimedSubmission } from '../api/createdAt';
import { listPage } from '../api/submissions';
import { asNodeError, inputError, isSituation } from '../errors';
import { nodeKeyOf, storeWithSiblings, type Envelope } from '../state/nodeStates';
import { rowsOf } from '../rows/pageRows';
import { isPublication, readPollState, writePollState } from '../state/pollState';
import { asideFailed, asideToTry, attemptsOf, noteEnd, unstuck, type Attempts } from './attempts';
import { fromStored, startingAt, toStored, type Checkpoint } from './checkpoint';
import { collect, collectAside, type Collected, type Source } from './collect';
import { questionOf, readPollSettings, type PollSettings } from './settings';

/** Polls are at least a minute apart, and n8n gives up publishing after 84 seconds. */
const MIN_TIME_MS = 40_000;

/** The longest that a poll takes if polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time n8n allows a poll is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** A poll in progress. */
type Run = {
	/** Whether n8n runs it itself, to publish the workflow or at its start. */
	isPublishing: boolean;
	/** The state that it leaves. */
	state?: Envelope;
	ended?: Promise<unknown>;
	/** The poll that n8n runs because the workflow was published again meanwhile. */
	later?: Run;
};

type Items = INodeExecutionData[] | null;

/** Polls in progress, by node: they never overlap. */
const running = new Map<string, Run>();

/** One poll. Returns what is new since the previous one, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() === 'manual') return await newestAsSample(context);

	const nodeKey = nodeKeyOf(context);
	const run: Run = { isPublishing: isPublication(context) };
	const before = running.get(nodeKey);
	// n8n begins a scheduled poll even if the previous one is still running.
	if (before && !run.isPublishing) return null;

	if (before) before.later = run;
	const work = pollOnce(context, run, before);
	run.ended = work.catch(() => undefined);
	running.set(nodeKey, run);
	try {
		const items = await work;
		// Without its publication service, n8n may keep only the schedule of the publication whose poll
		// ends first, and skip its polls if that isn't the latest. So the latest ends first.
		for (let { later } = run; run.isPublishing && later; later = later.later) {
			await later.ended;
			if (later.state) storeWithSiblings(context, later.state);
		}
		return items;
	} finally {
		if (running.get(nodeKey) === run) running.delete(nodeKey);
	}
}

/** Reads what is stored, fetches what is new, and stores where the next poll continues. */
async function pollOnce(context: IPollFunctions, run: Run, before?: Run): Promise<Items> {
	await before?.ended;
	run.state = before?.state;
	const attempts = attemptsOf(nodeKeyOf(context));
	const deadlineMs = Date.now() + timeMs(context, attempts, run);
	attempts.beganAtMs = Date.now();
	const settings = readPollSettings(context);
	const audience = run.isPublishing ? 'publishing' : 'execution';
	const connection = await connect(context, { ...POLLING, deadlineMs, audience });
	const question = questionOf(context, settings.filter, connection.baseUrl);
	const last = readStored(context, run.state);
	const stored = last?.question === question ? last : undefined;
	if (!stored && settings.form.id) await assertFormExists(connection, settings.form.id);

	// n8n discards what a scheduled poll returns after the workflow was published again, so such a poll
	// ends early. One that n8n runs itself to publish counts in any case: the later one continues there.
	const isSuperseded = () => run.later !== undefined && !run.isPublishing;
	const source = { connection, filter: settings.filter, deadlineMs, isSuperseded };
	const checkpoint = stored ?? startingAt(question, settings.startFromMs);
	// n8n may save the position of a poll that it runs itself, and exit before it stores the execution.
	// So such a poll returns nothing: the first scheduled one, within a minute, does.
	if (run.isPublishing && checkpoint.walk?.kind !== 'start') {
		await checkConnection(source, stored !== undefined);
		if (!stored) run.state = writePollState(context, toStored(checkpoint), false);
		return null;
	}
	const collected = await collectAll(source, checkpoint, attempts, run);
	if (collected.error !== undefined && !isSuperseded()) report(context, collected);
	const items = await toItems(connection, settings, collected.found);
	if (isSuperseded()) return null;
	run.state = writePollState(context, toStored(collected.checkpoint), items.length > 0);
	return items.length > 0 ? items : null;
}

/**
 * Finds out, with one request, whether the key and the form are right. Throws if they aren't, as n8n
 * gives up starting a trigger after five errors; with a stored position, the polls to come get past
 * anything else, so that is only logged.
 */
async function checkConnection(
	{ connection, filter }: Source,
	hasPosition: boolean,
): Promise<void> {
	const { context, occasion } = connection;
	try {
		await listPage({ ...connection, occasion: { ...occasion, ...ONE_REQUEST } }, filter, {
			limit: 1,
		});
	} catch (error) {
		const nodeError = asNodeError(context.getNode(), error);
		if (!hasPosition || isSituation(error, ...FINAL_SITUATIONS)) throw nodeError;
		context.logger.warn(
			`Form Submissions: the polls to come continue where the last one stopped. ${nodeError.message}`,
		);
	}
}

/** n8n itself makes five attempts, within 84 seconds altogether (milliseconds). */
const ONE_REQUEST = { maxAttempts: 1, maxWaitMs: 2_000, timeoutMs: 10_000 };

/** What only a person can change. */
const FINAL_SITUATIONS = [
	...(['keyRefused', 'paymentRequired', 'notPermitted', 'notFound'] as const),
	...(['badRequest', 'notAnId', 'blockedByN8n'] as const),
];

/** How long the poll may take. If polls are further apart, a backlog needs more of the time. */
function timeMs(context: IPollFunctions, attempts: Attempts, run: Run): number {
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	const sinceLastMs = run.isPublishing ? 0 : Date.now() - (attempts.beganAtMs ?? Infinity);
	const wantedMs = Math.min(Math.max(MIN_TIME_MS, (sinceLastMs * 2) / 3), MAX_TIME_MS);
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

function readStored(context: IPollFunctions, left?: Envelope): Checkpoint | undefined {
	const stored = readPollState(context, left);
	const checkpoint = fromStored(stored);
	if (checkpoint || stored === undefined) return checkpoint;
	throw inputError(
		context.getNode(),
		"This trigger's stored position can't be read, so it can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

const ASIDE_ADVICE =
	"New submissions still run this workflow, but some older ones can't be read. The trigger tries again every hour.";

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
	const index = isPublishing ? undefined : asideToTry(collected.checkpoint, attempts);
	if (index !== undefined) {
		// The other half of the time is for what is new.
		const half = { ...source, deadlineMs: (Date.now() + source.deadlineMs) / 2 };
		collected = await collectAside(half, collected, index);
		const isLimited = isSituation(collected.error, 'rateLimited');
		const hasFailed = collected.error !== undefined && collected.pages === 0 && !isLimited;
		if (hasFailed) {
			asideFailed(attempts);
			const error = asNodeError(source.connection.context.getNode(), collected.error);
			error.description = [error.description, ASIDE_ADVICE].filter(Boolean).join(' ');
			throw error;
		}
	}
	collected = await collect(source, { ...collected, error: undefined });
	noteEnd(attempts, collected);
	return collected;
}

/**
 * What the pages before the error held is returned or recorded, and the error is only logged: if it
 * persists, the next poll meets it again. If no page was read, n8n shows the error, except for the
 * rate limit, which a later poll gets past.
 */
function report(context: IPollFunctions, collected: Collected): void {
	const { error, pages, checkpoint } = collected;
	const nodeError = asNodeError(context.getNode(), error);
	const hasNoStart = checkpoint.walk?.kind === 'start' && checkpoint.walk.newestMs === undefined;
	if (hasNoStart || (pages === 0 && !isSituation(error, 'rateLimited'))) throw nodeError;
	context.logger.warn(
		`Form Submissions: the poll stopped early; the next one continues from there. ${nodeError.message}`,
	);
}

/** The list is newest first; sorting keeps the order of equal times. */
async function toItems(
	connection: Connection,
	{ form, rows }: PollSettings,
	found: TimedSubmission[],
): Promise<INodeExecutionData[]> {
	const oldestFirst = [...found].reverse().sort((a, b) => a.atMs - b.atMs);
	const toRows = rowsOf(connection, rows, form);
	const items = await toRows(oldestFirst.map(({ submission }) => submission));
	return items.map((json) => ({ json }));
}

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
async function newestAsSample(context: IPollFunctions): Promise<Items> {
	const settings = readPollSettings(context);
	const connection = await connect(context);
	const page = await listPage(connection, settings.filter, { limit: 1 });
	const newest = addTimes(page.submissions.slice(0, 1), 0);
	if (newest.length > 0) return await toItems(connection, settings, newest);
	if (settings.form.id) await assertFormExists(connection, settings.form.id);
	throw inputError(
		context.getNode(),
		"There are no submissions yet to use as a sample. Submit the form once or change the filters, then click 'Fetch Test Event' again.",
	);
}
