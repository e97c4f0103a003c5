import {
	parseRemaining,
	parseReset,
	readRateLimit,
	retryAfterMs,
} from '../../../../nodes/FormSubmissions/api/transport/rateLimitHeaders';

const NOON = Date.UTC(2026, 2, 10, 12);

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

	it.each([undefined, '', 'soon', '-3', 'NaN', '3 s', 'h 7', '12:00'])('%p is ignored', (value) => {
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
		['Unix seconds', String(NOON / 1000 + 45), 46_000],
		['Unix seconds with a fraction', `${NOON / 1000 + 45}.25`, 45_250],
		['Unix milliseconds', String(NOON + 45_000), 45_000],
		['an ISO date', '2026-03-10T12:00:45.000Z', 45_000],
		['an ISO date of whole seconds', '2026-03-10T12:00:45Z', 46_000],
		['an ISO date with an offset', '2026-03-10T14:00:45+02:00', 46_000],
		['an HTTP date', 'Tue, 10 Mar 2026 12:00:45 GMT', 46_000],
		['seconds from now', ' 45 ', 46_000],
		['seconds from now with a fraction', '44.5', 44_500],
		['two minutes from now', '120', 121_000],
	])('%s say when the window ends, at the latest', (_name, header, resetInMs) => {
		expect(parseReset(header, NOON)).toBe(resetInMs);
	});

	it.each([undefined, ' ', 'soon', '-5', '1e3', '12,5', '45000', '99999999999999', '45; w=60'])(
		'%p is ignored',
		(header) => {
			expect(parseReset(header, NOON)).toBeUndefined();
		},
	);
});

describe('what a response tells of the window', () => {
	const headers = { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': String(NOON + 20_000) };

	it.each([
		["by the service's clock", 'Tue, 10 Mar 2026 12:00:05 GMT', 15_000],
		['by the clock given, without a date', undefined, 20_000],
	])('ends %s', (_name, date, endsInMs) => {
		expect(readRateLimit({ ...headers, date }, NOON).window).toEqual({ remaining: 7, endsInMs });
	});

	it('is nothing if it has ended', () => {
		expect(readRateLimit(headers, NOON + 20_000)).toEqual({});
	});
});
