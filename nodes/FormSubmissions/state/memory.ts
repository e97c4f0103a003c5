import type { IDataObject } from 'n8n-workflow';

import { newest, storedCopy, type Envelope } from './envelope';

/** Workflows whose states are kept in memory; the one unused for longest goes first. */
const MOST_WORKFLOWS = 1_000;

type NodeMemory = {
	/** The newest state that may be brought along; none where only its counter is known. */
	envelope?: Envelope;
	/** The highest counter of any copy, kept or not: a later state must outrank all of them. */
	counter: number;
	/** The static data that the node's publication holds, and n8n saves as a whole. */
	staticData?: IDataObject;
};

type WorkflowMemory = Map<string, NodeMemory>;

const workflows = new Map<string, WorkflowMemory>();

/**
 * The newest states of this package's nodes in one workflow, as far as this process wrote or read
 * them. n8n keeps the static data of a workflow as one blob, of which each published trigger holds
 * a copy of its own and saves all of it: whoever makes n8n save has to bring its siblings' newest
 * states along, or it sets them back to what they were when its copy was made.
 */
export function rememberedStates(workflowId: string): Envelope[] {
	const states = [...(workflows.get(workflowId)?.values() ?? [])];
	return states.flatMap(({ envelope }) => envelope ?? []);
}

/** The same of one node. */
export function rememberedState(workflowId: string, nodeId: string): Envelope | undefined {
	return workflows.get(workflowId)?.get(nodeId)?.envelope;
}

/** Remembers a state, and writes it into the static data that its siblings may be about to save. */
export function remember(workflowId: string, envelope: Envelope): void {
	const { nodeId } = envelope;
	const memory = memoryOf(workflowId, nodeId);
	memory.envelope = envelope;
	memory.counter = Math.max(memory.counter, envelope.counter);
	for (const [siblingId, { staticData }] of workflows.get(workflowId) ?? []) {
		if (siblingId !== nodeId && staticData) storeNewer(staticData, envelope);
	}
}

/** Notes which static data n8n saves for a node that is published. */
export function rememberStaticData(
	workflowId: string,
	nodeId: string,
	staticData: IDataObject,
): void {
	memoryOf(workflowId, nodeId).staticData = staticData;
}

/**
 * The counter of a node's next state: above that of the copy it follows on, and above those of states
 * that were never saved but may still stand in a sibling's copy.
 */
export function nextCounter(
	workflowId: string,
	nodeId: string,
	before: Envelope | undefined,
): number {
	const memory = memoryOf(workflowId, nodeId);
	memory.counter = Math.max(memory.counter, before?.counter ?? 0) + 1;
	return memory.counter;
}

/** Stores a state where it is newer than what is there. */
export function storeNewer(staticData: IDataObject, envelope: Envelope): void {
	const stored = storedCopy(staticData, envelope.nodeId);
	if (newest([stored, envelope]) !== stored) staticData[envelope.nodeId] = envelope;
}

/** Forgets everything, as a restart of the process would. */
export function forgetStates(): void {
	workflows.clear();
}

function memoryOf(workflowId: string, nodeId: string): NodeMemory {
	const nodes: WorkflowMemory = workflows.get(workflowId) ?? new Map<string, NodeMemory>();
	const memory = nodes.get(nodeId) ?? { counter: 0 };
	nodes.set(nodeId, memory);
	workflows.delete(workflowId);
	workflows.set(workflowId, nodes);
	const [oldest] = workflows.keys();
	if (workflows.size > MOST_WORKFLOWS && oldest !== undefined) workflows.delete(oldest);
	return memory;
}
