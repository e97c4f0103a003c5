import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import { copyPollState, isDurablyScheduled } from '../state/pollState';
import { isDue } from './checkpoint';

/** No poll takes as long: one that is still running after this is stuck (milliseconds). */
const STUCK_AFTER_MS = 5 * 60_000;

export type Items = INodeExecutionData[] | null;

/** A scheduled poll in progress. */
export type Turn = {
	readonly beganAtMs: number;
	/** Whether n8n will discard what it returns, or another poll has begun in its place. */
	isSuperseded: boolean;
};

/** A publication for which n8n polls itself, and the one that followed meanwhile. */
type Publication = { context: IPollFunctions; ended: Promise<unknown>; later?: Publication };

const polls = remembered(() => new Map<string, Turn>());
const publications = remembered(() => new Map<string, Publication>());
const begun = remembered(() => new WeakSet<IPollFunctions>());

/**
 * Whether n8n runs the poll itself, to publish the workflow or at its start. It doesn't tell the
 * node, but the poll that it runs to publish has a new context, which later polls share. Polls run
 * by the durable scheduler each have their own context and less time.
 */
export function isOwnPollOfN8n(context: IPollFunctions): boolean {
	return !begun().has(context) && !isDurablyScheduled(context);
}

/**
 * Runs a scheduled poll, unless one of the same node is in progress: n8n begins them even then. One
 * that n8n will discard, or that is stuck, doesn't count.
 */
export async function takeTurn(
	context: IPollFunctions,
	poll: (turn: Turn) => Promise<Items>,
): Promise<Items> {
	const key = nodeKeyOf(context);
	const nowMs = Date.now();
	const before = polls().get(key);
	if (before && !before.isSuperseded && !isDue(before.beganAtMs, STUCK_AFTER_MS, nowMs))
		return null;
	if (before) before.isSuperseded = true;
	const turn = { beganAtMs: nowMs, isSuperseded: false };
	polls().set(key, turn);
	try {
		const items = await poll(turn);
		return turn.isSuperseded ? null : items;
	} finally {
		if (polls().get(key) === turn) polls().delete(key);
	}
}

/**
 * Runs the poll with which n8n publishes a trigger, or starts it. From then on, n8n discards what a
 * scheduled poll of an earlier publication returns. If one publication follows while n8n polls for
 * another, it continues from what that one leaves; and it ends first, because without its publication
 * service, n8n may keep only the schedule of the publication whose poll ends first.
 */
export async function publish(
	context: IPollFunctions,
	prepare: () => Promise<void>,
): Promise<void> {
	begun().add(context);
	const key = nodeKeyOf(context);
	const scheduled = polls().get(key);
	if (scheduled) scheduled.isSuperseded = true;

	const before = publications().get(key);
	const work = prepareAfter(before, context, prepare);
	const own: Publication = { context, ended: work.catch(() => undefined) };
	if (before) before.later = own;
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
	before: Publication | undefined,
	context: IPollFunctions,
	prepare: () => Promise<void>,
): Promise<void> {
	if (before) {
		await before.ended;
		copyPollState(before.context, context);
	}
	await prepare();
}
