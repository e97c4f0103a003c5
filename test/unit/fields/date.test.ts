import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';

import { date } from '../../../nodes/FormSubmissions/fields/date';
import { enter } from './enter';

const field = date({ displayName: 'The field', name: 'field', description: '' });

const read = (value: unknown, timezone = 'Asia/Tokyo') => enter(field, value, { timezone });

const utc = (iso: string) => Date.parse(iso);

describe('a date field', () => {
	it.each([undefined, null, '', '   '])('that is empty (%p) returns no time', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		['the date picker', '2026-03-10T12:00:00', '2026-03-10T03:00:00Z'],
		['a date alone, which is midnight', '2026-03-10', '2026-03-09T15:00:00Z'],
		['SQL', '2026-03-10 12:00:00', '2026-03-10T03:00:00Z'],
		['nanoseconds', '2026-03-10T12:00:00.000000000', '2026-03-10T03:00:00Z'],
		['a month alone, which is its first day', '2026-03', '2026-02-28T15:00:00Z'],
	])('reads a time without a zone in the zone of the workflow: %s', (_name, value, expected) => {
		expect(read(value)).toBe(utc(expected));
	});

	it.each<[string, unknown]>([
		['UTC', '2026-03-10T12:00:00.000Z'],
		['an offset', '2026-03-10T14:00:00+02:00'],
		['an offset of hours alone', '2026-03-10T14:00:00+02'],
		['an offset without a colon', '2026-03-10T14:00:00+0200'],
		['spaces around it', '  2026-03-10T12:00:00Z '],
		['UTC as a word', '2026-03-10 12:00 UTC'],
		['Unix milliseconds', 1773144000000],
		['Unix milliseconds as text', '1773144000000'],
		['Unix seconds', 1773144000],
		['Unix seconds as text', '1773144000'],
		['a JavaScript date', new Date('2026-03-10T12:00:00Z')],
		['$now of n8n', tryToParseDateTime('2026-03-10T08:00:00', 'America/New_York')],
	])('reads a time with a zone in that zone: %s', (_name, value) => {
		expect(read(value)).toBe(utc('2026-03-10T12:00:00Z'));
	});

	it.each([1_989_013_109, 1_999_999_999, 2_026_003_112, 2_026_130_112, 2_026_013_224])(
		'reads %d as Unix seconds, because it does not begin with a date since 1990',
		(seconds) => {
			expect([read(seconds), read(String(seconds))]).toEqual([seconds * 1000, seconds * 1000]);
		},
	);

	it('reads numbers from the first second of 2000 on, up to the last millisecond of 2199', () => {
		expect(read(946_684_800)).toBe(utc('2000-01-01T00:00:00Z'));
		expect(read(7_258_118_399_999)).toBe(utc('2199-12-31T23:59:59.999Z'));
	});

	it.each([1_772_026_013_109, 2_026_013_109_000])(
		'reads %d as Unix milliseconds, although some of its digits are a date and an hour',
		(milliseconds) => {
			expect(read(milliseconds)).toBe(milliseconds);
		},
	);

	it.each<[string, unknown]>([
		['a word', 'yesterday'],
		['text before a date', 'on 2026-03-10'],
		['text with a number, which JavaScript reads as a date', 'form 12'],
		['a date whose parts can stand for different ones', '03/04/2026'],
		['a day that does not exist', '2026-02-30'],
		['a day that does not exist, with a zone', '2026-02-30T12:00:00Z'],
		['a month that does not exist', '2026-13-01'],
		['a time followed by text', '2026-03-10 12:00 PM'],
		['the format of emails', 'Tue, 10 Mar 2026 12:00:00 +0000'],
		['the format of HTTP headers', 'Tue, 10 Mar 2026 12:00:00 GMT'],
		['a day with the name of its month', '10 Mar 2026 12:00'],
		['a date in digits alone', '20260310'],
		['ISO 8601 without punctuation', '20260310T120000'],
		['a month with a time', '2026-03T12:00'],
		['a month in words', 'March 2026'],
		['a time in digits alone, which would count milliseconds', '202603101200'],
		['the same with seconds', '20260310120000'],
		['a date and an hour in digits alone, which would count seconds', '2026031012'],
		['the same as a number', 2026031012],
		['a date and an hour of another century in digits alone', 1999013109],
		['a date and midnight at its end in digits alone', 2026013124],
		['a date and an hour early in a month in digits alone', 2026010509],
		['a date and an hour and a quarter in digits alone', 2026013109.25],
		['a date as a number, which would count seconds', 20260310],
		['a number in text that is not digits alone', '1773144000e3'],
		['the number 1', 1],
		['the second before 2000', 946_684_799],
		['the first millisecond of 2200', 7_258_118_400_000],
		['a negative number', -5],
		['zero', 0],
		['a number without end', Infinity],
		['not a number', NaN],
		['a number beyond all times', 9e15],
		['a truth value', true],
		['a list', ['2026-03-10']],
		['an object', { year: 2026 }],
		['a date that is none', new Date('x')],
		['an invalid date of n8n', tryToParseDateTime('2026-03-10').setZone('Nowhere/None')],
	])('without a valid date is named in the error with its value: %s', (_name, value) => {
		expect(() => read(value)).toThrow(
			/^The field is ".*", which isn't a valid date\. Choose one with the date picker.*\(Asia\/Tokyo\)\.$/,
		);
	});

	it('tells a model which formats can be read', () => {
		const entered = { timezone: 'Asia/Tokyo', kind: 'formSubmissionsTool' } as const;

		expect(() => enter(field, 'yesterday', entered)).toThrow(
			/Use an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00\..*\(Asia\/Tokyo\)\.$/,
		);
	});
});

