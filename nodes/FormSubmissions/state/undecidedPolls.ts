import {
	sleep,
	type IDataObject,
	type IHookFunctions,
	type IPollFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { workflowIdOf } from '../general/node';
import { isRecord } from '../general/records';
import { Remembered } from '../general/remembered';
import { isWithin } from '../general/time';

/*
 * The newest states of a workflow's nodes, as this process knows them. A poll writes its state before n8n
 * decides whether it keeps or discards what the poll returned, and a discarded submission must come again: so
 * the state before it is remembered, too, until that is decided.
 */

export type StateContext = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

export type State = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write that n8n saves: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** A poll of which it isn't decided yet whether n8n discards what it returned: then `before` counts again. */
type UndecidedPoll = { context: IPollFunctions; before: State; wroteAtMs: number };

export type Recent = { state: State; poll?: UndecidedPoll };

/** By the key they are stored under. */
const workflows = new Remembered<Map<string, Recent>>(10_000);

export function statesOf(context: StateContext): Map<string, Recent> {
	return workflows.getOrMake(workflowIdOf(context), () => new Map());
}

/** Within this time, n8n has saved the static data, if it keeps what a poll returned (milliseconds). */
const SAVED_WITHIN_MS = 5_000;

const CHECK_MS = 100;

/**
 * Calls `act` once n8n has had the time to save what other polls of the workflow have just returned, in the
 * same instant: a write of one trigger sets the mark by which it is decided what became of another's poll.
 */
export async function whenOthersAreSaved<T>(context: StateContext, act: () => T): Promise<T> {
	while (areOthersBeingSaved(context)) await sleep(CHECK_MS);
	return act();
}

/**
 * The same for a poll that returns items, which will be judged by that mark itself: no earlier save of its
 * own publication may be under way, either, which would clear it.
 */
export async function whenAllAreSaved<T>(context: IPollFunctions, act: () => T): Promise<T> {
	let leftMs = SAVED_WITHIN_MS;
	while (areOthersBeingSaved(context) || (leftMs > 0 && isUnsaved({ context }))) {
		await sleep(CHECK_MS);
		leftMs -= CHECK_MS;
	}
	return act();
}

function areOthersBeingSaved(context: StateContext): boolean {
	const polls = [...statesOf(context).values()].map(({ poll }) => poll);
	return polls.some((poll) => poll && poll.context !== context && isBeingSaved(poll));
}

/**
 * Decides what became of polls, and puts back what was there before those that n8n has discarded. All
 * are decided before anything is written, since that sets the mark by which they are.
 */
export function decide(states: Map<string, Recent>, context: StateContext): void {
	const undecided = [...states].flatMap(([key, { poll }]) => (poll ? [{ key, poll }] : []));
	const discarded = undecided.filter(
		({ poll }) => poll.context !== context && isUnsaved(poll) && !isBeingSaved(poll),
	);
	for (const { key, poll } of undecided) {
		const known = states.get(key);
		// n8n begins no other poll of a publication of which it has discarded one.
		if (known && (poll.context === context || !isUnsaved(poll))) delete known.poll;
	}
	for (const { key, poll } of discarded) {
		states.set(key, { state: poll.before });
		poll.context.getWorkflowStaticData('global')[key] = poll.before;
	}
}

function isBeingSaved(poll: UndecidedPoll): boolean {
	return isUnsaved(poll) && isWithin(SAVED_WITHIN_MS, poll.wroteAtMs, Date.now());
}

/** Whether n8n has saved the static data of a trigger's publication, or has nothing to save. */
export function isSaved(context: StateContext): boolean {
	return !isUnsaved({ context });
}

/**
 * Whether n8n still has to save the static data of a poll's publication: it saves it within
 * milliseconds when it keeps what a poll returned, and never when it discards that. Read from n8n's own
 * mark, the only trace of it that there is; without one, n8n counts as having saved it.
 */
function isUnsaved({ context }: { context: unknown }): boolean {
	const workflow = isRecord(context) ? context.workflow : undefined;
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	return isRecord(staticData) && staticData.__dataChanged === true;
}
