import { ListOrder } from '../../../nodes/FormSubmissions/api/createdAt';

const SECOND = 1_000;
const NEWEST = 1_000_000 * SECOND;

/** A submission every ten seconds, newest first. */
const inOrder = (count: number) =>
	Array.from({ length: count }, (_, index) => NEWEST - index * 10 * SECOND);

/** The same, but those at these places have another time. */
const except = (count: number, places: number[], atMs: number) =>
	inOrder(count).map((one, index) => (places.includes(index) ? atMs : one));

const holdsFor = (times: number[], order = new ListOrder()) =>
	order.holdsFor(times.map((atMs) => ({ submission: { id: 'a' }, atMs, isDated: true })));

describe('the order of a list, newest first', () => {
	it('holds if a single submission is dated ahead, or several that are far apart', () => {
		expect(holdsFor(except(100, [50], NEWEST))).toBe(true);
		expect(holdsFor(except(100, [30, 41, 52], NEWEST))).toBe(true);
	});

	it('is broken by two dated ahead with fewer than ten between them, also on two pages', () => {
		expect(holdsFor(except(100, [50, 51], NEWEST))).toBe(false);
		expect(holdsFor(except(100, [50, 60], NEWEST))).toBe(false);

		const order = new ListOrder();
		const times = except(100, [50, 60], NEWEST);
		expect(holdsFor(times.slice(0, 55), order)).toBe(true);
		expect(holdsFor(times.slice(55), order)).toBe(false);
	});

	it('holds for times up to five seconds above where the list has come', () => {
		// After 50 in order, the sixth lowest time of the last ten is that of the 45th.
		const reached = NEWEST - 44 * 10 * SECOND;

		expect(holdsFor(except(60, [50, 51, 52], reached + 5 * SECOND))).toBe(true);
		expect(holdsFor(except(60, [50, 51, 52], reached + 5 * SECOND + 1))).toBe(false);
	});

	it('is not judged before ten submissions: the other way round, the twelfth breaks it', () => {
		const oldestFirst = inOrder(12).reverse();

		expect(holdsFor(oldestFirst.slice(0, 11))).toBe(true);
		expect(holdsFor(oldestFirst)).toBe(false);
	});

	it('holds however many single submissions are dated back', () => {
		const places = Array.from({ length: 20 }, (_, index) => index * 20 + 10);

		expect(holdsFor(except(400, places, 0))).toBe(true);
	});
});
