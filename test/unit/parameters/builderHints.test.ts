import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';

const action = new FormSubmissions().description;
const webhook = new FormSubmissionsTrigger().description;
const polling = new FormSubmissionsPollingTrigger().description;
const NODES: Array<[string, INodeTypeDescription]> = [action, webhook, polling].map((node) => [
	node.name,
	node,
]);

const PACKAGE = 'n8n-nodes-form-submissions.';

/** Every text in a value, with its name. */
function textsIn(value: unknown, name = ''): Array<{ name: string; text: string }> {
	if (typeof value === 'string') return [{ name, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		textsIn(inner, Array.isArray(value) ? name : key),
	);
}

const operationOf = (value: string): INodePropertyOptions | undefined =>
	action.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options }) => (options ?? []) as INodePropertyOptions[])
		.find((option) => option.value === value);

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

	it('distinguishes the triggers, and says what to do if every submission counts', () => {
		expect(webhook.builderHint?.searchHint).toMatch(/public address.*otherwise use the polling/);
		expect(polling.builderHint?.searchHint).toMatch(/without a public address.*webhook trigger/);
		for (const [, { builderHint }] of NODES) {
			expect(builderHint?.searchHint).toMatch(/exactly once.*'receivedAfter'.*Data Table/);
		}
	});

	it('points large exports to Get Page and spreadsheets to escaped formulas', () => {
		expect(action.builderHint?.searchHint).toMatch(/'escapeFormulas'.*loop over Get Page/);
		expect(operationOf('getPage')?.builderHint?.propertyHint).toMatch(/hasMore.*nextCursor/);
		expect(operationOf('getAll')?.builderHint).toBeUndefined();
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

describe('what people read about the nodes', () => {
	it.each(NODES)('has no articles in the actions of %s', (_name, node) => {
		const actions = textsIn(node).filter(({ name }) => name === 'action');

		expect(actions.length).toBeGreaterThan(0);
		expect(actions.filter(({ text }) => /\b(a|an|the)\b/i.test(text))).toEqual([]);
	});

	it('mentions no mistakes', () => {
		const texts = textsIn([...NODES, new FormSubmissionsApi()]);

		expect(texts.filter(({ text }) => /mistake/i.test(text))).toEqual([]);
	});

	it('explains what a cursor is wherever it mentions one', () => {
		const cursor = action.properties.find(({ name }) => name === 'cursor');

		expect(cursor?.description).toMatch(/^Marks where the page starts/);
		expect(operationOf('getPage')?.description).toMatch(/marks where the next page starts/);
	});
});
