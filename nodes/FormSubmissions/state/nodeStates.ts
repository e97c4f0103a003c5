import type {
	IDataObject,
	IHookFunctions,
	INode,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isDataObject } from '../general/records';
import { remembered } from '../general/remembered';

/*
 * All that a trigger remembers goes through `state/`. n8n stores the static data of a workflow as
 * one blob. Each published trigger holds a copy of it, and n8n saves that copy as a whole: a node
 * that makes n8n save must include its siblings' newest states, or it resets them to what they were
 * when its copy was made. So the newest states are also kept in process memory, by workflow and
 * node ID, and of several copies of a state, the newest counts.
 */

type StateContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** What one node remembers, with the counter that shows which of several copies is the newest. */
export type Envelope = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write; the copy with the highest counter wins. */
	counter: number;
	value: IDataObject;
};

/** Reads a copy of a node's state; undefined if there is none, or if it belongs to another node. */
export function readEnvelope(stored: unknown, nodeId: string): Envelope | undefined {
	if (stored === undefined || stored === null) return undefined;
	if (isDataObject(stored)) {
		const { nodeId: owner, counter, value } = stored;
		if (typeof counter === 'number' && isDataObject(value)) {
			return owner === nodeId ? { nodeId, counter, value } : undefined;
		}
	}
	// Something is stored, so the caller has to report that it can't be read.
	return { nodeId, counter: 0, value: { unreadable: true } };
}

/** The copy with the higher counter; if both have it, the first. */
export function newest(one: Envelope | undefined, other: Envelope | undefined) {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
}

/**
 * A state that n8n saves after a node's hooks have run (a webhook trigger's registrations). What
 * this process remembers counts too: the service has accepted it, even if n8n hasn't saved it yet
 * or another trigger's save has reset it. A poll's state is in `pollState.ts`.
 */
export function readHookState(context: StateContext): unknown {
	return newestCopy(context)?.value;
}

/** Stores such a state together with those of its siblings. `value` must not be changed later. */
export function writeHookState(context: StateContext, value: IDataObject): void {
	const envelope = nextEnvelope(context, newestCopy(context), value);
	remember(context, envelope);
	storeWithSiblings(context, envelope);
}

/** The copy of the node's state in the static data of its workflow. */
export function storedState(context: StateContext): Envelope | undefined {
	return copyIn(context.getWorkflowStaticData('global'), context.getNode().id);
}

/** The node's next state, after the copy `before`. */
export function nextEnvelope(
	context: StateContext,
	before: Envelope | undefined,
	value: IDataObject,
): Envelope {
	const { id: nodeId } = context.getNode();
	const memory = memoryOf(context);
	memory.counter = Math.max(memory.counter, before?.counter ?? 0) + 1;
	return { nodeId, counter: memory.counter, value };
}

/** Writes a node's state into the static data, and any sibling's state newer than the one there. */
export function storeWithSiblings(context: StateContext, envelope: Envelope): void {
	const staticData = context.getWorkflowStaticData('global');
	for (const sibling of workflows().get(workflowIdOf(context))?.values() ?? []) {
		if (sibling.envelope) storeNewer(staticData, sibling.envelope);
	}
	staticData[envelope.nodeId] = envelope;
}

/** Remembers a state, and writes it into the static data of siblings, which may be about to save. */
export function remember(context: StateContext, envelope: Envelope): void {
	const memory = memoryOf(context);
	memory.envelope = envelope;
	memory.counter = Math.max(memory.counter, envelope.counter);
	for (const sibling of workflows().get(workflowIdOf(context))?.values() ?? []) {
		const staticData = sibling === memory ? undefined : sibling.staticData?.deref();
		if (staticData) storeNewer(staticData, envelope);
	}
}

/** Remembers which static data n8n saves for the node, for as long as it is published. */
export function rememberStaticData(context: StateContext): void {
	memoryOf(context).staticData = new WeakRef(context.getWorkflowStaticData('global'));
}

type NodeMemory = {
	/** The newest state that siblings may save as well; missing if only its counter is known. */
	envelope?: Envelope;
	/** The highest counter of any copy, kept or not: a later state must outrank all of them. */
	counter: number;
	/** The static data that the node's publication holds; gone once n8n has released it. */
	staticData?: WeakRef<IDataObject>;
};

type WorkflowMemory = Map<string, NodeMemory>;

/** From this number of workflows on, one without a published polling trigger is dropped for each new one. */
const MAX_WITHOUT_POLLING = 1_000;

/** In order of last use. */
const workflows = remembered(() => new Map<string, WorkflowMemory>());

function memoryOf(context: StateContext): NodeMemory {
	const workflowId = workflowIdOf(context);
	const nodes: WorkflowMemory = workflows().get(workflowId) ?? new Map<string, NodeMemory>();
	const isNew = !workflows().delete(workflowId);
	if (isNew && workflows().size >= MAX_WITHOUT_POLLING) dropOneWithoutPolling();
	workflows().set(workflowId, nodes);

	const { id: nodeId } = context.getNode();
	const memory = nodes.get(nodeId) ?? { counter: 0 };
	nodes.set(nodeId, memory);
	return memory;
}

/**
 * Drops the workflow used longest ago of those without a published polling trigger. The others stay,
 * however many there are: their next save has to include what is remembered.
 */
function dropOneWithoutPolling(): void {
	for (const [workflowId, nodes] of workflows()) {
		const isPolling = [...nodes.values()].some(({ staticData }) => staticData?.deref());
		if (isPolling) continue;
		workflows().delete(workflowId);
		return;
	}
}

/** The newest state of the node that this process knows of. */
function newestCopy(context: StateContext): Envelope | undefined {
	const nodes = workflows().get(workflowIdOf(context));
	return newest(storedState(context), nodes?.get(context.getNode().id)?.envelope);
}

/** Stores a state if it is newer than the stored one. */
function storeNewer(staticData: IDataObject, envelope: Envelope): void {
	const stored = copyIn(staticData, envelope.nodeId);
	if (newest(stored, envelope) !== stored) staticData[envelope.nodeId] = envelope;
}

function copyIn(staticData: IDataObject, nodeId: string): Envelope | undefined {
	return Object.hasOwn(staticData, nodeId) ? readEnvelope(staticData[nodeId], nodeId) : undefined;
}

type NodeContext = { getWorkflow(): { id?: string }; getNode(): INode };

/** Identifies a node among all workflows of a process. A rename doesn't change a node's ID. */
export function nodeKeyOf(context: NodeContext): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}

export function workflowIdOf(context: NodeContext): string {
	return context.getWorkflow().id ?? '';
}
