import type { Envelope } from './envelope';

/** Workflows whose states are kept in memory; the one unused for longest goes first. */
const MOST_WORKFLOWS = 1_000;

const workflows = new Map<string, Map<string, Envelope>>();

/**
 * The newest states of this package's nodes in one workflow, as far as this process wrote or read
 * them. n8n keeps the static data of a workflow as one blob, of which each published trigger holds
 * a copy of its own and saves all of it: whoever makes n8n save has to bring its siblings' newest
 * states along, or it sets them back to what they were when its copy was made.
 */
export function rememberedStates(workflowId: string): ReadonlyMap<string, Envelope> {
	return workflows.get(workflowId) ?? new Map();
}

export function remember(workflowId: string, envelope: Envelope): void {
	const states = workflows.get(workflowId) ?? new Map<string, Envelope>();
	states.set(envelope.nodeId, envelope);
	workflows.delete(workflowId);
	workflows.set(workflowId, states);
	const [oldest] = workflows.keys();
	if (workflows.size > MOST_WORKFLOWS && oldest !== undefined) workflows.delete(oldest);
}

/** Forgets everything, as a restart of the process would. */
export function forgetStates(): void {
	workflows.clear();
}
