import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { filtersField } from '../../../nodes/FormSubmissions/parameters/filters';
import { includeTestFilter } from '../../../nodes/FormSubmissions/parameters/includeTest';

/** The filters of a saved workflow, as n8n passes them to the node or stores them again. */
function filtersOf(stored: INodeParameters, purpose: 'run' | 'save') {
	const [node, type] = [null, null];
	const values = { filters: stored };
	return NodeHelpers.getNodeParameters(
		[filtersField],
		values,
		purpose === 'run',
		false,
		node,
		type,
	);
}

describe('the filter Include Test Submissions', () => {
	it('is on once it is added', () => {
		expect(includeTestFilter.default).toBe(true);
	});

	it.each([
		['it was never added', {}],
		['it was added and left off', { includeTest: false }],
		['it is on', { includeTest: true }],
	])('keeps its meaning in a saved workflow in which %s', (_what, stored) => {
		expect(filtersOf(stored, 'run')).toEqual({ filters: stored });
		expect(filtersOf(stored, 'save')).toEqual({ filters: stored });
	});
});
