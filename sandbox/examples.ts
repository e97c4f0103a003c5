/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asArray, asObject } from './client/json';
import type { CredentialRef, WorkflowFile, WorkflowNode } from './n8nClient';
import { PROJECT } from './paths';

const PACKAGE = 'n8n-nodes-form-submissions.';
const PLACEHOLDER_FORM = 'frm_your_form';

export const EXAMPLES = [
	'list-forms',
	'export-to-csv',
	'new-submission',
	'new-submission-to-crm',
	'poll-submissions',
	'tell-me-when-a-workflow-stops',
	'yesterday-to-data-table',
	'yesterday-to-google-sheets',
] as const;

export type ExampleName = (typeof EXAMPLES)[number];

/** What a person fills in after importing an example. */
export type ExampleSetup = {
	credential: CredentialRef;
	formId?: string;
	/** Takes the place of the workflow's own name. */
	name?: string;
	/** Parameters to put over those of a node, by its name. */
	parameters?: Record<string, Record<string, unknown>>;
};

export function loadExample(
	example: ExampleName,
	{ credential, formId, name, parameters = {} }: ExampleSetup,
): WorkflowFile {
	const text = readFileSync(join(PROJECT, 'examples', `${example}.json`), 'utf8');
	const filledIn = formId === undefined ? text : text.split(PLACEHOLDER_FORM).join(formId);
	const file = toWorkflowFile(JSON.parse(filledIn));
	const nodes = file.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...parameters[node.name] },
		// The editor gives an imported trigger an address of its own as well.
		...(node.webhookId !== undefined && { webhookId: randomUUID() }),
		...(node.type.startsWith(PACKAGE) && {
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}),
	}));
	return { ...file, name: name ?? file.name, nodes };
}

/** The files are ours; a look at the outline is enough to trust the rest. */
function toWorkflowFile(value: unknown): WorkflowFile {
	const file = asObject(value, 'the example');
	asArray(file.nodes, 'its nodes').forEach((node) => asObject(node, 'a node') as WorkflowNode);
	asObject(file.connections, 'its connections');
	return file as WorkflowFile;
}
