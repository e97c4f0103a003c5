import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isWithin } from '../general/time';

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

export type Items = INodeExecutionData[] | null;

/** A poll that has begun. */
export type Turn = {
	/** Whether n8n itself runs it, its schedule in memory, or its durable scheduler. */
	kind: 'own' | 'scheduled' | 'durable';
	/**
	 * The node's static data if n8n keeps it as a durable poll cursor, which it commits in one transaction with the
	 * execution; undefined if n8n keeps it within the workflow's.
	 */
	cursor?: IDataObject;
	/** Unix milliseconds by this machine's clock. */
	beganAtMs: number;
	/** When the one before began, be it n8n's own, if this process knows. */
	lastBeganAtMs?: number;
	/** Whether another poll or publication has taken its place: n8n discards what it returns, or should. */
	isReplaced(): boolean;
};

/** How long n8n allows a poll that its durable scheduler doesn't run (milliseconds). */
const UNSCHEDULED_BUDGET_MS = 300_000;

/** No poll takes this long: one that still runs is stuck (milliseconds). */
const STUCK_AFTER_MS = 5 * 60_000;

/** How long n8n's durable scheduler may take to store what a poll returned (milliseconds). */
const STORED_AFTER_MS = 5_000;

/** What a process remembers of a node's polls; Unix milliseconds by this machine's clock. */
type Polls = {
	/** n8n's own poll, and whether it ended well. */
	own?: { context: IPollFunctions; beganAtMs: number; hasEnded: boolean };
	/** The last scheduled one. */
	turn?: Turn;
	/** While no other one may begin: since when, and for how long at most (milliseconds). */
	busy?: { sinceMs: number; forMs: number };
};

const pollsByNode = new ProcessMemory<Polls>(10_000);

function pollsOf(context: IPollFunctions): Polls {
	return pollsByNode.getOrMake(nodeKeyOf(context), () => ({}));
}

/** Each turn must be ended. */
export function beginTurn(context: IPollFunctions): Turn | 'another is running' {
	const polls = pollsOf(context);
	const beganAtMs = Date.now();
	const cursor = durableCursor(context);
	const kind = kindOf(context, polls, cursor);
	if (kind === 'own') {
		polls.own = { context, beganAtMs, hasEnded: false };
		return { kind, cursor, beganAtMs, isReplaced: () => false };
	}
	if (polls.busy && isWithin(polls.busy.forMs, polls.busy.sinceMs, beganAtMs)) {
		return 'another is running';
	}
	const turn: Turn = {
		kind,
		cursor,
		beganAtMs,
		lastBeganAtMs: polls.turn?.beganAtMs ?? polls.own?.beganAtMs,
		isReplaced: () =>
			polls.turn !== turn || (kind === 'scheduled' && polls.own?.context !== context),
	};
	polls.turn = turn;
	polls.busy = { sinceMs: beganAtMs, forMs: STUCK_AFTER_MS };
	return turn;
}

/** A poll ends with these items; undefined if it threw. */
export function endTurn(context: IPollFunctions, turn: Turn, items: Items | undefined): void {
	const polls = pollsOf(context);
	if (polls.own?.context === context) polls.own.hasEnded ||= items !== undefined;
	if (polls.turn !== turn) return;
	const isBeingStored = turn.kind === 'durable' && items;
	polls.busy = isBeingStored ? { sinceMs: Date.now(), forMs: STORED_AFTER_MS } : undefined;
}

function kindOf(
	context: IPollFunctions,
	{ own }: Polls,
	cursor: IDataObject | undefined,
): Turn['kind'] {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	if (budgetMs !== UNSCHEDULED_BUDGET_MS) return 'durable';
	if (own?.context === context) return 'scheduled';
	// The durable scheduler may allow as much: then none of its polls ever shares the context of n8n's own.
	return own?.hasEnded && cursor ? 'durable' : 'own';
}

/** What n8n keeps within the workflow's static data is an observed object, whereas the cursor is a plain one. */
function durableCursor(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}
