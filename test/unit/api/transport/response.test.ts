import { readResponse } from '../../../../nodes/FormSubmissions/api/transport/response';

function headersOf(headers: unknown) {
	return readResponse({ headers }, { isDocumented: true }).headers;
}

describe('response headers', () => {
	it('are found by their lower-case names', () => {
		expect(headersOf({ 'Retry-After': '5', DATE: 'today' })).toEqual({
			'retry-after': '5',
			date: 'today',
		});
	});

	it('may be numbers; lists and other values are dropped', () => {
		expect(headersOf({ a: 5, b: ['x'], c: null, d: undefined, e: {} })).toEqual({ a: '5' });
	});
});
