import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isDataObject } from '../general/records';
import {
	knownOf,
	knownState,
	noteUndecided,
	settle,
	type State,
	type StateContext,
} from './undecidedPoll';

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
	const { id } = context.getNode();
	const key = stateKeyOf(id, kind);
	const stored = context.getWorkflowStaticData('global')[key];
	return newest(knownState(context, key), toState(stored, id));
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
	noteUndecided(before, { key, state, context, wroteAtMs: Date.now() });
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
