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

/** `isDurable`: n8n's durable scheduler runs the poll. */
export function writePosition(
	context: IPollFunctions,
	value: IDataObject,
	{ isWithItems, isDurable }: { isWithItems: boolean; isDurable: boolean },
): void {
	const before = readPosition(context) ?? writeStart(context, value);
	const cursor = durableCursor(context);
	// n8n commits the cursor with the items, or alone.
	if (cursor && isDurable) cursor[STATE] = nextState(context, before, value);
	else if (!isWithItems) rememberPollState(context, value, before);
	else {
		const state = writePollState(context, value, before);
		if (cursor) cursor[STATE] = state;
	}
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