describe('a date field without a zone', () => {
	afterEach(() => jest.useRealTimers());

	/** Luxon alone takes whichever of the two has today's offset. */
	it.each([
		['in winter', '2026-12-01T12:00:00Z'],
		['in summer', '2027-07-01T12:00:00Z'],
	])('is the first of two such times when clocks are set back, also if read %s', (_when, now) => {
		jest.useFakeTimers({ now: utc(now) });

		expect(read('2026-10-25T02:30', 'Europe/Berlin')).toBe(utc('2026-10-25T00:30:00Z'));
		expect(read('2026-11-01', 'America/Havana')).toBe(utc('2026-11-01T04:00:00Z'));
		expect(read('2026-10-25T02:30:00+01:00', 'Europe/Berlin')).toBe(utc('2026-10-25T01:30:00Z'));
	});

	it('is the time an hour later if clocks were set forward over it', () => {
		expect(read('2026-03-29T02:30', 'Europe/Berlin')).toBe(utc('2026-03-29T01:30:00Z'));
		expect(read('2026-04-24', 'Africa/Cairo')).toBe(utc('2026-04-23T22:00:00Z'));
	});

	/** Zones without summer time in the years below: every local time exists in them exactly once. */
	const ZONES = ['UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'America/Phoenix', 'Pacific/Kiritimati'];

	/** Every way to write the same time, made from the parts of its ISO text. */
	const WRITINGS: Array<(iso: string) => string> = [
		(iso) => iso,
		(iso) => iso.replace('T', ' '),
		(iso) => iso.slice(0, 16),
		(iso) => `${iso}.000`,
		(iso) => iso.slice(0, 10),
		(iso) => iso.slice(0, 7),
	];

	const wallClock = (ms: number, timeZone: string) =>
		new Date(ms).toLocaleString('sv-SE', { timeZone });

	it.each(WRITINGS.map((write) => [write('2026-01-31T23:00:00'), write]))(
		'is the same local time in every zone, written like %s',
		(_example, write) => {
			const times = fc.date({
				min: new Date('2001-01-01T00:00:00Z'),
				max: new Date('2037-12-31T23:59:59Z'),
				noInvalidDate: true,
			});
			fc.assert(
				fc.property(times, fc.constantFrom(...ZONES), (time, timezone) => {
					const text = write(time.toISOString().slice(0, 19));
					const inZone = (zone: string) => wallClock(read(text, zone) ?? NaN, zone);

					expect(inZone(timezone)).toBe(inZone('UTC'));
				}),
				{ numRuns: 60, seed: 20260310 },
			);
		},
	);
});
