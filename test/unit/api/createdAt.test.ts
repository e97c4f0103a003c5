import { addTimes, appendTimes } from '../../../nodes/FormSubmissions/api/createdAt';

const T = Date.UTC(2026, 0, 31, 9);

describe('the time of a submission', () => {
	it('is its createdAt, or else that of the one before it', () => {
		const list = [
			{ id: 'undated' },
			{ id: 'dated', createdAt: new Date(T).toISOString() },
			{ id: 'unreadable', createdAt: 'yesterday' },
		];

		const times = addTimes(list, T + 1).map(({ atMs, isDated }) => [atMs, isDated]);

		expect(times).toEqual([
			[T + 1, false],
			[T, true],
			[T, false],
		]);
	});

	it.each([7, 2026, null, true])('is not read from %j, which is not text', (createdAt) => {
		expect(addTimes([{ id: 'a', createdAt }], T)).toMatchObject([{ atMs: T, isDated: false }]);
	});
});

describe('the times that decide how far a walk has come', () => {
	it('are the last thirty, of several pages if need be', () => {
		const times = Array.from({ length: 140 }, (_, index) => T - index);
		const page = (from: number, to: number) =>
			times.slice(from, to).map((atMs) => ({ submission: { id: 'a' }, atMs, isDated: true }));

		const first = appendTimes([], page(0, 20));
		const second = appendTimes(first, page(20, 40));

		expect(first).toEqual(times.slice(0, 20));
		expect(second).toEqual(times.slice(10, 40));
		expect(appendTimes(second, page(40, 140))).toEqual(times.slice(110));
	});
});
