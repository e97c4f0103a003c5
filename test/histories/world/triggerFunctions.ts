import { HookContext, TriggerContext } from 'n8n-core/dist/execution-engine/node-execution-context';
import type { INode, ITriggerFunctions, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { hookContext } from '../../support/n8n';
import type { Watcher } from './watcher';

/** The API key of every trigger. */
// eslint-disable-next-line @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package
export const KEY = 'sk_live_0123456789';

/** What n8n gives a trigger that it publishes, starts, or tries. */
export function triggerFunctions(
	workflow: Workflow,
	watcher: Watcher,
	activation: WorkflowActivateMode,
	{ emit, saveFailedExecution }: Pick<ITriggerFunctions, 'emit' | 'saveFailedExecution'>,
): TriggerContext {
	return new TriggerContext(
		workflow,
		nodeOf(workflow, watcher),
		surroundings.additionalData,
		activation === 'manual' ? 'manual' : 'trigger',
		activation,
		emit,
		undefined,
		saveFailedExecution,
	);
}

/** What n8n gives a trigger to publish its address with. */
export function hookFunctions(
	workflow: Workflow,
	watcher: Watcher,
	activation: WorkflowActivateMode,
): HookContext {
	const node = nodeOf(workflow, watcher);
	return new HookContext(workflow, node, surroundings.additionalData, 'trigger', activation);
}

/** A trigger as it was when the workflow was read; it may have another name by now. */
function nodeOf(workflow: Workflow, { id }: Watcher): INode {
	const found = Object.values(workflow.nodes).find((node) => node.id === id);
	if (!found) throw new Error(`There is no node ${id}`);
	return found;
}

/** What n8n provides for a workflow: its node types and its credential. */
export const surroundings = hookContext({
	kind: 'formSubmissionsTrigger',
	parameters: {},
	credential: { apiKey: KEY },
});
