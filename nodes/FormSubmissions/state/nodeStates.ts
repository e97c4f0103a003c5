import type {
	IDataObject,
	IHookFunctions,
	INode,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isDataObject } from '../general/records';
import { BoundedMap, remembered } from '../general/remembered';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each published
 * trigger holds a copy of it, and n8n saves that copy as a whole. So a state is stored under its
 * node's ID, with a counter, the newest states are also kept in process memory, and whoever writes
 * adds its siblings' newer ones.
 */

type StateContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** What one node remembers. */
type State = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** The newest states of a workflow's nodes, by node ID. */
const workflows = remembered(() => new BoundedMap<string, Map<string, State>>(10_000));

function statesOf(context: StateContext): Map<string, State> {
	const workflowId = workflowIdOf(context);
	const states = workflows().get(workflowId) ?? new Map<string, State>();
	workflows().set(workflowId, states);
	return states;
}

/**
 * A webhook trigger's state. What this process remembers counts, too: the service has accepted it,
 * even if n8n hasn't saved it yet.
 */
export function readHookState(context: StateContext): unknown {
	return newest(storedState(context), statesOf(context).get(context.getNode().id))?.value;
}

/** Stores a webhook trigger's state. `value` must not be changed later. */
export function writeHookState(context: StateContext, value: IDataObject): void {
	const state = nextState(context, storedState(context), value);
	statesOf(context).set(state.nodeId, state);
	store(context, state);
}

/** The key of the state in the node's own static data. */
const STATE = 'state';

/**
 * A polling trigger's state, as n8n has it: what only this process remembers doesn't count, since
 * n8n may have discarded what the poll returned.
 */
export function readPollState(context: IPollFunctions): unknown {
	return storedPollState(context)?.value;
}

/** Stores the state of a poll, which n8n saves with the items. `value` must not be changed later. */
export function writePollState(context: IPollFunctions, value: IDataObject): void {
	const state = nextState(context, storedPollState(context), value);
	const cursor = durableCursor(context);
	if (cursor) cursor[STATE] = state;
	// n8n doesn't commit the cursor of its own poll, but saves the workflow's static data.
	if (cursor && isDurablyScheduled(context)) return;
	statesOf(context).set(state.nodeId, state);
	store(context, state);
}

/** Writes a state into the static data that n8n is about to save, and its siblings' newer ones. */
function store(context: StateContext, state: State): void {
	const staticData = context.getWorkflowStaticData('global');
	for (const sibling of statesOf(context).values()) {
		const stored = stateIn(staticData, sibling.nodeId);
		if (newest(stored, sibling) !== stored) staticData[sibling.nodeId] = sibling;
	}
	staticData[state.nodeId] = state;
}

function nextState(context: StateContext, before: State | undefined, value: IDataObject): State {
	const { id: nodeId } = context.getNode();
	const last = newest(before, statesOf(context).get(nodeId));
	return { nodeId, counter: (last?.counter ?? 0) + 1, value };
}

function storedState(context: StateContext): State | undefined {
	return stateIn(context.getWorkflowStaticData('global'), context.getNode().id);
}

/** With durable cursors, the newer of the cursor and what was stored before there was one. */
function storedPollState(context: IPollFunctions): State | undefined {
	const cursor = durableCursor(context);
	const own = cursor && toState(cursor[STATE], context.getNode().id);
	return own?.counter === UNREADABLE ? own : newest(own, storedState(context));
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

/** How long n8n allows a poll that its durable scheduler does not run (milliseconds). */
const UNSCHEDULED_BUDGET_MS = 300_000;

/** Whether n8n's durable scheduler runs the poll: each has its own context, and another time limit. */
export function isDurablyScheduled(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	return budgetMs !== UNSCHEDULED_BUDGET_MS;
}

/** The copy with the higher counter; if both have it, the first. */
function newest(one: State | undefined, other: State | undefined): State | undefined {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
}

function stateIn(staticData: IDataObject, nodeId: string): State | undefined {
	return Object.hasOwn(staticData, nodeId) ? toState(staticData[nodeId], nodeId) : undefined;
}

/** The counter of something stored that is no state. */
const UNREADABLE = 0;

/** Reads a stored state; undefined if there is none, or if it belongs to another node. */
function toState(stored: unknown, nodeId: string): State | undefined {
	if (stored === undefined || stored === null) return undefined;
	if (isDataObject(stored) && typeof stored.counter === 'number' && isDataObject(stored.value)) {
		const { nodeId: owner, counter, value } = stored;
		return owner === nodeId ? { nodeId, counter, value } : undefined;
	}
	// Something is stored, so the caller has to report that it can't be read.
	return { nodeId, counter: UNREADABLE, value: { unreadable: true } };
}

type NodeContext = { getWorkflow(): { id?: string }; getNode(): INode };

/** Identifies a node among all workflows of a process. A rename doesn't change a node's ID. */
export function nodeKeyOf(context: NodeContext): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}

function workflowIdOf(context: NodeContext): string {
	return context.getWorkflow().id ?? '';
}
