import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { properties } from '../../../nodes/FormSubmissions/actions';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';

const { description, methods } = new FormSubmissions();

/** Every place where a property names a method for n8n to call. */
function methodsNamed(property: INodeProperties): string[] {
	const searches = (property.modes ?? []).map(({ typeOptions }) => typeOptions?.searchListMethod);
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [
		...searches,
		property.typeOptions?.loadOptionsMethod,
		...inner.flatMap(methodsNamed),
	].filter((name): name is string => typeof name === 'string');
}

describe('the parameters of the action node', () => {
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

	it.each([
		['is', 'no form is chosen', { __rl: true, mode: 'list', value: '' }],
		['is not', 'a form is chosen', { __rl: true, mode: 'list', value: 'frm_1' }],
		[
			'is not',
			'an expression names the form',
			{ __rl: true, mode: 'id', value: '={{ $json.id }}' },
		],
	])('include a notice about all forms, which %s shown if %s', (shown, _which, formId) => {
		const values = { resource: 'submission', operation: 'getAll', returnAll: true, formId };
		const [notice] = properties.filter(({ name }) => name === 'wholeWorkspaceNotice');
		const isShown =
			notice && NodeHelpers.displayParameter(values, notice, { typeVersion: 1 }, description);

		expect(isShown).toBe(shown === 'is');
	});

	it('name only methods that exist', () => {
		const named = properties.flatMap(methodsNamed);
		const existing = [...Object.keys(methods.listSearch), ...Object.keys(methods.loadOptions)];

		expect([...new Set(named)].sort()).toEqual(existing.sort());
	});

	it('validate no ID with a pattern, which n8n would check again before every execution', () => {
		const locators = properties.filter(({ type }) => type === 'resourceLocator');

		expect(locators.length).toBeGreaterThan(0);
		for (const { modes = [] } of locators) {
			expect(modes.filter(({ validation }) => validation !== undefined)).toEqual([]);
		}
	});
});
