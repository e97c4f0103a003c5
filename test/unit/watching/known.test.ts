import { Known } from '../../../nodes/FormSubmissions/watching/known';

const START = Date.UTC(2026, 0, 31, 12);

/** Keys are nine characters long. */
const met = (number: number, atMs: number) => ({ key: String(number).padStart(9, '0'), atMs });

function knows(...times: number[]): Known {
	const known = new Known();
	times.forEach((atMs, index) => known.add(met(index, START + atMs)));
	return known;
}

it('a submission is known once, by its key and its time', () => {
	const known = knows(0);
	known.add(met(0, START));

	expect(known.size).toBe(1);
	expect(known.has(met(0, START))).toBe(true);
	expect(known.has(met(1, START))).toBe(false);
	expect(known.hasKey(met(0, START).key)).toBe(true);
	expect(known.hasKey('another')).toBe(false);
});

it('it is known through the database', () => {
	const known = knows(0, 1, 20_000);

	expect(Known.fromStored(JSON.parse(JSON.stringify(known.toStored())))).toEqual(known);
});

it('those of ten seconds are forgotten together, if none of these is needed', () => {
	const known = knows(0, 9_999, 10_000);
	known.keepWhere((_fromMs, untilMs) => untilMs >= START + 9_999);
	expect(known.size).toBe(3);

	known.keepWhere((fromMs) => fromMs > START);
	expect([known.size, known.has(met(2, START + 10_000))]).toEqual([1, true]);
});

it.each([
	[1, undefined, 20_000],
	[2, undefined, 10_000],
	[3, undefined, 10_000],
	[4, undefined, 0],
	[5, undefined, -Infinity],
	[1, 20_000, 10_000],
	[1, 19_999, 0],
])('the latest %d below %p are from %d on', (count, below, expected) => {
	const known = knows(0, 10_000, 19_000, 20_000);

	expect(known.fromOfLatest(count, below && START + below)).toBe(START + expected);
});
