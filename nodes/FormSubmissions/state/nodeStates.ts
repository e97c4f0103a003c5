import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isDataObject } from '../general/records';
import { decide, statesOf, type Recent, type State, type StateContext } from './undecidedPolls';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each publication
 * holds a copy of it, which its triggers share, and n8n saves that copy as a whole. So a state is stored
 * under its node's ID, with a counter; the newest ones are also kept in process memory, and whoever
 * writes adds its siblings' newer ones.
 */

/** The states of a node, which stand apart: a trigger can both register itself and read the list. */
type Kind = 'webhook' | 'list';

/** A trigger's state: as its publication has it, or what this process remembers, if that is newer. */
export function readState(context: StateContext, kind: Kind): State | undefined {
	const states = statesOf(context);
	decide(states, context);
	const known = states.get(keyOf(context, kind));
	const { id } = context.getNode();
	const stored = toState(context.getWorkflowStaticData('global')[keyOf(context, kind)], id);
	// What is remembered of polls that returned nothing has the counter of what is stored.
	const isUndecided = known?.poll && known.poll.context !== context;
	return newest(isUndecided ? undefined : known?.state, stored);
}

/** Stores a state that n8n never discards, and returns it. `value` must not be changed later. */
export function writeState(context: StateContext, kind: Kind, value: IDataObject): State {
	const state = nextState(context, readState(context, kind), value);
	store(context, keyOf(context, kind), { state });
	return state;
}

/** Writes the state that this process knows, if what n8n has stored is older or gone. */
export function putBackState(context: StateContext, kind: Kind): void {
	const key = keyOf(context, kind);
	const known = statesOf(context).get(key);
	const stored = toState(context.getWorkflowStaticData('global')[key], context.getNode().id);
	if (known && newest(stored, known.state) !== stored) store(context, key, known);
}

/** Stores the state of a poll, which n8n saves with the items, and returns it. */
export function writePollState(context: IPollFunctions, value: IDataObject, before: State): State {
	const state = nextState(context, before, value);
	store(context, keyOf(context, 'list'), {
		state,
		poll: { context, before, wroteAtMs: Date.now() },
	});
	return state;
}

/**
 * Remembers the state of a poll without items, which n8n wouldn't save. The counter stays, so that what
 * another process saves meanwhile counts for more.
 */
export function rememberPollState(
	context: IPollFunctions,
	value: IDataObject,
	before: State,
): void {
	statesOf(context).set(keyOf(context, 'list'), { state: { ...before, value } });
}

export function nextState(
	context: StateContext,
	before: State | undefined,
	value: IDataObject,
): State {
	return { nodeId: context.getNode().id, counter: (before?.counter ?? 0) + 1, value };
}

function store(context: StateContext, ownKey: string, own: Recent): void {
	const states = statesOf(context);
	decide(states, context);
	const staticData = context.getWorkflowStaticData('global');
	for (const [key, { state, poll }] of states) {
		const stored = toState(staticData[key], state.nodeId);
		if (key !== ownKey && !poll && newest(stored, state) !== stored) staticData[key] = state;
	}
	states.set(ownKey, own);
	staticData[ownKey] = own.state;
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

function keyOf(context: StateContext, kind: Kind): string {
	return `${kind} ${context.getNode().id}`;
}
