import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isWithin } from '../general/isWithin';
import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import { copyPollState, isDurablyScheduled } from '../state/pollState';

/** No poll takes this long: one that is still running is stuck (milliseconds). */
const STUCK_AFTER_MS = 5 * 60_000;

/**
 * How long n8n's durable scheduler may take to store the items of a poll (milliseconds). It doesn't
 * wait for that, so a poll of another poll time may have read an older checkpoint.
 */
const STORED_AFTER_MS = 5_000;

export type Items = INodeExecutionData[] | null;

/** A scheduled poll in progress. */
export type Turn = {
	/** Whether n8n will discard what it returns, or another poll has begun in its place. */
	isSuperseded: boolean;
};

/** A turn, and the time in which no other poll begins (milliseconds). */
type Taken = Turn & { sinceMachineMs: number; forMs: number };

/** A publication for which n8n is polling, and the one that followed meanwhile. */
type Publication = { context: IPollFunctions; ended: Promise<unknown>; later?: Publication };

const polls = remembered(() => new Map<string, Taken>());
const publications = remembered(() => new Map<string, Publication>());
const publishedContexts = remembered(() => new WeakSet<IPollFunctions>());

/**
 * Whether n8n itself runs the poll, to publish the workflow or at startup. It doesn't tell the node,
 * but such a poll has a new context, which later polls share: n8n makes one for each attempt to publish
 * or start a trigger. Polls run by the durable scheduler each have their own context, and less time.
 */
export function isOwnPollOfN8n(context: IPollFunctions): boolean {
	return !publishedContexts().has(context) && !isDurablyScheduled(context);
}

/**
 * Runs a scheduled poll, unless one of the same node is in progress: n8n starts polls even then. One
 * that n8n will discard, or that is stuck, doesn't count.
 */
export async function takeTurn(
	context: IPollFunctions,
	poll: (turn: Turn) => Promise<Items>,
): Promise<Items> {
	const key = nodeKeyOf(context);
	const nowMs = Date.now();
	const before = polls().get(key);
	if (before && !before.isSuperseded && isWithin(before.forMs, before.sinceMachineMs, nowMs)) {
		return null;
	}
	if (before) before.isSuperseded = true;
	const turn = { isSuperseded: false, sinceMachineMs: nowMs, forMs: STUCK_AFTER_MS };
	polls().set(key, turn);
	let isBeingStored = false;
	try {
		const items = await poll(turn);
		if (turn.isSuperseded) return null;
		isBeingStored = items !== null && isDurablyScheduled(context);
		return items;
	} finally {
		if (isBeingStored) Object.assign(turn, { sinceMachineMs: Date.now(), forMs: STORED_AFTER_MS });
		else if (polls().get(key) === turn) polls().delete(key);
	}
}

/**
 * Runs the poll with which n8n publishes a trigger, or starts it. From then on, n8n discards what a
 * scheduled poll of an earlier publication returns. A publication that follows while n8n polls for
 * another continues from what that one leaves; and it ends first, because without its publication
 * service, n8n may keep only the schedule of the publication whose poll ends first.
 */
export async function runOwnPoll(
	context: IPollFunctions,
	prepare: () => Promise<void>,
): Promise<void> {
	publishedContexts().add(context);
	const key = nodeKeyOf(context);
	const scheduled = polls().get(key);
	if (scheduled) scheduled.isSuperseded = true;

	const earlier = publications().get(key);
	const work = prepareAfter(earlier, context, prepare);
	const own: Publication = { context, ended: work.catch(() => undefined) };
	if (earlier) earlier.later = own;
	publications().set(key, own);
	try {
		await work;
		for (let { later } = own; later; later = later.later) {
			await later.ended;
			copyPollState(later.context, context);
		}
	} finally {
		if (publications().get(key) === own) publications().delete(key);
	}
}

async function prepareAfter(
	earlier: Publication | undefined,
	context: IPollFunctions,
	prepare: () => Promise<void>,
): Promise<void> {
	if (earlier) {
		await earlier.ended;
		copyPollState(earlier.context, context);
	}
	await prepare();
}
