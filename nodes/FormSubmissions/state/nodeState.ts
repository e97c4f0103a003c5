import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { workflowIdOf } from '../general/nodeKey';
import { newest, storedCopy, type Envelope } from './envelope';
import { nextCounter, remember, rememberedState, rememberedStates, storeNewer } from './memory';

export { forgetStates } from './memory';

type StateContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/**
 * All that a trigger remembers goes through `state/`. This is the state that n8n saves after
 * a node's hooks have run (the webhook trigger's registrations); a poll's is in `pollState.ts`.
 *
 * It is stored in the workflow's global static data under the node's ID, which a rename doesn't
 * change. What this process remembers counts too: the service has accepted it, even if n8n hasn't
 * saved it yet or another trigger's save has reset it.
 */
export function readState(context: StateContext): unknown {
	return newestCopy(context)?.value;
}

/** Stores a state together with those of its siblings. `value` must not be changed afterwards. */
export function writeState(context: StateContext, value: IDataObject): void {
	const envelope = nextEnvelope(context, newestCopy(context), value);
	remember(workflowIdOf(context), envelope);
	storeWithSiblings(context, envelope);
}

function newestCopy(context: StateContext): Envelope | undefined {
	const { id: nodeId } = context.getNode();
	return newest([
		storedCopy(context.getWorkflowStaticData('global'), nodeId),
		rememberedState(workflowIdOf(context), nodeId),
	]);
}

/** The node's next state, after the copy `before`. */
export function nextEnvelope(
	context: StateContext,
	before: Envelope | undefined,
	value: IDataObject,
): Envelope {
	const { id: nodeId } = context.getNode();
	return { nodeId, counter: nextCounter(workflowIdOf(context), nodeId, before), value };
}

/** Writes a node's state into the static data, and any sibling's state newer than the one there. */
export function storeWithSiblings(context: StateContext, envelope: Envelope): void {
	const staticData = context.getWorkflowStaticData('global');
	for (const sibling of rememberedStates(workflowIdOf(context))) storeNewer(staticData, sibling);
	staticData[envelope.nodeId] = envelope;
}
