import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../api/types';

/** What one node remembers, with what tells which of several copies is the newest. */
export type Envelope = {
	/** A name in a workflow can be taken over by another node, an ID can't. */
	nodeId: string;
	/** Grows with each write; the copy with the highest one counts. */
	counter: number;
	value: IDataObject;
};

/**
 * Reads a copy of a node's state; undefined where there is none, or where it is another node's.
 * Versions up to 0.1.0 stored the bare value under the node's ID: the oldest of all copies.
 */
export function readEnvelope(stored: unknown, nodeId: string): Envelope | undefined {
	if (stored === undefined || stored === null) return undefined;
	// Something is there; whoever reads it has to say that it can't be read.
	if (!isDataObject(stored)) return { nodeId, counter: 0, value: { unreadable: true } };
	const { nodeId: owner, counter, value } = stored;
	if (typeof counter !== 'number') {
		return { nodeId, counter: 0, value: stored };
	}
	if (owner !== nodeId || !isDataObject(value)) return undefined;
	return { nodeId, counter, value };
}

/** The copy with the highest counter; of equal ones the first. */
export function newest(copies: Array<Envelope | undefined>): Envelope | undefined {
	return copies.reduce((best, copy) => {
		if (!copy) return best;
		return best && best.counter >= copy.counter ? best : copy;
	}, undefined);
}

/** The copy of a node's state that stands in the static data of its workflow. */
export function storedCopy(staticData: IDataObject, nodeId: string): Envelope | undefined {
	return Object.hasOwn(staticData, nodeId) ? readEnvelope(staticData[nodeId], nodeId) : undefined;
}
