import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { WATCHING } from '../api/timeLimits';
import { asNodeError, heldUpError, withErrorsInOneMessage } from '../errors/nodeErrors';
import { nodeInLog, nodeKeyOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isWithin } from '../general/time';
import { whenSettled } from '../state/nodeStates';
import type { Checkpoint, KeyedSubmission } from '../watching/checkpoint';
import { planReading } from '../watching/readingRules';
import { readPages, type Ended, type ReadingLimits } from '../watching/readPages';
import { beginningOf, openSession, type Session } from '../watching/session';
import { toStored } from '../watching/stored';
import { oldestFirst, toHandOver } from '../watching/toHandOver';
import type { Watched } from '../watching/watched';
import { prepare } from './pollOfPublication';
import { positionOf, type Position } from './position';
import { beginTurn, endTurn, type Items, type Turn } from './turns';

/** How long every poll may take, if n8n allows it (milliseconds): polls are at least a minute apart. */
const MIN_TIME_MS = 52_000;

/** The longest that a poll takes if polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time that n8n allows is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** No request begins this close to the end of a poll (milliseconds). */
const LAST_REQUEST_MS = 2_000;

/**
 * The most submissions that a poll returns for each minute since the one before, and in all: one execution
 * holds them in memory.
 */
const MOST_A_MINUTE = 5_000;
const MOST_RETURNED = 50_000;

const HELD_UP_SHOWN_EVERY_MS = 60 * 60_000;

/** Returns what is new since the previous poll, oldest first; null if nothing is. */
export async function poll(context: IPollFunctions, watched: Watched): Promise<Items> {
	const turn = beginTurn(context);
	if (turn === 'another is running') return null;
	const position = positionOf(context, turn);
	let items: Items | undefined;
	try {
		items =
			turn.kind === 'own'
				? await withErrorsInOneMessage(
						context,
						async () => await prepare(context, watched, position),
					)
				: await read(context, watched, turn, position);
		return items;
	} finally {
		endTurn(context, turn, items);
	}
}

async function read(
	context: IPollFunctions,
	watched: Watched,
	turn: Turn,
	position: Position,
): Promise<Items> {
	const deadlineMs = turn.beganAtMs + allowedTimeMs(context, turn);
	const session = await openSession(context, watched, { ...WATCHING, deadlineMs });
	// What another publication of this trigger has returned may not be saved yet.
	const before = await whenSettled(context, position.read);
	// Where n8n's durable scheduler runs polls, n8n runs none itself at its start, so the first one begins alike.
	const wasPublished = turn.lastBeganAtMs !== undefined;
	const { filter, stored, start } = await beginningOf(session, before, wasPublished);
	// One that was replaced meanwhile may be set to another form than its trigger is now.
	if (!stored && !turn.isReplaced()) position.start(toStored(start));
	const untilMs = deadlineMs - LAST_REQUEST_MS;
	const { connection } = session;
	const task = { connection, filter, untilMs, most: mostReturned(turn) };
	const { items, ...reading } = await readItems(session, task, start);
	showOrLog(context, reading, turn);
	const hasItems = items.length > 0;
	const isStored = await position.moveTo(toStored(reading.checkpoint), hasItems);
	return isStored && hasItems ? items : null;
}

/** Only what the workflow gets is held of what is read: a poll can find tens of thousands. */
async function readItems(
	session: Session,
	task: ReadingLimits,
	start: Checkpoint,
): Promise<Ended & { items: INodeExecutionData[] }> {
	const handedOver = toHandOver(session);
	const toFound = async (page: KeyedSubmission[]) =>
		(await handedOver(page)).flatMap(({ one: { atMs }, item }) => (item ? { atMs, item } : []));
	const plan = planReading(start, session.watched.latenessMs);
	const { found, ...reading } = await readPages({ ...task, toFound }, plan);
	const items = oldestFirst(found, ({ atMs }) => atMs).map(({ item }) => item);
	return { ...reading, items };
}

/**
 * If polls are further apart, a backlog gets more time: a third, so that one after a poll that was left
 * out doesn't take until the next, which would be left out, too.
 */
function allowedTimeMs(
	context: IPollFunctions,
	{ beganAtMs, lastBeganAtMs = beganAtMs }: Turn,
): number {
	const wantedMs = Math.max(MIN_TIME_MS, Math.min((beganAtMs - lastBeganAtMs) / 3, MAX_TIME_MS));
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

function mostReturned({ beganAtMs, lastBeganAtMs = beganAtMs }: Turn): number {
	const minutes = Math.max(1, (beganAtMs - lastBeganAtMs) / 60_000);
	return Math.min(MOST_A_MINUTE * minutes, MOST_RETURNED);
}

const shownAt = new ProcessMemory<number>(1_000);

/**
 * Throws the error of a walk that couldn't go on once an hour: then nothing is returned or stored, and
 * the next poll reads it all again. Where n8n would put polls off after that, it is only logged, as
 * is whatever else ended the reading early.
 */
function showOrLog(
	context: IPollFunctions,
	{ heldUp, searching, stopped }: Ended,
	{ kind, lastBeganAtMs }: Turn,
): void {
	const node = context.getNode();
	// By the next poll, a search may have to begin again, and so never arrive.
	const waitsFor = heldUp ?? searching;
	const key = nodeKeyOf(context);
	const shownAtMs = shownAt.get(key) ?? -Infinity;
	const nowMs = Date.now();
	// If polls are hours apart, every one would be due.
	const wasShownLast = lastBeganAtMs !== undefined && lastBeganAtMs <= shownAtMs;
	const isDue = !isWithin(HELD_UP_SHOWN_EVERY_MS, shownAtMs, nowMs) && !wasShownLast;
	if (waitsFor !== undefined && isDue && kind !== 'durable') {
		shownAt.set(key, nowMs);
		throw heldUpError(node, waitsFor);
	}
	const reason = waitsFor ?? stopped;
	if (reason === undefined) return;
	context.logger.warn(
		`${nodeInLog(context)}: the poll stopped early; the next one continues from there. ${asNodeError(node, reason).message}`,
	);
}
