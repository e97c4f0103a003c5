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
import { isDataObject, isRecord } from '../general/records';
import { isWithin } from '../general/time';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each publication
 * holds a copy of it, which its triggers share, and n8n saves that copy as a whole. So a state is stored
 * under its node's ID, with a counter; the newest ones are also kept in process memory, and whoever
 * writes adds its siblings' newer ones.
 *
 * A poll writes its state before n8n decides whether it keeps or discards what the poll returned, and a
 * discarded submission must come again. Until that is decided, the state before counts, and no other trigger
 * hands over anything: so there is one such poll at most. Who only reads decides nothing.
 */

export type StateContext = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

/** The states of a node, which stand apart: a trigger can both register itself and read the list. */
type Kind = 'webhook' | 'list';

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

function knownOf(context: StateContext): Known {
	return workflows.getOrMake(workflowIdOf(context), () => ({ states: new Map() }));
}

/** A trigger's state: as its publication has it, or what this process remembers, if that is newer. */
export function readState(context: StateContext, kind: Kind): State | undefined {
	const { id } = context.getNode();
	const key = stateKeyOf(id, kind);
	const stored = context.getWorkflowStaticData('global')[key];
	return newest(knownState(context, key), toState(stored, id));
}

/** The state that counts for a trigger: a poll's own publication goes on from what it wrote. */
function knownState(context: StateContext, key: string): State | undefined {
	const { states, undecided } = knownOf(context);
	const counts = undecided?.key === key && isKept(undecided, context);
	return counts ? undecided.state : states.get(key);
}

/** Stores a state that n8n never discards, and returns it. `value` must not be changed later. */
export function writeState(context: StateContext, kind: Kind, value: IDataObject): State {
	const state = nextState(context, readState(context, kind), value);
	store(context, stateKeyOf(state.nodeId, kind), state);
	return state;
}

/** Stores the state of a poll, which counts if n8n keeps what the poll returns; until then, `before` does. */
export function writePollState(context: IPollFunctions, before: State, state: State): void {
	const key = stateKeyOf(state.nodeId, 'list');
	store(context, key, state);
	const known = knownOf(context);
	known.states.set(key, before);
	known.undecided = { key, state, context, wroteAtMs: Date.now() };
	void watch(known, known.undecided);
}

/** Remembers the state of a poll without items, which n8n wouldn't save. */
export function rememberPollState(context: IPollFunctions, state: State): void {
	settle(context);
	knownOf(context).states.set(stateKeyOf(state.nodeId, 'list'), state);
}

export function nextState(
	context: StateContext,
	before: State | undefined,
	value: IDataObject,
): State {
	return { nodeId: context.getNode().id, counter: (before?.counter ?? 0) + 1, value };
}

function store(context: StateContext, ownKey: string, own: State): void {
	settle(context);
	const { states } = knownOf(context);
	const staticData = context.getWorkflowStaticData('global');
	for (const [key, state] of states) {
		const stored = toState(staticData[key], state.nodeId);
		if (newest(stored, state) !== stored) staticData[key] = state;
	}
	states.set(ownKey, own);
	staticData[ownKey] = own;
}

/** The copy with the higher counter; if both have it, the first. */
export function newest(one: State | undefined, other: State | undefined): State | undefined {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
}

/** Reads a stored state; undefined if there is none, or if it belongs to another node. */
export function toState(stored: unknown, nodeId: string): State | undefined {
	if (stored === undefined || stored === null) return undefined;
	if (isDataObject(stored) && typeof stored.counter === 'number' && isDataObject(stored.value)) {
		const { nodeId: owner, counter, value } = stored;
		return owner === nodeId ? { nodeId, counter, value } : undefined;
	}
	// Something is stored, so the caller has to report that it can't be read.
	return { nodeId, counter: 0, value: { unreadable: true } };
}

function stateKeyOf(nodeId: string, kind: Kind): string {
	return `${kind} ${nodeId}`;
}

/**
 * What n8n hasn't saved within this time after a poll wrote it, it has discarded (milliseconds). Usually, it saves
 * within milliseconds; nine seconds were seen where many triggers ran at once.
 */
const DISCARDED_AFTER_MS = 30_000;

/** How often it is looked whether it has (milliseconds). */
const LOOKS_FOR_SAVE_MS = 10;

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
function settle(context: StateContext): boolean {
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
