import fc from 'fast-check';

import { parseRateLimitReset } from '../../../../nodes/FormSubmissions/api/transport/headers';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);

describe('X-RateLimit-Reset', () => {
	it.each([
		['Unix seconds', String(NOON / 1000), 'absolute', NOON + 1_000],
		['Unix seconds with a fraction', `${NOON / 1000}.25`, 'absolute', NOON + 250],
		['Unix milliseconds', String(NOON), 'absolute', NOON],
		['an ISO date', '2026-03-10T12:00:00.000Z', 'absolute', NOON],
		['an ISO date of whole seconds', '2026-03-10T12:00:00Z', 'absolute', NOON + 1_000],
		['an ISO date with an offset', '2026-03-10T14:00:00+02:00', 'absolute', NOON + 1_000],
		['an HTTP date', 'Tue, 10 Mar 2026 12:00:00 GMT', 'absolute', NOON + 1_000],
		['seconds from now', '45', 'fromNow', 46_000],
		['no seconds from now', '0', 'fromNow', 1_000],
		['seconds from now with a fraction', '44.5', 'fromNow', 44_500],
		['two minutes from now', '120', 'fromNow', 121_000],
		['milliseconds from now', '45000', 'fromNow', 45_000],
		['few milliseconds from now', '121', 'fromNow', 121],
		['spaces around the number', '  45 ', 'fromNow', 46_000],
	] as const)(
		'reads %s; whole seconds may have been rounded down',
		(_name, header, kind, latestMs) => {
			expect(parseRateLimitReset(header, false)).toMatchObject({ kind, latestMs });
		},
	);

	it('reports that a number is in milliseconds if its size leaves no doubt', () => {
		expect(parseRateLimitReset('45000', false)?.isInMilliseconds).toBe(true);
		expect(parseRateLimitReset('45', false)?.isInMilliseconds).toBeUndefined();
	});

	it('treats a small number as milliseconds once the service has used them', () => {
		expect(parseRateLimitReset('45', true)).toMatchObject({ kind: 'fromNow', latestMs: 45 });
		expect(parseRateLimitReset(String(NOON / 1000), true)?.latestMs).toBe(NOON + 1_000);
	});

	it.each([
		undefined,
		'',
		' ',
		'soon',
		'in a little while',
		'-5',
		'1e3',
		'0x10',
		'NaN',
		'Infinity',
		'12,5',
		'99999999999999',
		'12345678901234567890',
		'45; w=60',
	])('ignores %p', (header) => {
		expect(parseRateLimitReset(header, false)).toBeUndefined();
	});

	it('always yields a finite time, whatever the header', () => {
		const headers = fc.oneof(
			fc.string(),
			fc.stringMatching(/^\d{1,16}(\.\d{1,9})?$/),
			fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
		);
		fc.assert(
			fc.property(headers, fc.boolean(), (header, countsInMilliseconds) => {
				const reset = parseRateLimitReset(header, countsInMilliseconds);
				expect(reset === undefined || Number.isFinite(reset.latestMs)).toBe(true);
			}),
			randomCases(100),
		);
	});
});
