import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../general/records';

/** What one node remembers, with the counter that shows which of several copies is the newest. */
export type Envelope = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write; the copy with the highest counter wins. */
	counter: number;
	value: IDataObject;
};

/**
 * Reads a copy of a node's state; undefined if there is none, or if it belongs to another node.
 * Versions up to 0.1.0 stored the bare value under the node's ID; it counts as the oldest copy.
 */
export function readEnvelope(stored: unknown, nodeId: string): Envelope | undefined {
	if (stored === undefined || stored === null) return undefined;
	// Something is stored, so the caller has to report that it can't be read.
	if (!isDataObject(stored)) return { nodeId, counter: 0, value: { unreadable: true } };
	const { nodeId: owner, counter, value } = stored;
	if (typeof counter !== 'number') {
		return { nodeId, counter: 0, value: stored };
	}
	if (owner !== nodeId || !isDataObject(value)) return undefined;
	return { nodeId, counter, value };
}

/** The copy with the highest counter; if several have it, the first of them. */
export function newest(copies: Array<Envelope | undefined>): Envelope | undefined {
	return copies.reduce((best, copy) => {
		if (!copy) return best;
		return best && best.counter >= copy.counter ? best : copy;
	}, undefined);
}

/** The copy of a node's state in the static data of its workflow. */
export function storedCopy(staticData: IDataObject, nodeId: string): Envelope | undefined {
	return Object.hasOwn(staticData, nodeId) ? readEnvelope(staticData[nodeId], nodeId) : undefined;
}
