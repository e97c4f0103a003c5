import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';

const NODES: Array<[string, INodeTypeDescription]> = [
	new FormSubmissions(),
	new FormSubmissionsTrigger(),
	new FormSubmissionsPollingTrigger(),
].map(({ description }) => [description.name, description]);

const PACKAGE = 'n8n-nodes-form-submissions.';

/** Every text in a value, with its name. */
function textsIn(value: unknown, name = ''): Array<{ name: string; text: string }> {
	if (typeof value === 'string') return [{ name, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(value) ? name : key),
	);
}

describe("what n8n's AI workflow builder reads", () => {
	it.each(NODES)('about %s names only existing nodes other than itself', (name, node) => {
		const related = (node.builderHint?.relatedNodes ?? []).map(({ nodeType }) => nodeType);
		const own = related.filter((type) => type.startsWith(PACKAGE));
		const others = NODES.map(([other]) => PACKAGE + other).filter(
			(type) => type !== PACKAGE + name,
		);

		expect(own.sort()).toEqual(others.sort());
		expect(related.filter((type) => !/^n8n-nodes-base\.|^n8n-nodes-form-/.test(type))).toEqual([]);
	});

	it.each(NODES)(
		'about %s has no expression, and no hint where n8n rejects hints',
		(_name, node) => {
			const hints = textsIn(node).filter(({ name }) => /^(searchHint|propertyHint)$/.test(name));
			const refused = node.properties.filter(
				({ name, builderHint }: INodeProperties) =>
					/^(resource|operation|mode)$/.test(name) && builderHint !== undefined,
			);

			expect(hints.length).toBeGreaterThan(0);
			expect(hints.filter(({ text }) => text.includes('={{'))).toEqual([]);
			expect(refused).toEqual([]);
		},
	);
});
