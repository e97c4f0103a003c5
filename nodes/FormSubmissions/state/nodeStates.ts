import type {
	IDataObject,
	IHookFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isWithin } from '../general/time';
import { workflowIdOf } from '../general/node';
import { isDataObject, isRecord } from '../general/records';
import { Remembered } from '../general/remembered';

/*
 * What triggers remember. n8n stores the static data of a workflow as one blob; each publication
 * holds a copy of it, which its triggers share, and n8n saves that copy as a whole. So a state is stored
 * under its node's ID, with a counter; the newest ones are also kept in process memory, and whoever
 * writes adds its siblings' newer ones. Polls need one thing more: a poll writes its state before n8n
 * decides whether it keeps or discards what the poll returned, and a discarded submission must come again.
 */

export type StateContext = IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions;

/** The states of a node, which stand apart: a trigger can both register itself and read the list. */
type Kind = 'webhook' | 'list';

export type State = {
	/** Another node can take over a name in a workflow, but not an ID. */
	nodeId: string;
	/** Grows with each write that n8n saves: of several copies, the one with the highest counter counts. */
	counter: number;
	value: IDataObject;
};

/** A poll of which it isn't decided yet whether n8n discards what it returned: then `before` counts again. */
type UndecidedPoll = { context: IPollFunctions; before: State; wroteAtMs: number };

type Recent = { state: State; poll?: UndecidedPoll };

/** The newest states of a workflow's nodes, by the key they are stored under. */
const workflows = new Remembered<Map<string, Recent>>(10_000);

function statesOf(context: StateContext): Map<string, Recent> {
	return workflows.getOrMake(workflowIdOf(context), () => new Map());
}

/** A trigger's state: as its publication has it, or what this process remembers, if that is newer. */
export function readState(context: StateContext, kind: Kind): State | undefined {
	const states = statesOf(context);
	decide(states, context);
	const known = states.get(keyOf(context, kind));
	const { id } = context.getNode();
	const stored = toState(context.getWorkflowStaticData('global')[keyOf(context, kind)], id);
	// What is remembered of polls that returned nothing has the counter of what is stored.
	const isUndecided = known?.poll && known.poll.context !== context;
	return newest(isUndecided ? undefined : known?.state, stored);
}

/** Stores a state that n8n never discards, and returns it. `value` must not be changed later. */
export function writeState(context: StateContext, kind: Kind, value: IDataObject): State {
	const state = nextState(context, readState(context, kind), value);
	store(context, keyOf(context, kind), { state });
	return state;
}

/** Stores the state of a poll, which n8n saves with the items, and returns it. */
export function writePollState(context: IPollFunctions, value: IDataObject, before: State): State {
	const state = nextState(context, before, value);
	store(context, keyOf(context, 'list'), {
		state,
		poll: { context, before, wroteAtMs: Date.now() },
	});
	return state;
}

/**
 * Remembers the state of a poll without items, which n8n wouldn't save. The counter stays, so that what
 * another process saves meanwhile counts for more.
 */
export function rememberPollState(
	context: IPollFunctions,
	value: IDataObject,
	before: State,
): void {
	statesOf(context).set(keyOf(context, 'list'), { state: { ...before, value } });
}

export function nextState(
	context: StateContext,
	before: State | undefined,
	value: IDataObject,
): State {
	return { nodeId: context.getNode().id, counter: (before?.counter ?? 0) + 1, value };
}

/** Within this time, n8n has saved the static data, if it keeps what a poll returned (milliseconds). */
const SAVED_WITHIN_MS = 5_000;

const CHECK_MS = 100;

/**
 * Calls `act` once n8n has had the time to save what other polls of the workflow have just returned, in the
 * same instant: a write of one trigger sets the mark by which it is decided what became of another's poll.
 * `isJudged`: so will this poll be, so that no earlier save of its publication may be under way: it clears the mark.
 */
export async function whenOthersAreSaved<T>(
	context: StateContext,
	act: () => T,
	{ isJudged = false } = {},
): Promise<T> {
	const isAnyBeingSaved = () =>
		[...statesOf(context).values()].some(
			({ poll }) => poll && poll.context !== context && isBeingSaved(poll),
		);
	let waitedMs = 0;
	while (isAnyBeingSaved() || (isJudged && waitedMs < SAVED_WITHIN_MS && isUnsaved({ context }))) {
		await sleep(CHECK_MS);
		waitedMs += CHECK_MS;
	}
	return act();
}

function store(context: StateContext, ownKey: string, own: Recent): void {
	const states = statesOf(context);
	decide(states, context);
	const staticData = context.getWorkflowStaticData('global');
	for (const [key, { state, poll }] of states) {
		const stored = toState(staticData[key], state.nodeId);
		if (key !== ownKey && !poll && newest(stored, state) !== stored) staticData[key] = state;
	}
	states.set(ownKey, own);
	staticData[ownKey] = own.state;
}

/**
 * Decides what became of polls, and puts back what was there before those that n8n has discarded. All
 * are decided before anything is written, since that sets the mark by which they are.
 */
function decide(states: Map<string, Recent>, context: StateContext): void {
	const undecided = [...states].flatMap(([key, { poll }]) => (poll ? [{ key, poll }] : []));
	const discarded = undecided.filter(
		({ poll }) => poll.context !== context && isUnsaved(poll) && !isBeingSaved(poll),
	);
	for (const { key, poll } of undecided) {
		const known = states.get(key);
		// n8n begins no other poll of a publication of which it has discarded one.
		if (known && (poll.context === context || !isUnsaved(poll))) delete known.poll;
	}
	for (const { key, poll } of discarded) {
		states.set(key, { state: poll.before });
		poll.context.getWorkflowStaticData('global')[key] = poll.before;
	}
}

function isBeingSaved(poll: UndecidedPoll): boolean {
	return isUnsaved(poll) && isWithin(SAVED_WITHIN_MS, poll.wroteAtMs, Date.now());
}

/**
 * Whether n8n still has to save the static data of a poll's publication: it saves it within
 * milliseconds when it keeps what a poll returned, and never when it discards that. Read from n8n's own
 * mark, the only trace of it that there is; without one, n8n counts as having saved it.
 */
function isUnsaved({ context }: { context: unknown }): boolean {
	const workflow = isRecord(context) ? context.workflow : undefined;
	const staticData = isRecord(workflow) ? workflow.staticData : undefined;
	return isRecord(staticData) && staticData.__dataChanged === true;
}

/** The copy with the higher counter; if both have it, the first. */
export function newest(one: State | undefined, other: State | undefined): State | undefined {
	if (!one || !other) return one ?? other;
	return one.counter >= other.counter ? one : other;
}

/** Reads a stored state; undefined if there is none, or if it belongs to another node. */
export function toState(stored: unknown, nodeId: string): State | undefined {
	if (stored === undefined || stored === null) return undefined;
	if (isDataObject(stored) && typeof stored.counter === 'number' && isDataObject(stored.value)) {
		const { nodeId: owner, counter, value } = stored;
		return owner === nodeId ? { nodeId, counter, value } : undefined;
	}
	// Something is stored, so the caller has to report that it can't be read.
	return { nodeId, counter: 0, value: { unreadable: true } };
}

function keyOf(context: StateContext, kind: Kind): string {
	return `${kind} ${context.getNode().id}`;
}
