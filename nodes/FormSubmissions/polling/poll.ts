import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { POLLING } from '../api/connection';
import type { Submission } from '../api/types';
import { asNodeError } from '../errors/nodeErrors';
import { isWithin } from '../general/isWithin';
import { nodeInLog } from '../general/nodeInLog';
import { BoundedMap, remembered } from '../general/remembered';
import { rowsOf } from '../rows/submissionRow';
import { newDoorbell, type Doorbell } from '../state/doorbell';
import { nodeKeyOf, siblingsSaved } from '../state/nodeStates';
import { collect } from './collect';
import type { Reading } from './readList';
import type { PollSettings } from './settings';
import { filterOf, openSession, prepare, startingPoint, type Session } from './start';
import { writeCheckpoint } from './stored';
import { takeTurn, type Items, type Turn } from './turns';
import { collectOnRing } from './wait';

/** How long every poll may take, if n8n allows it (milliseconds): polls are at least a minute apart. */
const MIN_TIME_MS = 52_000;

/** The same for one that waits for rings: what comes in the gap until the next poll waits for that. */
const WAITING_TIME_MS = 58_000;

/** The longest that a poll takes if polls are further apart (milliseconds). */
const MAX_TIME_MS = 4 * 60_000;

/** How much of the time that n8n allows is reserved for returning the items (milliseconds). */
const HAND_OVER_MS = 5_000;

/** How often the error of a walk that can't go on is shown (milliseconds). */
const SHOWN_EVERY_MS = 60 * 60_000;

/**
 * One poll. Returns what is new since the previous one, oldest first; null if nothing is. If nothing is at
 * first, one that waits for rings goes on until shortly before the next poll.
 */
export async function poll(
	context: IPollFunctions,
	settings: PollSettings,
	{ waitsForRings }: { waitsForRings: boolean },
): Promise<Items> {
	return await takeTurn(context, {
		prepare: async () => await prepare(context, settings),
		read: async (turn) => {
			// The durable scheduler allows a poll little time.
			const doorbell =
				waitsForRings && !turn.isDurable ? newDoorbell(nodeKeyOf(context)) : undefined;
			return await read(context, settings, { ...turn, doorbell });
		},
	});
}

async function read(
	context: IPollFunctions,
	settings: PollSettings,
	turn: Turn & { doorbell?: Doorbell },
): Promise<Items> {
	const { beganAtMs, doorbell, isDurable } = turn;
	const wantedMs = doorbell ? WAITING_TIME_MS : wantedTimeMs(turn);
	const deadlineMs = beganAtMs + allowedTimeMs(context, wantedMs);
	const session = await openSession(context, settings, { ...POLLING, deadlineMs });
	const { connection, stored } = session;
	const filter = await filterOf(session);
	const start = stored ?? (await startingPoint(session, filter));
	const source = { connection, filter, deadlineMs };
	const reading = doorbell
		? await collectOnRing(source, start, doorbell)
		: await collect(source, start);
	showOrLog(context, reading, turn);
	const items = await toItems(session, oldestFirst(reading));
	await siblingsSaved(context);
	if (turn.isPast()) return null;
	writeCheckpoint(context, reading.checkpoint, { isWithItems: items.length > 0, isDurable });
	return items.length > 0 ? items : null;
}

/**
 * How long a poll that doesn't wait takes at most. If polls are further apart, a backlog gets more time:
 * a third, so that one after a poll that was left out doesn't take until the next, which would be left out, too.
 */
function wantedTimeMs({ beganAtMs, lastBeganAtMs = beganAtMs }: Turn): number {
	return Math.max(MIN_TIME_MS, Math.min((beganAtMs - lastBeganAtMs) / 3, MAX_TIME_MS));
}

/** As much of that as n8n allows. */
function allowedTimeMs(context: IPollFunctions, wantedMs: number): number {
	const allowedMs = (context.getPollBudgetMs?.() ?? Infinity) - HAND_OVER_MS;
	return Math.max(1_000, Math.min(wantedMs, allowedMs));
}

/** When the error of a node's walk that couldn't go on was last shown (Unix milliseconds). */
const shownAt = remembered(() => new BoundedMap<string, number>(1_000));

const HELD_UP =
	"Some older submissions can't be read yet. New ones usually still run this workflow, and every poll tries again.";

/**
 * Throws the error of a walk that couldn't go on once an hour: then nothing is returned or stored, and
 * the next poll reads it all again. Where n8n would put polls off after that, it is only logged, as
 * is whatever else ended the reading early.
 */
function showOrLog(
	context: IPollFunctions,
	{ heldUp, stopped }: Reading,
	{ isDurable, lastBeganAtMs }: Turn,
): void {
	const node = context.getNode();
	const key = nodeKeyOf(context);
	const shownAtMs = shownAt().get(key) ?? -Infinity;
	const nowMs = Date.now();
	// If polls are hours apart, every one would be due.
	const wasShownLast = lastBeganAtMs !== undefined && lastBeganAtMs <= shownAtMs;
	const isDue = !isWithin(SHOWN_EVERY_MS, shownAtMs, nowMs) && !wasShownLast;
	if (heldUp !== undefined && isDue && !isDurable) {
		shownAt().set(key, nowMs);
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
function oldestFirst({ found }: Reading): Submission[] {
	const sorted = found
		.flat()
		.reverse()
		.sort((a, b) => a.atMs - b.atMs);
	return sorted.map(({ submission }) => submission);
}

/** Submissions as the trigger is set to return them. */
export async function toItems(
	{ connection, settings: { form, rows } }: Pick<Session, 'connection' | 'settings'>,
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const items = await rowsOf(connection, rows, form)(submissions);
	return items.map((json) => ({ json }));
}
