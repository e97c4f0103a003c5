import {
	parseDate,
	parseRateLimitReset,
	parseRemaining,
	readHeaders,
	retryAfterMs,
} from '../../../../nodes/FormSubmissions/api/transport/headers';

const NOON = Date.UTC(2026, 2, 10, 12);
const HTTP_NOON = 'Tue, 10 Mar 2026 12:00:00 GMT';

describe('response headers', () => {
	it('are found by their lower-case names', () => {
		expect(readHeaders({ 'Retry-After': '5', DATE: HTTP_NOON })).toEqual({
			'retry-after': '5',
			date: HTTP_NOON,
		});
	});

	it('may be numbers; lists and other values are dropped', () => {
		expect(readHeaders({ a: 5, b: ['x'], c: null, d: undefined, e: {} })).toEqual({ a: '5' });
	});

	it.each([undefined, null, 'text', 5])('are empty if n8n returns %p', (raw) => {
		expect(readHeaders(raw)).toEqual({});
	});
});

describe('a date', () => {
	it.each([
		[HTTP_NOON, NOON],
		['2026-03-10T12:00:00Z', NOON],
		['2026-03-10T14:00:00+02:00', NOON],
	])('%p is read', (text, milliseconds) => {
		expect(parseDate(text)).toBe(milliseconds);
	});

	it.each([undefined, '', '5', '1773144000', '12:00', 'soon', '7 h', 'h 7'])(
		'%p is not a date',
		(text) => {
			expect(parseDate(text)).toBeUndefined();
		},
	);
});

describe('Retry-After', () => {
	it.each([
		['seconds', { 'retry-after': '12' }, 12_000],
		['seconds with spaces', { 'retry-after': ' 12 ' }, 12_000],
		['a fraction of a second', { 'retry-after': '0.5' }, 500],
		['a longer fraction', { 'retry-after': '1.25' }, 1_250],
		['a date by this clock', { 'retry-after': 'Tue, 10 Mar 2026 12:00:20 GMT' }, 20_000],
		['a date in the past', { 'retry-after': 'Tue, 10 Mar 2026 11:00:20 GMT' }, 0],
		[
			"a date by the service's own clock",
			{ 'retry-after': 'Tue, 10 Mar 2026 13:00:20 GMT', date: 'Tue, 10 Mar 2026 13:00:00 GMT' },
			20_000,
		],
	])('%s', (_name, headers, waitMs) => {
		expect(retryAfterMs(headers, NOON)).toBe(waitMs);
	});

	it.each([undefined, '', 'soon', '-3', 'NaN', '3 s'])('%p is ignored', (value) => {
		expect(retryAfterMs({ 'retry-after': value }, NOON)).toBeUndefined();
	});
});

describe('X-RateLimit-Remaining', () => {
	it.each([
		['0', 0],
		[' 119 ', 119],
		['999999999', 999_999_999],
	])('%p is a number of requests', (header, requests) => {
		expect(parseRemaining(header)).toBe(requests);
	});

	it.each([undefined, '', '-1', '1.5', '9 left', 'x9', '1000000000'])('%p is ignored', (header) => {
		expect(parseRemaining(header)).toBeUndefined();
	});
});

describe('X-RateLimit-Reset', () => {
	it.each([
		['Unix seconds', '1000000000', { kind: 'absolute', latestMs: 1_000_000_001_000 }],
		['Unix milliseconds', '1000000000000', { kind: 'absolute', latestMs: 1e12 }],
		['seconds from now', '30', { kind: 'fromNow', latestMs: 31_000 }],
		[
			'milliseconds from now',
			'999999999',
			{ kind: 'fromNow', latestMs: 999_999_999, isInMilliseconds: true },
		],
	])('may be in %s', (_what, header, reset) => {
		expect(parseRateLimitReset(header, false)).toEqual(reset);
	});

	it.each([undefined, '', '10000000000000', 'soon'])('%p is ignored', (header) => {
		expect(parseRateLimitReset(header, false)).toBeUndefined();
	});
});
