import { randomUUID } from 'node:crypto';

import type { CredentialRef, JsonObject, WorkflowFile } from '../../sandbox/client/n8nClient';
import {
	ALL_FORMS,
	byId,
	inARow,
	makeNode,
	TRIGGER,
	triggerNode,
} from '../../sandbox/client/workflowFile';

export type TriggerSetup = {
	credential: CredentialRef;
	/** Default: all forms. */
	formId?: string;
	name?: string;
	position?: number[];
	runFor?: 'each' | 'together';
	options?: JsonObject;
	/** Text that another node of the workflow sets. */
	otherNodeText?: string;
	/** What that node runs instead. */
	otherNodeCode?: string;
	/** The workflow's settings; default: none, as n8n has it. */
	settings?: JsonObject;
};

/** A workflow of the trigger and a node after it; every call of `make` uses the same IDs. */
export function triggerWorkflow(): (setup: TriggerSetup) => WorkflowFile {
	const id = randomUUID();
	const webhookId = randomUUID();
	return ({ credential, formId, settings = {}, ...setup }) => {
		const { name = TRIGGER, position = [0, 0], ...more } = setup;
		const { otherNodeText = 'first', otherNodeCode, ...rest } = more;
		const parameters = { formId: formId === undefined ? ALL_FORMS : byId(formId), ...rest };
		const set = { mode: 'raw', jsonOutput: JSON.stringify({ text: otherNodeText }), options: {} };
		const row = inARow(`Trigger ${webhookId}`, [
			triggerNode(credential, parameters, { id, webhookId, name, position }),
			otherNodeCode === undefined
				? makeNode('Other', 'n8n-nodes-base.set', set, { id: `${id}-other`, typeVersion: 3.4 })
				: makeNode('Other', 'n8n-nodes-base.code', { jsCode: otherNodeCode }, { typeVersion: 2 }),
		]);
		return { ...row, settings };
	};
}
