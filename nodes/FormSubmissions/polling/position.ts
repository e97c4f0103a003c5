import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isWithin } from '../general/time';
import {
	isSaved,
	newest,
	nextState,
	readState,
	rememberPollState,
	toState,
	whenSettled,
	writePollState,
	writeState,
} from '../state/nodeStates';
import type { Turn } from './turns';

/** Where the checkpoint of a poll is stored. How n8n keeps it is known when the poll begins. */
export type Position = {
	/** What the poll begins from; undefined if nothing is stored. */
	read(): IDataObject | undefined;
	/** Stores the first checkpoint, which counts whatever becomes of the poll. */
	start(value: IDataObject): void;
	/**
	 * Stores how far the poll has come, which n8n keeps or discards with the items. Returns false if another poll
	 * has taken its place: then nothing is stored, and nothing is to be returned.
	 */
	moveTo(value: IDataObject, hasItems: boolean): Promise<boolean>;
};

/** The key of the state in the node's own static data. */
const STATE = 'state';

/** How long a poll waits for a save of its own publication (milliseconds). */
const OWN_SAVE_WITHIN_MS = 5_000;

export function positionOf(context: IPollFunctions, turn: Turn): Position {
	const { cursor } = turn;
	// n8n commits it with the items, or alone.
	const staged = turn.kind === 'durable' ? cursor : undefined;
	// The newer of the cursor and what was stored before there was one.
	const begun = () => {
		const inCursor = cursor && toState(cursor[STATE], context.getNode().id);
		return newest(inCursor, readState(context, 'list'));
	};
	const start = (value: IDataObject) => {
		const state = writeState(context, 'list', value);
		if (cursor) cursor[STATE] = state;
		return state;
	};
	const move = (value: IDataObject, hasItems: boolean) => {
		const before = begun() ?? start(value);
		const state = nextState(context, before, value);
		if (staged) staged[STATE] = state;
		else if (hasItems) {
			writePollState(context, before, state);
			if (cursor) cursor[STATE] = state;
		}
		// The counter stays, so that what another process saves meanwhile counts for more.
		else rememberPollState(context, { ...before, value });
	};
	return {
		read: () => begun()?.value,
		start,
		async moveTo(value, hasItems) {
			const sinceMs = Date.now();
			const isSaving = () => !isSaved(context) && isWithin(OWN_SAVE_WITHIN_MS, sinceMs, Date.now());
			const act = () => {
				const isOver = turn.isReplaced();
				if (!isOver) move(value, hasItems);
				return !isOver;
			};
			// A save of its publication that is under way would clear the mark by which it will be judged.
			const mayAct = () => !hasItems || staged !== undefined || !isSaving();
			return await whenSettled(context, act, mayAct);
		},
	};
}
