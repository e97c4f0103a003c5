import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isWithin } from '../general/isWithin';
import { BoundedMap, remembered } from '../general/remembered';
import { turnOffDoorbell } from '../state/doorbell';
import { hasDurableCursor, nodeKeyOf } from '../state/nodeStates';

/*
 * How n8n runs polls, as far as it was seen (2.41), and what follows for a node that n8n tells none of it:
 *
 * - It polls once itself, to publish a workflow or at its start, with a new context, which the scheduled
 *   polls of that publication share. It may save the position of this poll and exit before it stores
 *   the execution, so this poll returns nothing.
 * - It begins a poll even while the previous one is running.
 * - It discards what a poll returns once its trigger was published again, disabled, or unpublished.
 * - Its durable scheduler gives each poll a context of its own, less time, and some seconds later stores
 *   what it returned; a poll of another poll time may begin before that, from the older position.
 */

/** What a poll returns. */
export type Items = INodeExecutionData[] | null;

/** A scheduled poll. */
export type Turn = {
	/** Unix milliseconds by this machine's clock. */
	beganAtMs: number;
	/** When the one before began, if this process knows. */
	lastBeganAtMs?: number;
	/** Whether n8n's durable scheduler runs it. */
	isDurable: boolean;
	/** Whether n8n discards what it returns, or another poll has taken its place. */
	isPast(): boolean;
};

/** How long n8n allows a poll that its durable scheduler doesn't run (milliseconds). */
const UNSCHEDULED_BUDGET_MS = 300_000;

/** No two scheduled polls of a trigger are closer than this (milliseconds). */
const MIN_INTERVAL_MS = 50_000;

/** No poll takes this long: one that still runs is stuck (milliseconds). */
const STUCK_AFTER_MS = 5 * 60_000;

/** How long n8n's durable scheduler may take to store what a poll returned (milliseconds). */
const STORED_AFTER_MS = 5_000;

/** n8n's own poll: when it ended well, and whether n8n has scheduled any since. */
type OwnPoll = { context: IPollFunctions; endedAtMs?: number; isFollowed?: true };

/** What a process remembers of a node's polls; Unix milliseconds by this machine's clock. */
type Polls = {
	/** n8n's own poll. */
	own?: OwnPoll;
	/** The last scheduled one. */
	turn?: Turn;
	/** While no other one may begin: since when, and for how long at most (milliseconds). */
	busy?: { sinceMs: number; forMs: number };
};

const pollsByNode = remembered(() => new BoundedMap<string, Polls>(10_000));

/** Has n8n's own poll prepare, and a scheduled one read, unless another one is running: then it returns nothing. */
export async function takeTurn(
	context: IPollFunctions,
	{ prepare, read }: { prepare: () => Promise<void>; read: (turn: Turn) => Promise<Items> },
): Promise<Items> {
	const key = nodeKeyOf(context);
	const polls = pollsByNode().get(key) ?? {};
	pollsByNode().set(key, polls);
	const nowMs = Date.now();
	const kind = kindOf(context, polls, nowMs);
	if (kind === 'own') {
		const own: OwnPoll = { context };
		polls.own = own;
		turnOffDoorbell(key);
		await prepare();
		own.endedAtMs = Date.now();
		return null;
	}
	if (polls.busy && isWithin(polls.busy.forMs, polls.busy.sinceMs, nowMs)) return null;
	const isDurable = kind === 'durable';
	const turn: Turn = {
		beganAtMs: nowMs,
		lastBeganAtMs: polls.turn?.beganAtMs,
		isDurable,
		isPast: () => polls.turn !== turn || (!isDurable && polls.own?.context !== context),
	};
	polls.turn = turn;
	polls.busy = { sinceMs: nowMs, forMs: STUCK_AFTER_MS };
	let items: Items = null;
	try {
		items = await read(turn);
		return items;
	} finally {
		const isBeingStored = items !== null && isDurable;
		const storing = { sinceMs: Date.now(), forMs: STORED_AFTER_MS };
		if (polls.turn === turn) polls.busy = isBeingStored ? storing : undefined;
	}
}

/** Whether n8n itself runs the poll, its schedule in memory, or its durable scheduler. */
function kindOf(
	context: IPollFunctions,
	{ own }: Polls,
	nowMs: number,
): 'own' | 'scheduled' | 'durable' {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	const isDurable = budgetMs !== UNSCHEDULED_BUDGET_MS;
	const isScheduled = own?.context === context;
	if (own && (isDurable || isScheduled)) own.isFollowed = true;
	if (isDurable) return 'durable';
	if (isScheduled) return 'scheduled';
	// The durable scheduler may allow as much: then none of its polls ever shares n8n's own context.
	const { endedAtMs = Infinity, isFollowed } = own ?? {};
	const isSecond = nowMs - endedAtMs >= MIN_INTERVAL_MS && !isFollowed;
	return isSecond && hasDurableCursor(context) ? 'durable' : 'own';
}
