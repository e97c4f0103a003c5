import { filters } from '../../../nodes/FormSubmissions/fields/filters';
import { enter } from './enter';

const read = (entered: unknown) => enter(filters, entered);

const defaultOf = (filter: string) =>
	filters.property.options?.flatMap((option) =>
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
	it.each([undefined, null, ''])('restrict nothing if they are %j', (value) => {
		expect(read(value)).toEqual({ includeTest: false });
	});

	it.each(['new', 5, ['new'], true])('are not read from %j', (value) => {
		expect(() => read(value)).toThrow(/^Filters is ".*", which isn't an object\. Add/);
	});
});
