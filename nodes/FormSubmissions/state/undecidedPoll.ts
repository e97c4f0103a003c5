import {
	sleep,
	type IDataObject,
	type IHookFunctions,
	type IPollFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { workflowIdOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isRecord } from '../general/records';
import { isWithin } from '../general/time';

/*
 * What this process knows of the states of a workflow's nodes. A poll writes its state before n8n decides
 * whether it keeps or discards what the poll returned, and a discarded submission must come again. Until that
 * is decided, the state before counts, and no other trigger hands over anything: so there is one such poll at
 * most. Who only reads decides nothing.
 */

export type StateContext = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

export type State = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write that n8n saves: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** A poll of which it isn't decided yet whether n8n keeps what it returned, and the state that counts if so. */
type UndecidedPoll = { key: string; state: State; context: IPollFunctions; wroteAtMs: number };

type Known = {
	/** The newest states, by the key they are stored under. */
	states: Map<string, State>;
	undecided?: UndecidedPoll;
};

const workflows = new ProcessMemory<Known>(10_000);

export function knownOf(context: StateContext): Known {
	return workflows.getOrMake(workflowIdOf(context), () => ({ states: new Map() }));
}

/** The state that counts for a trigger: a poll's own publication goes on from what it wrote. */
export function knownState(context: StateContext, key: string): State | undefined {
	const { states, undecided } = knownOf(context);
	const counts = undecided?.key === key && isKept(undecided, context);
	return counts ? undecided.state : states.get(key);
}

/**
 * What n8n hasn't saved within this time after a poll wrote it, it has discarded (milliseconds). Usually, it saves
 * within milliseconds; nine seconds were seen where many triggers ran at once.
 */
const DISCARDED_AFTER_MS = 30_000;

/** How often it is looked whether it has (milliseconds). */
const LOOKS_FOR_SAVE_MS = 10;

/** A poll has written its state; until n8n has kept what it returns, `before` counts. */
export function noteUndecided(before: State, poll: UndecidedPoll): void {
	const known = knownOf(poll.context);
	known.states.set(poll.key, before);
	known.undecided = poll;
	void watch(known, poll);
}

/**
 * Decides as soon as n8n has saved it: a node of another package that writes static data later sets the mark
 * again. If n8n hasn't, that is left to who needs to know it: nobody, where this trigger is alone.
 */
async function watch(known: Known, poll: UndecidedPoll): Promise<void> {
	do await sleep(LOOKS_FOR_SAVE_MS);
	while (known.undecided === poll && isBeingSaved(poll));
	if (isSaved(poll.context)) decide(known);
}

/** To be called before anything is written: decides what became of the undecided poll, if that can be known yet. */
export function settle(context: StateContext): boolean {
	return decide(knownOf(context), context);
}

/** Puts back the state before a poll that n8n has discarded. */
function decide(known: Known, reader?: StateContext): boolean {
	const { undecided } = known;
	if (!undecided) return true;
	const { key, state, context } = undecided;
	if (isKept(undecided, reader)) known.states.set(key, state);
	else if (isBeingSaved(undecided)) return false;
	else context.getWorkflowStaticData('global')[key] = known.states.get(key);
	known.undecided = undefined;
	return true;
}

/** Calls `act` once no poll is undecided, without a pause in between. */
export async function whenSettled<T>(
	context: StateContext,
	act: () => T,
	mayAct: () => boolean = () => true,
): Promise<T> {
	while (!settle(context) || !mayAct()) await sleep(LOOKS_FOR_SAVE_MS);
	return act();
}

function isBeingSaved({ context, wroteAtMs }: UndecidedPoll): boolean {
	return !isSaved(context) && isWithin(DISCARDED_AFTER_MS, wroteAtMs, Date.now());
}

/** n8n begins no other poll of a publication of which it has discarded one. */
function isKept({ context }: UndecidedPoll, reader?: StateContext): boolean {
	return context === reader || isSaved(context);
}

/**
 * Whether n8n has saved the static data of a trigger's publication, or has nothing to save: it saves it
 * within milliseconds when it keeps what a poll returned, and never when it discards that. Read from n8n's own
 * mark, the only trace of it that there is; without one, n8n counts as having saved it.
 */
export function isSaved(context: object): boolean {
	const workflow = isRecord(context) ? context.workflow : undefined;
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	return !isRecord(staticData) || staticData.__dataChanged !== true;
}
