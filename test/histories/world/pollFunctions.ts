import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { pollContext } from '../../support/n8n';
import type { Watcher } from './watcher';

/** The API key of every trigger. */
export const KEY = 'key';

/** How a poll is run; in durable mode, with its own data and budget. */
export type PollRun = {
	workflow: Workflow;
	mode?: WorkflowExecuteMode;
	activation: WorkflowActivateMode;
	nodeData?: IDataObject;
	budgetMs?: number;
};

/** What n8n gives a node to poll with. */
export function pollFunctions(watcher: Watcher, run: PollRun): PollContext {
	const { workflow, mode = 'trigger', activation, nodeData, budgetMs } = run;
	const node = workflow.getNode(watcher.name);
	if (!node) throw new Error(`There is no node ${watcher.name}`);
	const { additionalData } = surroundings;
	const none = undefined;
	const kept = published.get(workflow)?.get(watcher.name);
	if (kept && !nodeData && mode === 'trigger') return kept;
	const context = new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		none,
		none,
		none,
		none,
		nodeData ? () => nodeData : none,
		budgetMs === undefined ? none : () => budgetMs,
	);
	if (!nodeData && mode === 'trigger') {
		published.set(workflow, (published.get(workflow) ?? new Map()).set(watcher.name, context));
	}
	return context;
}

/** The in-memory scheduler polls a published trigger with the same functions every time. */
const published = new WeakMap<Workflow, Map<string, PollContext>>();

/** What n8n provides for a workflow: its node types and its credential. */
export const surroundings = pollContext({
	kind: 'formSubmissionsPollingTrigger',
	parameters: {},
	credential: { apiKey: KEY },
});
