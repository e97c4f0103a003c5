import { localTimeIn } from '../../../nodes/FormSubmissions/rows/localTime';

describe('a local time', () => {
	const inBerlin = localTimeIn('Europe/Berlin');

	it.each([
		['2026-03-10T12:00:00.999Z', '2026-03-10 13:00:00'],
		['2026-03-10T12:00:00+0530', '2026-03-10 07:30:00'],
		['2026-03-10T12:00:00-11:45', '2026-03-11 00:45:00'],
	])('is the time of %s in the time zone', (time, expected) => {
		expect(inBerlin(time)).toBe(expected);
	});

	it('follows daylight saving time', () => {
		expect(['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map(inBerlin)).toEqual([
			'2026-03-29 01:59:59',
			'2026-03-29 03:00:00',
		]);
	});

	it.each([
		['text before a time', 'at 2026-03-10T12:00:00Z'],
		['a time without a zone', '2026-03-10T12:00:00'],
		['a month that does not exist', '2026-13-10T12:00:00Z'],
		['a number', 1_773_144_000_000],
		['nothing', undefined],
	])('is not made of %s', (_name, value) => {
		expect(inBerlin(value)).toBeUndefined();
	});
});
