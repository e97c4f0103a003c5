import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { newest, nextEnvelope, readEnvelope, type Envelope } from './envelope';
import { remember, rememberedStates } from './memory';

export { forgetStates } from './memory';

type StateContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

/**
 * What a trigger remembers goes through `state/`. This is the state of a node that n8n saves after
 * its hooks ran (the webhook trigger's registrations); a poll's is in `pollState.ts`.
 *
 * It stands in the workflow's global static data under the node's ID, which a rename doesn't
 * change. What this process remembers counts too: it is what the service has accepted, whether or
 * not n8n has saved it yet, or another trigger's save has set it back.
 */
export function readState(context: StateContext): unknown {
	return newestCopy(context)?.value;
}

/** Stores a state, and with it what its siblings remember. `value` must not be changed afterwards. */
export function writeState(context: StateContext, value: IDataObject): void {
	const { id: nodeId } = context.getNode();
	const envelope = nextEnvelope(newestCopy(context), nodeId, value);
	remember(workflowIdOf(context), envelope);
	storeWithSiblings(context, envelope);
}

function newestCopy(context: StateContext): Envelope | undefined {
	const { id: nodeId } = context.getNode();
	return newest([
		storedCopy(context.getWorkflowStaticData('global'), nodeId),
		rememberedStates(workflowIdOf(context)).get(nodeId),
	]);
}

/** The copy of a node's state that stands in the static data of its workflow. */
export function storedCopy(staticData: IDataObject, nodeId: string): Envelope | undefined {
	return Object.hasOwn(staticData, nodeId) ? readEnvelope(staticData[nodeId], nodeId) : undefined;
}

/** Puts a node's state into the static data, and each sibling's that is newer than what is there. */
export function storeWithSiblings(context: StateContext, envelope: Envelope): void {
	const staticData = context.getWorkflowStaticData('global');
	for (const [nodeId, sibling] of rememberedStates(workflowIdOf(context))) {
		const stored = storedCopy(staticData, nodeId);
		if (newest([stored, sibling]) !== stored) staticData[nodeId] = sibling;
	}
	staticData[envelope.nodeId] = envelope;
}

export function workflowIdOf(context: StateContext): string {
	return context.getWorkflow().id ?? '';
}
