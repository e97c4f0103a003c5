import { PollContext, TriggerContext } from 'n8n-core/dist/execution-engine/node-execution-context';
import type {
	IDataObject,
	INode,
	ITriggerFunctions,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { pollContext } from '../../support/n8n';
import type { Watcher } from './watcher';

/** The API key of every trigger. */
// eslint-disable-next-line @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package
export const KEY = 'sk_live_0123456789';

/** What n8n gives a node to poll with; its durable scheduler gives a budget, durable cursors data of its own. */
export function pollFunctions(
	workflow: Workflow,
	watcher: Watcher,
	activation: WorkflowActivateMode,
	durable?: { data?: IDataObject; budgetMs?: number },
): PollContext {
	const mode: WorkflowExecuteMode = activation === 'manual' ? 'manual' : 'trigger';
	const node = nodeOf(workflow, watcher);
	const { additionalData } = surroundings;
	const none = undefined;
	const { data, budgetMs } = durable ?? {};
	return new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		none,
		none,
		none,
		none,
		data && (() => data),
		budgetMs === undefined ? none : () => budgetMs,
	);
}

/** What n8n gives a node that listens. */
export function triggerFunctions(
	workflow: Workflow,
	watcher: Watcher,
	activation: WorkflowActivateMode,
	handlers: Pick<ITriggerFunctions, 'emit' | 'saveFailedExecution'>,
): TriggerContext {
	const mode: WorkflowExecuteMode = activation === 'manual' ? 'manual' : 'trigger';
	const node = nodeOf(workflow, watcher);
	const { additionalData } = surroundings;
	const { emit, saveFailedExecution } = handlers;
	const none = undefined;
	return new TriggerContext(
		workflow,
		node,
		additionalData,
		mode,
		activation,
		emit,
		none,
		saveFailedExecution,
	);
}

/** A trigger as it was when the workflow was read; it may have another name by now. */
export function nodeOf(workflow: Workflow, { id }: Watcher): INode {
	const found = Object.values(workflow.nodes).find((node) => node.id === id);
	if (!found) throw new Error(`There is no node ${id}`);
	return found;
}

/** What n8n provides for a workflow: its node types and its credential. */
export const surroundings = pollContext({
	kind: 'formSubmissionsPollingTrigger',
	parameters: {},
	credential: { apiKey: KEY },
});
