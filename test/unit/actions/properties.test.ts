import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { properties, RESOURCES } from '../../../nodes/FormSubmissions/actions';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';

const { description, methods } = new FormSubmissions();

const optionsOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodePropertyOptions[];

function menu(): string[] {
	const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap(({ value: resource }) => {
		const operations = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		return optionsOf(operations).map(({ value }) => `${String(resource)}.${String(value)}`);
	});
}

/** Every place where a property names a method for n8n to call. */
function methodsNamed(property: INodeProperties): string[] {
	const searches = (property.modes ?? []).map(({ typeOptions }) => typeOptions?.searchListMethod);
	const inner = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
	return [
		...searches,
		property.typeOptions?.loadOptionsMethod,
		...inner.flatMap(methodsNamed),
	].filter((name): name is string => typeof name === 'string');
}

describe('the parameters of the action node', () => {
	it('offer every operation that can be carried out, and no other', () => {
		const known = RESOURCES.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);

		expect(menu()).toEqual(known);
	});

	it('are each shown for a single operation', () => {
		const own = properties.filter(({ name }) => !['resource', 'operation'].includes(name));

		for (const { displayOptions } of own) {
			expect(displayOptions?.show?.resource).toHaveLength(1);
			expect(displayOptions?.show?.operation).toHaveLength(1);
		}
	});

	it('hide the limit if all are returned', () => {
		const values = { resource: 'form', operation: 'getAll', returnAll: true };
		const limit = properties.filter(
			(property) =>
				property.name === 'limit' &&
				NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description),
		);

		expect(limit).toEqual([]);
	});

	it('default to getting many submissions, at most 50, simplified', () => {
		const defaults = NodeHelpers.getNodeParameters(
			properties,
			{},
			true,
			false,
			{ typeVersion: 1 },
			description,
		);

		expect(defaults).toMatchObject({
			resource: 'submission',
			operation: 'getAll',
			returnAll: false,
			limit: 50,
			simplify: true,
			filters: {},
			formId: { mode: 'list', value: '' },
		});
	});

	it('name only methods that exist', () => {
		const named = properties.flatMap(methodsNamed);
		const existing = [...Object.keys(methods.listSearch), ...Object.keys(methods.loadOptions)];

		expect([...new Set(named)].sort()).toEqual(existing.sort());
	});

	it("store a submission's status as the service names it", () => {
		const filters = properties.filter(({ name }) => name === 'filters');
		const statuses = filters.map(({ options = [] }) =>
			options.flatMap((filter) => ('type' in filter && filter.name === 'status' ? [filter] : [])),
		);

		expect(statuses).toHaveLength(3);
		for (const [status] of statuses) {
			expect(optionsOf(status).map(({ value }) => value)).toEqual(['new', 'quarantined', 'spam']);
		}
	});

	it('validate no ID with a pattern, which n8n would check again before every execution', () => {
		const locators = properties.filter(({ type }) => type === 'resourceLocator');

		expect(locators.length).toBeGreaterThan(0);
		for (const { modes = [] } of locators) {
			expect(modes.filter(({ validation }) => validation !== undefined)).toEqual([]);
		}
	});
});
