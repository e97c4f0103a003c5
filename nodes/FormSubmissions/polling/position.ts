import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	newest,
	nextState,
	readState,
	toState,
	rememberPollState,
	writePollState,
	writeState,
} from '../state/nodeStates';
import type { State } from '../state/undecidedPolls';

/** The key of the state in the node's own static data. */
const STATE = 'state';

/**
 * What a poll begins from. With durable cursors, the newer of the cursor and what was stored before
 * there was one.
 */
export function readPosition(context: IPollFunctions): State | undefined {
	const cursor = durableCursor(context);
	const stored = readState(context, 'list');
	return newest(cursor && toState(cursor[STATE], context.getNode().id), stored);
}

export function writeStart(context: IPollFunctions, value: IDataObject): State {
	const cursor = durableCursor(context);
	const state = writeState(context, 'list', value);
	if (cursor) cursor[STATE] = state;
	return state;
}

/** For a poll of n8n's durable scheduler: n8n commits the cursor with the items, or alone. */
export function stagePosition(context: IPollFunctions, value: IDataObject): void {
	const before = readPosition(context) ?? writeStart(context, value);
	const cursor = durableCursor(context);
	if (cursor) cursor[STATE] = nextState(context, before, value);
}

/** For any other poll that returns items: n8n saves it with them, or discards both. */
export function writePosition(context: IPollFunctions, value: IDataObject): void {
	const before = readPosition(context) ?? writeStart(context, value);
	const state = writePollState(context, value, before);
	const cursor = durableCursor(context);
	if (cursor) cursor[STATE] = state;
}

/** For any other poll that returns nothing: n8n would save it only with the next items. */
export function rememberPosition(context: IPollFunctions, value: IDataObject): void {
	rememberPollState(context, value, readPosition(context) ?? writeStart(context, value));
}

/**
 * The node's static data if n8n keeps it as a durable poll cursor, which it commits in one
 * transaction with the execution. Undefined if n8n keeps it within the workflow's: that is an
 * observed object, whereas the cursor is a plain one.
 */
function durableCursor(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}

export function hasDurableCursor(context: IPollFunctions): boolean {
	return durableCursor(context) !== undefined;
}
