import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { newest, readEnvelope, storedCopy, type Envelope } from './envelope';
import { remember, rememberStaticData } from './memory';
import { nextEnvelope, storeWithSiblings, workflowIdOf } from './nodeState';

/** n8n allows a poll this long (milliseconds) where its durable scheduler does not run it. */
const UNSCHEDULED_BUDGET_MS = 300_000;

/** A key of the node's own static data; n8n keeps nothing else there. */
const STATE = 'state';

/**
 * What a polling trigger remembers, as n8n has kept it: what this process remembers does not count,
 * because n8n throws away what a poll returned, and its state, when the workflow was published
 * again meanwhile.
 */
export function readPollState(context: IPollFunctions): unknown {
	const kept = keptCopy(context);
	if (!durableCursor(context)) {
		const workflowId = workflowIdOf(context);
		const staticData = context.getWorkflowStaticData('global');
		rememberStaticData(workflowId, context.getNode().id, staticData);
		// From here on siblings may bring it along: n8n has kept it.
		if (kept) remember(workflowId, kept);
	}
	return kept?.value;
}

/** What is known of the poll whose state is stored. */
export type PollOutcome = {
	/** Whether it returns anything. */
	hasRows: boolean;
	/** Whether another poll of the node was started meanwhile: n8n may throw this one's outcome away. */
	isSuperseded: boolean;
};

/**
 * Stores the state of a poll; n8n saves it when the poll returns something. `value` must not be
 * changed afterwards.
 */
export function writePollState(
	context: IPollFunctions,
	value: IDataObject,
	{ hasRows, isSuperseded }: PollOutcome,
): void {
	const { id: nodeId } = context.getNode();
	const envelope = nextEnvelope(context, keptCopy(context), value);
	const cursor = durableCursor(context);
	if (cursor) {
		const isFirst = readEnvelope(cursor[STATE], nodeId) === undefined;
		cursor[STATE] = envelope;
		// n8n does not commit the cursor of the poll with which it publishes, where that returns nothing,
		// but saves the workflow's static data: without this copy, the starting point would be lost.
		if (isFirst && !hasRows) storeWithSiblings(context, envelope);
		return;
	}
	storeWithSiblings(context, envelope);
	if (!isSuperseded && !isScheduled(context)) remember(workflowIdOf(context), envelope);
}

/**
 * The node's static data where n8n keeps it as a durable poll cursor: then n8n commits it in one
 * transaction with the execution, by the node's ID. Undefined where n8n keeps the node's data
 * in the workflow's: that is an observed object, the cursor a plain one.
 */
function durableCursor(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}

/**
 * A durable cursor decides alone once it was written: a copy in the workflow's static data is either
 * older, or was saved beside a cursor that n8n did not commit.
 */
function keptCopy(context: IPollFunctions): Envelope | undefined {
	const { id: nodeId } = context.getNode();
	const own = readEnvelope(context.getWorkflowStaticData('node')[STATE], nodeId);
	if (own && durableCursor(context)) return own;
	return newest([own, storedCopy(context.getWorkflowStaticData('global'), nodeId)]);
}

/** Whether n8n's durable scheduler runs the poll: it throws away the outcome of one that is late. */
export function isScheduled(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.() ?? UNSCHEDULED_BUDGET_MS;
	return budgetMs < UNSCHEDULED_BUDGET_MS;
}
