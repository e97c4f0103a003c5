import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING, type Connection } from '../api/connection';
import { asNodeError, isSituation } from '../errors';
import { nodeInLog } from '../general/nodeInLog';
import { rowsOf } from '../rows/pageRows';
import { nodeKeyOf } from '../state/nodeStates';
import { attemptsOf, claimHourlyError, noteRateLimit, type Attempts } from './attempts';
import { collect, type Collected } from './collect';
import type { KeyedSubmission } from './known';
import { preparePolling, startingPoint } from './publication';
import { newestAsSample } from './sample';
import { readPollSettings, targetKey, type PollSettings } from './settings';
import { readCheckpoint, writeCheckpoint } from './storedForm';
import { isOwnPollOfN8n, runOwnPoll, takeTurn, type Items, type Turn } from './turns';

/** How long any poll may take, if n8n allows it (milliseconds): polls are at least a minute apart. */
const MIN_TIME_MS = 40_000;

/** The longest that a poll takes if polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time that n8n allows is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** One poll. Returns what is new since the previous one, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() === 'manual') return await newestAsSample(context);
	if (!isOwnPollOfN8n(context))
		return await takeTurn(context, async (turn) => await pollOnce(context, turn));
	await runOwnPoll(context, async () => await preparePolling(context));
	return null;
}

async function pollOnce(context: IPollFunctions, turn: Turn): Promise<Items> {
	const attempts = attemptsOf(nodeKeyOf(context));
	const deadlineMs = Date.now() + timeMs(context, attempts);
	attempts.beganAtMachineMs = Date.now();

	const settings = readPollSettings(context);
	const connection = await connect(context, { ...POLLING, deadlineMs });
	const target = targetKey(context, settings.filter, connection.baseUrl);
	const checkpoint =
		readCheckpoint(context, target) ?? (await startingPoint(connection, settings, target));
	const failed = new Set<number>();
	const source = { connection, filter: settings.filter, deadlineMs, turn, attempts, failed };
	const collected = await collect(source, checkpoint);
	if (!turn.isSuperseded) throwOrLog(context, collected, attempts);
	const items = await toItems(connection, settings, collected.found);
	if (turn.isSuperseded) return null;
	writeCheckpoint(context, collected.checkpoint);
	return items.length > 0 ? items : null;
}

/** How long the poll may take. If polls are further apart, a backlog gets more of the time. */
function timeMs(context: IPollFunctions, { beganAtMachineMs = Infinity }: Attempts): number {
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	const sinceLastMs = Date.now() - beganAtMachineMs;
	const wantedMs = Math.min(Math.max(MIN_TIME_MS, (sinceLastMs * 2) / 3), MAX_TIME_MS);
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

const GAP_ADVICE =
	"New submissions still run this workflow, but some older ones can't be read. The trigger tries again every hour.";

/**
 * Throws what n8n should show; then nothing is returned or stored, and the next poll reads it all
 * again. Anything else is only logged: if it persists, later polls meet it, too. Of what kept a poll
 * from reading anything, only the rate limit has ten minutes to pass.
 */
function throwOrLog(context: IPollFunctions, collected: Collected, attempts: Attempts): void {
	const { error, gapError, orderError, pages } = collected;
	const hourly = gapError ?? orderError;
	const node = context.getNode();
	if (pages > 0) attempts.limitedSinceMs = undefined;
	// Otherwise, polls an hour apart would never return anything.
	const mayShow = hourly !== undefined && !attempts.areItemsNext;
	attempts.areItemsNext = mayShow && claimHourlyError(attempts, Date.now());
	if (attempts.areItemsNext) {
		const shown = asNodeError(node, hourly);
		const advice = hourly === gapError ? [GAP_ADVICE] : [];
		shown.description = [shown.description, ...advice].filter(Boolean).join(' ');
		throw shown;
	}
	if (error === undefined) return;
	const isLimited = isSituation(error, 'rateLimited');
	if (pages === 0 && (!isLimited || noteRateLimit(attempts, Date.now()))) {
		throw asNodeError(node, error);
	}
	context.logger.warn(
		`${nodeInLog(context)}: the poll stopped early; the next one continues from there. ${asNodeError(node, error).message}`,
	);
}

/** The list is newest first; sorting keeps the order of equal times. */
async function toItems(
	connection: Connection,
	{ form, rows }: PollSettings,
	found: KeyedSubmission[][],
): Promise<INodeExecutionData[]> {
	const oldestFirst = found
		.flat()
		.reverse()
		.sort((a, b) => a.atMs - b.atMs);
	const items = await rowsOf(
		connection,
		rows,
		form,
	)(oldestFirst.map(({ submission }) => submission));
	return items.map((json) => ({ json }));
}
