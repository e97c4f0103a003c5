import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../general/boundedMap';
import { newest, storedCopy, type Envelope } from './envelope';

/** Workflows whose states are kept in memory; the least recently used is dropped first. */
const MAX_WORKFLOWS = 1_000;

type NodeMemory = {
	/** The newest state that siblings may save as well; missing if only its counter is known. */
	envelope?: Envelope;
	/** The highest counter of any copy, kept or not: a later state must outrank all of them. */
	counter: number;
	/** The static data that the node's publication holds and n8n saves as a whole. */
	staticData?: IDataObject;
};

type WorkflowMemory = Map<string, NodeMemory>;

const workflows = new BoundedMap<string, WorkflowMemory>(MAX_WORKFLOWS);

/**
 * The newest states of this package's nodes in one workflow, as far as this process wrote or read
 * them. n8n stores the static data of a workflow as one blob. Each published trigger holds a copy
 * of it, and n8n saves that copy as a whole: a node that makes n8n save must include its siblings'
 * newest states, or it resets them to what they were when its copy was made.
 */
export function rememberedStates(workflowId: string): Envelope[] {
	const states = [...(workflows.get(workflowId)?.values() ?? [])];
	return states.flatMap(({ envelope }) => envelope ?? []);
}

/** The newest state of one node, as far as this process wrote or read it. */
export function rememberedState(workflowId: string, nodeId: string): Envelope | undefined {
	return workflows.get(workflowId)?.get(nodeId)?.envelope;
}

/** Remembers a state, and writes it into the static data of siblings, which may be about to save. */
export function remember(workflowId: string, envelope: Envelope): void {
	const { nodeId } = envelope;
	const nodes = nodesOf(workflowId);
	const memory = memoryOf(nodes, nodeId);
	memory.envelope = envelope;
	memory.counter = Math.max(memory.counter, envelope.counter);
	for (const [siblingId, { staticData }] of nodes) {
		if (siblingId !== nodeId && staticData) storeNewer(staticData, envelope);
	}
}

/** Remembers which static data n8n saves for a published node. */
export function rememberStaticData(
	workflowId: string,
	nodeId: string,
	staticData: IDataObject,
): void {
	memoryOf(nodesOf(workflowId), nodeId).staticData = staticData;
}

/**
 * The counter of a node's next state: higher than that of the copy it replaces, and than those of
 * states that were never saved but may still be in a sibling's copy.
 */
export function nextCounter(
	workflowId: string,
	nodeId: string,
	before: Envelope | undefined,
): number {
	const memory = memoryOf(nodesOf(workflowId), nodeId);
	memory.counter = Math.max(memory.counter, before?.counter ?? 0) + 1;
	return memory.counter;
}

/** Stores a state if it is newer than the stored one. */
export function storeNewer(staticData: IDataObject, envelope: Envelope): void {
	const stored = storedCopy(staticData, envelope.nodeId);
	if (newest([stored, envelope]) !== stored) staticData[envelope.nodeId] = envelope;
}

/** Forgets everything, as a restart of the process would. */
export function forgetStates(): void {
	workflows.clear();
}

/** A workflow's memory, which is thereby the one used last. */
function nodesOf(workflowId: string): WorkflowMemory {
	const nodes: WorkflowMemory = workflows.get(workflowId) ?? new Map<string, NodeMemory>();
	workflows.set(workflowId, nodes);
	return nodes;
}

function memoryOf(nodes: WorkflowMemory, nodeId: string): NodeMemory {
	const memory = nodes.get(nodeId) ?? { counter: 0 };
	nodes.set(nodeId, memory);
	return memory;
}
