import {
	filtersField,
	readSubmissionFilter,
} from '../../../nodes/FormSubmissions/parameters/filters';
import { executeContext } from '../../support/n8n';

const context = executeContext({ kind: 'formSubmissions', parameters: {} });

const read = (filters: unknown) =>
	readSubmissionFilter({ context, value: () => filters, stored: () => filters });

const defaultOf = (filter: string) =>
	filtersField.options?.flatMap((option) =>
		option.name === filter && 'default' in option ? [option.default] : [],
	);

describe('the filter Status', () => {
	const statuses = (status: unknown) => read({ status }).statuses;

	it.each([undefined, null, '', ' ', ',', []])('restricts nothing if it is %j', (value) => {
		expect(statuses(value)).toBeUndefined();
	});
});

describe('the filter Include Test Submissions', () => {
	it('is on once it is added, and off until then', () => {
		expect(defaultOf('includeTest')).toEqual([true]);
		expect(read({}).includeTest).toBe(false);
		expect(read({ includeTest: true }).includeTest).toBe(true);
	});
});

describe('the filters', () => {
	it.each([undefined, null, ''])('restrict nothing if they are %j', (filters) => {
		expect(read(filters)).toEqual({ includeTest: false });
	});

	it.each(['new', 5, ['new'], true])('are not read from %j', (filters) => {
		expect(() => read(filters)).toThrow(/^'Filters' is ".*", which isn't an object\. Add/);
	});
});
