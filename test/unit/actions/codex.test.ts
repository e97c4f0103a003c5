/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODES = join(__dirname, '../../../nodes/FormSubmissions');

const entryOf = (name: string) =>
	JSON.parse(readFileSync(join(NODES, `${name}.node.json`), 'utf8')) as {
		node: string;
		categories: string[];
		alias: string[];
		resources: object;
	};

describe.each(['FormSubmissions', 'FormSubmissionsTrigger', 'FormSubmissionsPollingTrigger'])(
	"the entry of %s in n8n's nodes panel",
	(name) => {
		const { node, categories, alias, resources } = entryOf(name);

		it("stands where n8n's own form nodes stand", () => {
			expect(node.toLowerCase()).toBe(`n8n-nodes-form-submissions.${name.toLowerCase()}`);
			expect(categories).toEqual(['Communication']);
			// Without resources, n8n ignores the file.
			expect(resources).toEqual({
				primaryDocumentation: [{ url: expect.stringContaining('n8n-nodes-form-submissions') }],
				credentialDocumentation: [{ url: expect.stringContaining('n8n-nodes-form-submissions') }],
			});
		});

		it('is found by the same words as the other nodes', () => {
			expect(alias).toEqual(entryOf('FormSubmissions').alias);
			expect(new Set(alias).size).toBe(alias.length);
		});
	},
);
