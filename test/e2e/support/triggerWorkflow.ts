import { randomUUID } from 'node:crypto';

import type {
	CredentialRef,
	JsonObject,
	WorkflowFile,
	WorkflowNode,
} from '../../sandbox/client/n8nClient';
import {
	byId,
	credentialsOf,
	linkTo,
	makeNode,
	POLLING_TRIGGER_TYPE,
	TRIGGER_TYPE,
} from '../../sandbox/client/workflowFile';

export type TriggerSetup = {
	credential: CredentialRef;
	formId: string;
	name?: string;
	position?: number[];
	/** Default: each delivery runs the workflow. */
	mode?: 'complete' | 'deliveries';
	registration?: 'automatic' | 'manual';
	options?: Record<string, unknown>;
	/** Text that another node of the workflow sets. */
	otherNodeText?: string;
	/** Adds the polling trigger, every ten seconds. */
	withPolling?: boolean;
};

/** A workflow of the webhook trigger and a node after it; every call of `make` uses the same IDs. */
export function triggerWorkflow(): (setup: TriggerSetup) => WorkflowFile {
	const nodeId = randomUUID();
	const webhookId = randomUUID();
	const workflowName = `Trigger ${webhookId}`;
	return ({
		credential,
		formId,
		name = 'New Submission',
		position = [0, 0],
		mode = 'deliveries',
		registration = 'automatic',
		options = {},
		otherNodeText = 'first',
		withPolling = false,
	}) => {
		const parameters = { formId: byId(formId), mode, registration, options };
		const credentials = credentialsOf(credential);
		const trigger = makeNode(name, TRIGGER_TYPE, parameters, {
			id: nodeId,
			position,
			webhookId,
			credentials,
		});
		const set = { mode: 'raw', jsonOutput: JSON.stringify({ text: otherNodeText }), options: {} };
		const other = makeNode('Other', 'n8n-nodes-base.set', set, {
			id: `${nodeId}-other`,
			typeVersion: 3.4,
			position: [300, 0],
		});
		const polling = pollingNode(`${nodeId}-polling`, credential, formId);
		return {
			name: workflowName,
			settings: {},
			nodes: [trigger, other, ...(withPolling ? [polling] : [])],
			connections: { [name]: linkTo('Other') },
		};
	};
}

/**
 * A poll every ten seconds, so that tests wait less: n8n lets each entry run once a minute. The
 * seconds are fixed, whereas n8n draws them at each publication for its other modes.
 */
export const EVERY_TEN_SECONDS = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

type PollingSetup = { startFrom?: string; pollTimes?: JsonObject };

/** Without a form, it polls all of them; default: every minute. */
export function pollingWorkflow(
	credential: CredentialRef,
	formId?: string,
	{ startFrom, pollTimes = EVERY_MINUTE }: PollingSetup = {},
): WorkflowFile {
	const node = pollingNode(randomUUID(), credential, formId);
	const options = startFrom === undefined ? {} : { startFrom };
	return {
		name: 'Polling',
		settings: {},
		nodes: [{ ...node, parameters: { ...node.parameters, pollTimes, options } }],
		connections: {},
	};
}

/** A workflow that polls several forms every ten seconds, each with its own named trigger. */
export function pollingSiblings(
	credential: CredentialRef,
	formIds: Record<string, string>,
): (names: string[]) => WorkflowFile {
	const nodes = Object.entries(formIds).map(([name, formId], index) => ({
		...pollingNode(randomUUID(), credential, formId),
		name,
		position: [0, 200 * index],
	}));
	return (names) => ({
		name: 'Several forms',
		settings: {},
		nodes: nodes.filter(({ name }) => names.includes(name)),
		connections: {},
	});
}

export const POLLING_NODE = 'Look for Submissions';

function pollingNode(id: string, credential: CredentialRef, formId?: string): WorkflowNode {
	const form = formId === undefined ? { __rl: true, mode: 'list', value: '' } : byId(formId);
	const parameters = { pollTimes: EVERY_TEN_SECONDS, formId: form };
	const credentials = credentialsOf(credential);
	return makeNode(POLLING_NODE, POLLING_TRIGGER_TYPE, parameters, {
		id,
		position: [0, 300],
		credentials,
	});
}
