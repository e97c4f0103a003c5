import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

describe('K1: each run has a key', () => {
	it('of its own, which names the package and is short enough for n8n', async () => {
		one = await OneTrigger.published();
		one.arrive(3);
		await one.pass(5 * SECOND);

		const keys = one.play.n8n.handedKeys;
		expect(new Set(keys).size).toBe(3);
		for (const key of keys) expect(key).toMatch(/^n8n-nodes-form-submissions [0-9a-f]{64}$/);
	});

	it('which n8n before 2.20 does not take', async () => {
		one = await OneTrigger.published();
		one.play.n8n.knowsKeys = false;
		await one.publish();
		one.arrive(1);
		await one.pass(5 * SECOND);

		expect(one.returned).toHaveLength(1);
		expect(one.play.n8n.handedKeys).toEqual([undefined]);
	});

	it('and another one after a new starting point', async () => {
		const startFromMs = Date.UTC(2026, 2, 10, 11);
		one = await OneTrigger.published({ main: { startFromMs } });
		one.arrive(1);
		await one.pass(5 * SECOND);
		await one.play.set({ startFromMs, statuses: ['new', 'spam'] });
		await one.pass(5 * SECOND);

		expect(new Set(one.play.n8n.handedKeys).size).toBe(2);
		expect(one.returned).toHaveLength(1);
	});
});

describe('K4: what is stored as not settled', () => {
	it.each([
		['each', 60, 25],
		['together', 400, 2],
	] as const)('is (%s) that of the last runs only', async (runFor, count, stored) => {
		one = await OneTrigger.published({ main: { runFor } });
		one.play.n8n.runMs = 10 * MINUTE;
		for (let times = 0; times < 4; times++) {
			one.arrive(count);
			await one.pass(30 * SECOND);
		}
		const states = JSON.stringify(one.play.n8n.storedData());

		expect(states.match(/\bkey\b/g)).toHaveLength(stored);
	});
});

it('a place that a run of another node has set back repeats nothing', async () => {
	one = await OneTrigger.published();
	one.arrive(1);
	await one.pass(5 * SECOND);
	const before = one.play.n8n.storedData();
	one.arrive(3);
	await one.pass(5 * SECOND);
	one.play.n8n.storeData(before);
	await one.play.n8n.restart(20);
	await one.pass(2 * MINUTE);

	expect(one.play.problems()).toEqual([]);
});

describe('K3: of runs of one, which are written now and then,', () => {
	it.each([7, 33])(
		'%d that ended before n8n was killed are handed over with the same keys, and come once',
		async (count) => {
			one = await OneTrigger.published();
			const { n8n } = one.play;
			one.arrive(count);
			while (one.returned.length < count) await one.pass(SECOND / 20);
			await n8n.restart(20);
			await one.pass(2 * MINUTE);

			expect(new Set(n8n.handedKeys).size).toBe(count);
			expect(one.play.problems()).toEqual([]);
		},
	);
});
