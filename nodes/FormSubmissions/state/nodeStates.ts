import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { workflowIdOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isDataObject, isRecord } from '../general/records';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each publication
 * holds a copy of it, which its triggers share, and n8n saves that copy as a whole. So a state is stored
 * under its node's ID, with a counter; the newest ones are also kept in process memory, and whoever
 * writes adds its siblings' newer ones.
 */

export type StateContext = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** The states of a node, which stand apart: the path of its address, what it registered, how far it has read. */
type Kind = 'address' | 'webhook' | 'list';

/** A state, as the publication or this process has it. */
type Copy = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** The newest states of each workflow, by the key they are stored under. */
const workflows = new ProcessMemory<Map<string, Copy>>(10_000);

function knownOf(context: StateContext): Map<string, Copy> {
	return workflows.getOrMake(workflowIdOf(context), () => new Map());
}

/** What a trigger has stored: as its publication has it, or what this process remembers, if that is newer. */
export function readState(context: StateContext, kind: Kind): IDataObject | undefined {
	return copyOf(context, context.getNode().id, kind)?.value;
}

function copyOf(context: StateContext, id: string, kind: Kind): Copy | undefined {
	const key = stateKeyOf(id, kind);
	const stored = context.getWorkflowStaticData('global')[key];
	return newest(knownOf(context).get(key), toCopy(stored, id));
}

/** Stores what n8n saves with the next run, or at the end of a publication. `value` must not be changed later. */
export function writeState(context: StateContext, kind: Kind, value: IDataObject): void {
	const { id: nodeId } = context.getNode();
	const counter = (copyOf(context, nodeId, kind)?.counter ?? 0) + 1;
	const states = knownOf(context);
	states.set(stateKeyOf(nodeId, kind), { nodeId, counter, value });
	const staticData = context.getWorkflowStaticData('global');
	for (const [key, state] of states) {
		const stored = toCopy(staticData[key], state.nodeId);
		if (newest(stored, state) !== stored) staticData[key] = state;
	}
}

/** The copy with the higher counter; if both have it, the first. */
function newest(one: Copy | undefined, other: Copy | undefined): Copy | undefined {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
}

/** Reads a stored state; undefined if there is none, or if it belongs to another node. */
function toCopy(stored: unknown, nodeId: string): Copy | undefined {
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
 * Whether n8n has saved the static data of a trigger's publication, or has nothing to save. Read from n8n's own
 * mark, the only trace of it that there is; without one, n8n counts as having saved it.
 */
export function isSaved(context: object): boolean {
	const workflow = isRecord(context) ? context.workflow : undefined;
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	return !isRecord(staticData) || staticData.__dataChanged !== true;
}
