/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asArray, asObject, isObject, type JsonObject } from './json';
import { PROJECT } from '../paths';
import {
	byId,
	credentialsOf,
	toWorkflowFile,
	type CredentialRef,
	type WorkflowFile,
	type WorkflowNode,
} from './workflowFile';

const PACKAGE = 'n8n-nodes-form-submissions.';
const WITH_WEBHOOK = [`${PACKAGE}formSubmissionsTrigger`, '@n8n/n8n-nodes-langchain.mcpTrigger'];
/** The node in which a person drags fields into boxes. */
const PICK = 'Pick the fields';

export const EXAMPLES = [
	'answer-questions-about-submissions',
	'every-submission-once',
	'everything-from-one-person',
	'export-everything',
	'export-to-csv',
	'export-to-excel',
	'list-forms',
	'new-submission',
	'new-submission-by-email',
	'new-submission-files',
	'new-submission-to-any-crm',
	'new-submission-to-chat',
	'new-submission-to-data-table',
	'new-submission-to-google-sheets',
	'new-submission-to-hubspot',
	'notify-me-when-a-workflow-fails',
	'order-lines-to-excel',
	'recent-submissions-to-data-table',
	'recent-submissions-to-google-sheets',
	'recent-submissions-to-postgres',
	'weekly-excel-by-email',
] as const;

export type ExampleName = (typeof EXAMPLES)[number];

/** What a person fills in after importing an example. */
export type ExampleSetup = {
	credential: CredentialRef;
	formId?: string;
	/** Credentials for other services, by the name of the node in which they are selected. */
	credentials?: Record<string, CredentialRef>;
	/** Parameters that override those of a node, by node name; a deactivated node is activated. */
	parameters?: Record<string, Record<string, unknown>>;
	/** Options to add to a node's own, by node name. */
	options?: Record<string, Record<string, unknown>>;
	/** Text that is replaced in a node's parameters, such as a number, by node name. */
	edits?: Record<string, { from: string; to: string }>;
	/** The form fields that are dragged into empty boxes, by box; default: those of the same names. */
	boxes?: Record<string, string>;
};

/** The addresses that a person enters in new-submission-to-any-crm. */
export function inCrm(url: string) {
	return {
		parameters: { 'Look up the contact': { url: `${url}/contacts` } },
		edits: { 'Create or update the contact': { from: 'https://YOUR-CRM', to: url } },
	};
}

/** The example as it is in its file. */
export function readExample(example: ExampleName): WorkflowFile {
	return toWorkflowFile(
		JSON.parse(readFileSync(join(PROJECT, 'examples', `${example}.json`), 'utf8')),
	);
}

export function loadExample(example: ExampleName, setup: ExampleSetup): WorkflowFile {
	const { credential, credentials = {}, formId } = setup;
	const { parameters = {}, options = {}, edits = {}, boxes = {} } = setup;
	const file = readExample(example);
	const nodes = file.nodes.map((node) => {
		const chosen = node.type.startsWith(PACKAGE) ? credential : credentials[node.name];
		return {
			...node,
			parameters: {
				...edited(node, edits[node.name]),
				...(node.name === PICK && withFields(node, boxes)),
				...(formId !== undefined && hasEmptyForm(node) && { formId: byId(formId) }),
				...parameters[node.name],
				...withOptions(node, options[node.name]),
			},
			...(node.disabled === true && { disabled: parameters[node.name] === undefined }),
			// The editor also gives an imported trigger its own address.
			...(WITH_WEBHOOK.includes(node.type) && { webhookId: randomUUID() }),
			...(chosen && { credentials: credentialsOf(chosen) }),
		};
	});
	return { ...file, nodes };
}

/** The example without a pause before another try. */
export function withoutPause({ nodes, ...file }: WorkflowFile): WorkflowFile {
	const parameters = { amount: 0, unit: 'seconds' };
	const hasty = nodes.map((node) =>
		node.name === 'Wait before another try' ? { ...node, parameters } : node,
	);
	return { ...file, nodes: hasty };
}

/** The person has to fill it in; if it is already set, it depends on another node. */
function hasEmptyForm({ parameters }: WorkflowNode): boolean {
	return isObject(parameters.formId) && parameters.formId.value === '';
}

/** The node with a form field in each empty box. */
function withFields({ parameters }: WorkflowNode, boxes: Record<string, string>): JsonObject {
	const { assignments } = asObject(parameters.assignments, 'the boxes');
	const filled = asArray(assignments, 'the boxes').map((box) => {
		const { name, value, ...rest } = asObject(box, 'a box');
		const field = boxes[String(name)] ?? String(name);
		return {
			...rest,
			name,
			value: value === '' ? `={{ $json[${JSON.stringify(field)}] }}` : value,
		};
	});
	return { ...parameters, assignments: { assignments: filled } };
}

function withOptions(
	{ parameters, name }: WorkflowNode,
	more: Record<string, unknown> | undefined,
): JsonObject {
	if (more === undefined) return {};
	return { options: { ...asObject(parameters.options, `the options of ${name}`), ...more } };
}

function edited(
	{ parameters, name }: WorkflowNode,
	edit: { from: string; to: string } | undefined,
): JsonObject {
	if (edit === undefined) return parameters;
	const text = JSON.stringify(parameters);
	if (!text.includes(edit.from)) throw new Error(`"${edit.from}" is not in ${name}`);
	return asObject(JSON.parse(text.replaceAll(edit.from, edit.to)), 'the parameters');
}
