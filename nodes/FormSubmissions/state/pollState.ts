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
 * What a polling trigger stored, as n8n has it. What this process remembers does not count: if the
 * workflow is published again during a poll, n8n discards the poll's items and state.
 */
export function readPollState(context: IPollFunctions): unknown {
	const kept = keptCopy(context);
	if (durableCursor(context)) return kept?.value;
	rememberStaticData(context);
	// n8n has stored it, so siblings may save it as well from now on.
	if (kept) remember(context, kept);
	return kept?.value;
}

/**
 * Stores the state of a poll, which n8n saves if the poll returns items. `value` must not be changed
 * afterward.
 */
export function writePollState(context: IPollFunctions, value: IDataObject): void {
	const envelope = nextEnvelope(context, keptCopy(context), value);
	const cursor = durableCursor(context);
	if (cursor) {
		cursor[STATE] = envelope;
		// Of the poll that n8n itself runs, n8n doesn't commit the cursor, but saves the workflow's static
		// data: without this copy, a new starting point would be lost.
		if (!isDurablyScheduled(context)) storeWithSiblings(context, envelope);
		return;
	}
	storeWithSiblings(context, envelope);
	if (!isDurablyScheduled(context)) remember(context, envelope);
}

/** Copies what a node has stored from one publication's static data to another's. */
export function copyPollState(from: IPollFunctions, to: IPollFunctions): void {
	const envelope = storedState(from);
	if (envelope) storeWithSiblings(to, envelope);
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
 * The newest copy. A poll that returns items with a durable cursor writes none into the workflow's
 * static data, so that what n8n didn't commit never counts.
 */
function keptCopy(context: IPollFunctions): Envelope | undefined {
	const { id: nodeId } = context.getNode();
	const own = readEnvelope(context.getWorkflowStaticData('node')[STATE], nodeId);
	return newest(own, storedState(context));
}

/** Whether n8n's durable scheduler runs the poll: it discards the outcome of a late one. */
export function isDurablyScheduled(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	return budgetMs < UNSCHEDULED_BUDGET_MS;
}
