import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import {
	newest,
	nextEnvelope,
	readEnvelope,
	remember,
	rememberStaticData,
	storedState,
	storeWithSiblings,
	type Envelope,
} from './nodeStates';

/** How long n8n allows a poll that its durable scheduler does not run (milliseconds). */
const UNSCHEDULED_BUDGET_MS = 300_000;

/** The key in the node's own static data; n8n stores nothing else there. */
const STATE = 'state';

/**
 * What a polling trigger remembers, as n8n stored it. What this process remembers does not count: if
 * the workflow is published again during a poll, n8n discards the poll's items and state. The
 * exception is the state `left` by the last poll that n8n ran itself to publish: n8n emits its items
 * in any case, but may have read this publication's copy of the static data before that poll ended.
 */
export function readPollState(context: IPollFunctions, left?: Envelope): unknown {
	const kept = keptCopy(context);
	if (durableCursor(context)) return kept?.value;
	rememberStaticData(context);
	// n8n has stored it, so siblings may save it as well from now on.
	if (kept) remember(context, kept);
	return newest(kept, left)?.value;
}

/**
 * Stores the state of a poll, and returns it as stored. n8n saves it if the poll returns items.
 * `value` must not be changed afterwards.
 */
export function writePollState(
	context: IPollFunctions,
	value: IDataObject,
	hasItems: boolean,
): Envelope {
	const { id: nodeId } = context.getNode();
	const envelope = nextEnvelope(context, keptCopy(context), value);
	const cursor = durableCursor(context);
	if (cursor) {
		const isFirst = readEnvelope(cursor[STATE], nodeId) === undefined;
		cursor[STATE] = envelope;
		// If the poll that n8n runs on publishing returns nothing, n8n doesn't commit its cursor, but
		// saves the workflow's static data: without this copy, the starting point would be lost.
		if (isFirst && !hasItems) storeWithSiblings(context, envelope);
		return envelope;
	}
	storeWithSiblings(context, envelope);
	if (!isScheduled(context)) remember(context, envelope);
	return envelope;
}

/**
 * The node's static data if n8n keeps it as a durable poll cursor, which it commits in one
 * transaction with the execution, by the node's ID. Undefined if n8n keeps the node's data within
 * the workflow's: that is an observed object, whereas the cursor is a plain one.
 */
function durableCursor(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}

/**
 * Once a durable cursor has been written, it alone counts: a copy in the workflow's static data is
 * either older, or was saved along with a cursor that n8n did not commit.
 */
function keptCopy(context: IPollFunctions): Envelope | undefined {
	const { id: nodeId } = context.getNode();
	const own = readEnvelope(context.getWorkflowStaticData('node')[STATE], nodeId);
	if (own && durableCursor(context)) return own;
	return newest(own, storedState(context));
}

/** Whether n8n's durable scheduler runs the poll: it discards the outcome of a late one. */
function isScheduled(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	return budgetMs < UNSCHEDULED_BUDGET_MS;
}

/** Contexts that have polled before. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Whether n8n runs the poll itself, to publish the workflow or at its start. It doesn't tell the
 * node, but the poll that it runs to publish has a new context, which later polls share. Polls run
 * by the durable scheduler each have their own context and less time.
 */
export function isPublication(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && !isScheduled(context);
}

/** Times (Unix milliseconds) by a key of ten characters. */
export type KeyedTimes = ReadonlyMap<string, number>;

export const KEY_LENGTH = 10;
const RADIX = 36;

/**
 * As text for n8n's static data, some 13 bytes each: earliest first, each key followed by the
 * milliseconds since the one before, in base 36, separated by commas.
 */
export function encodeTimes(times: KeyedTimes): string {
	const oldestFirst = [...times].sort(([, a], [, b]) => a - b);
	return oldestFirst
		.map(([key, atMs], index) => {
			const [, lastMs] = oldestFirst[index - 1] ?? [key, 0];
			return key + (atMs - lastMs).toString(RADIX);
		})
		.join(',');
}

/** Reads what `encodeTimes` wrote; undefined for anything else. */
export function decodeTimes(text: unknown): KeyedTimes | undefined {
	if (typeof text !== 'string') return undefined;
	const times = new Map<string, number>();
	let lastMs = 0;
	for (const entry of text === '' ? [] : text.split(',')) {
		const sinceLast = Number.parseInt(entry.slice(KEY_LENGTH), RADIX);
		if (Number.isNaN(sinceLast)) return undefined;
		lastMs += sinceLast;
		times.set(entry.slice(0, KEY_LENGTH), lastMs);
	}
	return times;
}
