import type { IDataObject } from 'n8n-workflow';

import { BoundedMap, remembered } from '../general/remembered';

/** A delivery that came while a person listened for a test event. */
export type Heard = { submissionId: unknown; row: IDataObject };

/**
 * By `nodeKeyOf`: what each trigger heard when a person last listened; undefined if nothing. In a test,
 * n8n asks a node that polls for its output, and doesn't pass on what the delivery gave.
 */
const heard = remembered(() => new BoundedMap<string, Heard | undefined>(1_000));

/** A person begins to listen; returns whether the last time ended without hearing anything. */
export function beginListening(nodeKey: string): boolean {
	const isAgain = heard().has(nodeKey) && heard().get(nodeKey) === undefined;
	heard().set(nodeKey, undefined);
	return isAgain;
}

export function noteHeard(nodeKey: string, delivery: Heard): void {
	heard().set(nodeKey, delivery);
}

export function lastHeard(nodeKey: string): Heard | undefined {
	return heard().get(nodeKey);
}
