import { randomUUID } from 'node:crypto';

import type { CredentialRef, JsonObject, WorkflowFile } from '../../sandbox/client/n8nClient';
import {
	byId,
	inARow,
	makeNode,
	pollingNode,
	TRIGGER,
	triggerNode,
} from '../../sandbox/client/workflowFile';

export type TriggerSetup = {
	credential: CredentialRef;
	formId: string;
	name?: string;
	position?: number[];
	/** Default: each delivery runs the workflow. */
	mode?: 'complete' | 'deliveries';
	registration?: 'automatic' | 'manual';
	options?: JsonObject;
	/** Text that another node of the workflow sets. */
	otherNodeText?: string;
	/** What that node runs instead. */
	otherNodeCode?: string;
	/** Adds the polling trigger, every ten seconds. */
	withPolling?: boolean;
};

/** n8n keeps each run, and so its key. */
const KEEPS_RUNS = { saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all' };

/** A workflow of the webhook trigger and a node after it; every call of `make` uses the same IDs. */
export function triggerWorkflow(): (setup: TriggerSetup) => WorkflowFile {
	const id = randomUUID();
	const webhookId = randomUUID();
	// A UUID is the longest that n8n's scheduler takes.
	const pollingId = randomUUID();
	return ({ credential, formId, withPolling = false, ...setup }) => {
		const { name = TRIGGER, position = [0, 0], ...more } = setup;
		const { otherNodeText = 'first', otherNodeCode, ...rest } = more;
		const parameters = { formId: byId(formId), mode: 'deliveries', ...rest };
		const set = { mode: 'raw', jsonOutput: JSON.stringify({ text: otherNodeText }), options: {} };
		const row = inARow(`Trigger ${webhookId}`, [
			triggerNode(credential, parameters, { id, webhookId, name, position }),
			otherNodeCode === undefined
				? makeNode('Other', 'n8n-nodes-base.set', set, { id: `${id}-other`, typeVersion: 3.4 })
				: makeNode('Other', 'n8n-nodes-base.code', { jsCode: otherNodeCode }, { typeVersion: 2 }),
		]);
		const file = { ...row, settings: KEEPS_RUNS };
		const polling = pollingNode(
			credential,
			{ pollTimes: EVERY_TEN_SECONDS, formId: byId(formId) },
			{ id: pollingId },
		);
		return withPolling ? { ...file, nodes: [...file.nodes, polling] } : file;
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

type PollingSetup = { startFrom?: string; pollTimes?: JsonObject };

/** Without a form, it polls all of them; default: every minute. */
export function pollingWorkflow(
	credential: CredentialRef,
	formId?: string,
	{ startFrom, ...times }: PollingSetup = {},
): WorkflowFile {
	const form = formId === undefined ? { __rl: true, mode: 'list', value: '' } : byId(formId);
	const options = startFrom === undefined ? {} : { startFrom };
	return inARow('Polling', [pollingNode(credential, { ...times, formId: form, options })]);
}
