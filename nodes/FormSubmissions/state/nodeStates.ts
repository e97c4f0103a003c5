import type {
	IDataObject,
	IHookFunctions,
	INode,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isDataObject, isRecord } from '../general/records';
import { BoundedMap, remembered } from '../general/remembered';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each publication
 * holds a copy of it, which its triggers share, and n8n saves that copy as a whole. So a state is stored
 * under its node's ID, with a counter; the newest ones are also kept in process memory, and whoever
 * writes adds its siblings' newer ones. A poll writes its state before n8n decides whether it keeps what
 * the poll returned: if n8n has discarded that, siblings store what was there before.
 */

type StateContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/** The states of a node, which stand apart: a trigger can both register itself and poll. */
type Kind = 'webhook' | 'poll';

/** What one node remembers. */
type State = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** What this process knows of a state. */
type Known = {
	state: State;
	/** Whether n8n has kept the items that came with it; undefined until somebody needs to know. */
	isKept?: boolean;
	/** The context of the poll that wrote it, and what was stored before. */
	writer?: IPollFunctions;
	before?: State;
};

/** The newest states of a workflow's nodes, by the key they are stored under. */
const workflows = remembered(() => new BoundedMap<string, Map<string, Known>>(10_000));

function statesOf(context: StateContext): Map<string, Known> {
	const workflowId = workflowIdOf(context);
	const states = workflows().get(workflowId) ?? new Map<string, Known>();
	workflows().set(workflowId, states);
	return states;
}

/**
 * A webhook trigger's state. What this process remembers counts, too: the service has accepted it,
 * even if n8n hasn't saved it yet.
 */
export function readHookState(context: StateContext): unknown {
	const known = statesOf(context).get(keyOf(context, 'webhook'));
	return newest(storedState(context, 'webhook'), known?.state)?.value;
}

/** Stores a webhook trigger's state. `value` must not be changed later. */
export function writeHookState(context: StateContext, value: IDataObject): void {
	const key = keyOf(context, 'webhook');
	const before = newest(storedState(context, 'webhook'), statesOf(context).get(key)?.state);
	store(context, key, { state: nextState(context, before, value), isKept: true });
}

/** The key of the state in the node's own static data. */
const STATE = 'state';

/**
 * The state of a node that polls, as n8n has it. What only this process remembers doesn't count, since
 * n8n may have discarded what the poll returned, unless a poll of the same publication wrote it: n8n
 * begins no other one after it has discarded one.
 */
export function readPollState(context: IPollFunctions): unknown {
	const known = statesOf(context).get(keyOf(context, 'poll'));
	if (known?.writer === context) known.isKept = true;
	return currentPollState(context)?.value;
}

/** Within this time, n8n has saved the static data, if it keeps what a poll returned (milliseconds). */
const SAVED_WITHIN_MS = 1_000;

/** Waits if n8n may still be saving what a sibling's poll has just returned: what is written next would undo it. */
export async function siblingsSaved(context: IPollFunctions): Promise<void> {
	const ownKey = keyOf(context, 'poll');
	const isAnyUnsaved = [...statesOf(context)].some(
		([key, { isKept, writer }]) => key !== ownKey && isKept === undefined && isUnsaved(writer),
	);
	if (isAnyUnsaved) await sleep(SAVED_WITHIN_MS);
}

/**
 * Stores the state of a poll, which n8n saves with the items. `value` must not be changed later.
 * `isDurable`: n8n's durable scheduler runs the poll.
 */
export function writePollState(
	context: IPollFunctions,
	value: IDataObject,
	{ isWithItems, isDurable = false }: { isWithItems: boolean; isDurable?: boolean },
): void {
	const key = keyOf(context, 'poll');
	const before = currentPollState(context);
	const state = nextState(context, newest(before, statesOf(context).get(key)?.state), value);
	const cursor = durableCursor(context);
	if (cursor) cursor[STATE] = state;
	// n8n doesn't commit the cursor of its own poll, but saves the workflow's static data.
	if (cursor && isDurable) return;
	const isKept = isWithItems ? undefined : true;
	store(context, key, { state, isKept, writer: context, before });
}

/** Writes a state into the static data that n8n is about to save, and what counts of its siblings. */
function store(context: StateContext, key: string, own: Known): void {
	const staticData = context.getWorkflowStaticData('global');
	const states = statesOf(context);
	const siblings = [...states].filter(([siblingKey]) => siblingKey !== key);
	// Decided once, and for all before any is written: a write sets the mark that they share, and the next save
	// clears it. Another package's trigger may have set it, too: then the state counts again from the node's next poll on.
	for (const [, known] of siblings) known.isKept ??= !isUnsaved(known.writer);
	for (const [siblingKey, known] of siblings) {
		const stored = toState(staticData[siblingKey], known.state.nodeId);
		const counts = known.isKept ? known.state : known.before;
		const isDiscarded = counts !== known.state && stored?.counter === known.state.counter;
		if (isDiscarded && !counts) delete staticData[siblingKey];
		else if (counts && (isDiscarded || newest(stored, counts) !== stored))
			staticData[siblingKey] = counts;
	}
	states.set(key, own);
	staticData[key] = own.state;
}

function nextState(context: StateContext, last: State | undefined, value: IDataObject): State {
	return { nodeId: context.getNode().id, counter: (last?.counter ?? 0) + 1, value };
}

function storedState(context: StateContext, kind: Kind): State | undefined {
	const { id } = context.getNode();
	return toState(context.getWorkflowStaticData('global')[keyOf(context, kind)], id);
}

/** What a poll begins from, and what stays if n8n discards it. */
function currentPollState(context: IPollFunctions): State | undefined {
	const known = statesOf(context).get(keyOf(context, 'poll'));
	const stored = storedPollState(context);
	return known?.writer === context ? newest(stored, known.state) : stored;
}

/** With durable cursors, the newer of the cursor and what was stored before there was one. */
function storedPollState(context: IPollFunctions): State | undefined {
	const cursor = durableCursor(context);
	const own = cursor && toState(cursor[STATE], context.getNode().id);
	return own?.counter === UNREADABLE ? own : newest(own, storedState(context, 'poll'));
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

/** Whether n8n keeps the node's static data as a durable poll cursor. */
export function hasDurableCursor(context: IPollFunctions): boolean {
	return durableCursor(context) !== undefined;
}

/**
 * Whether n8n still has to save the static data of a context's publication: it saves it within
 * milliseconds when it keeps what a poll returned, and never when it discards that. Read from n8n's own
 * mark, the only trace of it that there is; without one, n8n counts as having saved it.
 */
function isUnsaved(context: unknown): boolean {
	const workflow = isRecord(context) ? context.workflow : undefined;
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	return isRecord(staticData) && staticData.__dataChanged === true;
}

/** The copy with the higher counter; if both have it, the first. */
function newest(one: State | undefined, other: State | undefined): State | undefined {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
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

function keyOf(context: StateContext, kind: Kind): string {
	return `${kind} ${context.getNode().id}`;
}

/** Identifies a node among all workflows of a process. A rename doesn't change a node's ID. */
export function nodeKeyOf(context: NodeContext): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}

function workflowIdOf(context: NodeContext): string {
	return context.getWorkflow().id ?? '';
}
