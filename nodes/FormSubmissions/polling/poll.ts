import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, POLLING, type Connection } from '../api/connection';
import { asNodeError } from '../errors';
import { isWithin } from '../general/isWithin';
import { nodeInLog } from '../general/nodeInLog';
import { BoundedMap, remembered } from '../general/remembered';
import { rowsOf } from '../rows/submissionRow';
import { isDurablyScheduled, nodeKeyOf } from '../state/nodeStates';
import type { KeyedSubmission } from './checkpoint';
import { collect, type Collected } from './collect';
import { newestAsSample, type Items } from './sample';
import { readPollSettings, targetKey, type PollSettings } from './settings';
import { preparePolling, startingPoint } from './start';
import { readCheckpoint, writeCheckpoint } from './stored';

/** How long every poll may take, if n8n allows it (milliseconds): polls are at least a minute apart. */
const MIN_TIME_MS = 52_000;

/** The longest that a poll takes if polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time that n8n allows is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** No poll takes this long: one that still runs is stuck (milliseconds). */
const STUCK_AFTER_MS = 5 * 60_000;

/**
 * How long n8n's durable scheduler may take to store what a poll returned (milliseconds): until then, a
 * poll of another poll time begins from the older position.
 */
const STORED_AFTER_MS = 5_000;

/** How often the error of a walk that can't go on is shown (milliseconds). */
const SHOWN_EVERY_MS = 60 * 60_000;

/** What a process remembers of a node's polls; Unix milliseconds by this machine's clock. */
type Polls = {
	/** The context of n8n's own poll, which the scheduled polls of the same publication share. */
	published?: IPollFunctions;
	/** When the last one began. */
	beganAtMs?: number;
	/** While no other one may begin: since when, and for how long at most (milliseconds). */
	busy?: { sinceMs: number; forMs: number };
	/** When the error of a walk that couldn't go on was last shown. */
	shownAtMs?: number;
};

const pollsByNode = remembered(() => new BoundedMap<string, Polls>(10_000));

/** One poll. Returns what is new since the previous one, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions): Promise<Items> {
	if (context.getMode() === 'manual') return await newestAsSample(context);
	const key = nodeKeyOf(context);
	const polls = pollsByNode().get(key) ?? {};
	pollsByNode().set(key, polls);
	if (isOwnPollOfN8n(context, polls)) {
		polls.published = context;
		await preparePolling(context);
		return null;
	}
	const nowMs = Date.now();
	// n8n starts a poll even while the previous one is running.
	if (polls.busy && isWithin(polls.busy.forMs, polls.busy.sinceMs, nowMs)) return null;
	const busy = { sinceMs: nowMs, forMs: STUCK_AFTER_MS };
	polls.busy = busy;
	let items: Items = null;
	try {
		items = await pollOnce(context, polls, nowMs);
		return items;
	} finally {
		const isBeingStored = items !== null && isDurablyScheduled(context);
		const storing = { sinceMs: Date.now(), forMs: STORED_AFTER_MS };
		if (polls.busy === busy) polls.busy = isBeingStored ? storing : undefined;
	}
}

/**
 * Whether n8n itself runs the poll, to publish the workflow or at startup. It doesn't tell the node,
 * but makes a new context for it, as the durable scheduler does for each poll.
 */
function isOwnPollOfN8n(context: IPollFunctions, { published }: Polls): boolean {
	return context !== published && !isDurablyScheduled(context);
}

async function pollOnce(context: IPollFunctions, polls: Polls, beganAtMs: number): Promise<Items> {
	const lastBeganAtMs = polls.beganAtMs;
	polls.beganAtMs = beganAtMs;
	const deadlineMs = beganAtMs + timeMs(context, beganAtMs - (lastBeganAtMs ?? beganAtMs));
	const settings = readPollSettings(context);
	const connection = await connect(context, { ...POLLING, deadlineMs });
	const target = targetKey(context, settings.filter, connection.baseUrl);
	const checkpoint =
		readCheckpoint(context, target) ?? (await startingPoint(connection, settings, target));
	const source = { connection, filter: settings.filter, beganAtMs, deadlineMs };
	const collected = await collect(source, checkpoint);
	showOrLog(context, collected, polls, lastBeganAtMs);
	const items = await toItems(connection, settings, collected.found);
	// n8n discards what a poll returns once the workflow has been published again.
	if (isOwnPollOfN8n(context, polls) || polls.beganAtMs !== beganAtMs) return null;
	writeCheckpoint(context, checkpoint);
	return items.length > 0 ? items : null;
}

/** How long the poll may take. If polls are further apart, a backlog gets more of the time. */
function timeMs(context: IPollFunctions, sinceLastMs: number): number {
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	const wantedMs = Math.max(MIN_TIME_MS, Math.min(sinceLastMs / 2, MAX_TIME_MS));
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

const HELD_UP =
	"New submissions still run this workflow, but older ones can't be read yet. Every poll tries again.";

/**
 * Throws the error of a walk that couldn't go on once an hour: then nothing is returned or stored, and
 * the next poll reads it all again. Where n8n would put polls off after that, it is only logged, as
 * is whatever else ended the reading early.
 */
function showOrLog(
	context: IPollFunctions,
	{ heldUp, stopped }: Collected,
	polls: Polls,
	lastBeganAtMs: number | undefined,
): void {
	const node = context.getNode();
	const { shownAtMs = -Infinity } = polls;
	const nowMs = Date.now();
	// If polls are hours apart, every one would be due.
	const wasShownLast = lastBeganAtMs !== undefined && lastBeganAtMs <= shownAtMs;
	const isDue = !isWithin(SHOWN_EVERY_MS, shownAtMs, nowMs) && !wasShownLast;
	if (heldUp !== undefined && isDue && !isDurablyScheduled(context)) {
		polls.shownAtMs = nowMs;
		const error = asNodeError(node, heldUp);
		error.description = [error.description, HELD_UP].filter(Boolean).join(' ');
		throw error;
	}
	const reason = heldUp ?? stopped;
	if (reason === undefined) return;
	context.logger.warn(
		`${nodeInLog(context)}: the poll stopped early; the next one continues from there. ${asNodeError(node, reason).message}`,
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
