import { tryToParseDateTime } from 'n8n-workflow';

import { date } from '../../../nodes/FormSubmissions/parameters/dates';
import { enter } from './enter';
import { stopFakeClock, stopTime } from '../../support/fakeClock';

const field = date({ displayName: 'The field', name: 'field', description: '' });

const readTime = (value: unknown, timezone = 'Asia/Tokyo') => enter(field, value, { timezone });

const read = (value: unknown, timezone?: string) => readTime(value, timezone)?.ms;

const utc = (iso: string) => Date.parse(iso);

describe('a date field', () => {
	it.each([undefined, null, '', '   '])('that is empty (%p) returns no time', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		['the date picker', '2026-03-10T12:00:00', '2026-03-10T03:00:00Z'],
		['a date alone, which is midnight', '2026-03-10', '2026-03-09T15:00:00Z'],
		['SQL', '2026-03-10 12:00:00', '2026-03-10T03:00:00Z'],
		['a month alone, which is its first day', '2026-03', '2026-02-28T15:00:00Z'],
	])('reads a time without a zone in the zone of the workflow: %s', (_name, value, expected) => {
		expect(readTime(value)).toEqual({ ms: utc(expected), zone: 'Asia/Tokyo' });
	});

	it.each<[string, unknown]>([
		['UTC', '2026-03-10T12:00:00.000Z'],
		['an offset', '2026-03-10T14:00:00+02:00'],
		['an offset of hours alone', '2026-03-10T14:00:00+02'],
		['UTC as a word', '2026-03-10 12:00 UTC'],
		['Unix milliseconds', 1773144000000],
		['Unix seconds', 1773144000],
		['Unix seconds as text', '1773144000'],
		['a JavaScript date', new Date('2026-03-10T12:00:00Z')],
		['$now of n8n', tryToParseDateTime('2026-03-10T08:00:00', 'America/New_York')],
	])('reads a time with a zone in that zone: %s', (_name, value) => {
		expect(readTime(value)).toEqual({ ms: utc('2026-03-10T12:00:00Z') });
	});

	it('reads numbers from the first second of 2000 on, up to the last millisecond of 2199', () => {
		expect(read(946_684_800)).toBe(utc('2000-01-01T00:00:00Z'));
		expect(read(7_258_118_399_999)).toBe(utc('2199-12-31T23:59:59.999Z'));
	});

	it.each<[string, unknown]>([
		['a word', 'yesterday'],
		['text with a number, which JavaScript reads as a date', 'form 12'],
		['a date whose parts can stand for different ones', '03/04/2026'],
		['a day that does not exist', '2026-02-30'],
		['a day that does not exist, with a zone', '2026-02-30T12:00:00Z'],
		['a month that does not exist', '2026-13-01'],
		['a time followed by text', '2026-03-10 12:00 PM'],
		['a date in digits alone', '20260310'],
		['the same as a number, which would count seconds', 20260310],
		['the second before 2000', 946_684_799],
		['the first millisecond of 2200', 7_258_118_400_000],
		['not a number', NaN],
		['a date that is none', new Date('x')],
		['an invalid date of n8n', tryToParseDateTime('2026-03-10').setZone('Nowhere/None')],
	])('without a valid date is named in the error with its value: %s', (_name, value) => {
		expect(() => read(value)).toThrow(
			/^'The field' is ".*", which isn't a valid date\. Use an ISO 8601 date .* 2026-01-31T09:00\..*\(Asia\/Tokyo\)\.$/,
		);
	});
});

describe('a date field without a zone', () => {
	afterEach(stopFakeClock);

	/** Luxon alone takes whichever of the two has today's offset. */
	it.each([
		['in winter', '2026-12-01T12:00:00Z'],
		['in summer', '2027-07-01T12:00:00Z'],
	])('is the first of two such times when clocks are set back, also if read %s', (_when, now) => {
		stopTime(utc(now));

		expect(read('2026-10-25T02:30', 'Europe/Berlin')).toBe(utc('2026-10-25T00:30:00Z'));
		expect(read('2026-11-01', 'America/Havana')).toBe(utc('2026-11-01T04:00:00Z'));
		expect(read('2026-10-25T02:30:00+01:00', 'Europe/Berlin')).toBe(utc('2026-10-25T01:30:00Z'));
	});

	it('is the time an hour later if clocks were set forward over it', () => {
		expect(read('2026-03-29T02:30', 'Europe/Berlin')).toBe(utc('2026-03-29T01:30:00Z'));
	});
});
