/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { setSchemaBaseDirs, validateWorkflow, type WorkflowJSON } from '@n8n/workflow-sdk';

import { EXAMPLES, readExample } from '../sandbox/client/examples';
import { withNode } from '../sandbox/client/workflowFile';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import { MAIN } from '../sandbox/install/installations';

/** n8n's node takes numbers alone there, and its own list offers them. */
const WRONG = /^Node "The submissions again": Field "parameters\.useDataOfInput" has wrong type/;

/** What n8n's check of workflows says, which knows all parameters of n8n's own nodes. */
function findingsIn(file: WorkflowFile): string[] {
	const { errors, warnings } = validateWorkflow(file as unknown as WorkflowJSON);
	return [...errors, ...warnings].map(({ message }) => message).filter((text) => !WRONG.test(text));
}

describe("n8n's check of workflows", () => {
	beforeAll(() => {
		const packages = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];
		setSchemaBaseDirs(packages.map((name) => join(MAIN.modules, name, 'dist/node-definitions')));
	});

	it.each(EXAMPLES)('finds nothing in the example %s', (example) => {
		expect(findingsIn(readExample(example))).toEqual([]);
	});

	it('finds a value that a node of n8n does not offer', () => {
		const changed = withNode(
			readExample('new-submission-to-any-crm'),
			'Create or update the contact',
			({ parameters }) => ({ parameters: { ...parameters, method: 'FETCH' } }),
		);

		expect(findingsIn(changed)).toEqual([
			expect.stringContaining('Node "Create or update the contact": Field "parameters.method"'),
		]);
	});
});
