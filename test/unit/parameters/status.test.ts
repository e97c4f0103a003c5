import { readStatuses } from '../../../nodes/FormSubmissions/parameters/status';
import { executeContext } from '../../support/n8n';

const context = executeContext({ kind: 'formSubmissions', parameters: {} });
const read = (value: unknown) => readStatuses(context, value);

describe('the filter Status', () => {
	it.each([undefined, null, '', ' ', ',', []])('restricts nothing if it is %j', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		[['spam'], ['spam']],
		[
			['spam', 'new', 'spam'],
			['spam', 'new'],
		],
		['spam', ['spam']],
		['spam, new', ['spam', 'new']],
		[' Spam ,', ['spam']],
		[['New'], ['new']],
	])('is read from %j as %j', (value, expected) => {
		expect(read(value)).toEqual(expected);
	});

	it.each(['urgent', 'new;spam', ['new', 'urgent'], [''], [null], 5, true, {}, { 0: 'new' }])(
		'is not read from %j: the error names it and says what to enter',
		(value) => {
			expect(() => read(value)).toThrow(
				/^The filter 'Status' is ".*", which isn't a known status\. Choose from the list.*new, quarantined, or spam/,
			);
		},
	);
});
