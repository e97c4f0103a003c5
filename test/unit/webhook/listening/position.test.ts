import { Play, type PlayOptions } from '../../../histories/play';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

async function published(main: PlayOptions['main'] = {}): Promise<void> {
	play = await Play.published({ main: { listens: true, ...main } });
	await pass(2 * SECOND);
}

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

const submit = (count = 1) => play.submit({ count, inSeconds: 0.01, isDelivered: true });

const returned = () => play.main.returned.map(({ json }) => json.id);

describe('K1: each run has a key', () => {
	it('of its own, which names the package and is short enough for n8n', async () => {
		await published();
		submit(3);
		await pass(5 * SECOND);

		const keys = play.n8n.handedKeys;
		expect(new Set(keys).size).toBe(3);
		for (const key of keys) expect(key).toMatch(/^n8n-nodes-form-submissions [0-9a-f]{64}$/);
	});

	it('which n8n before 2.20 does not take', async () => {
		await published();
		play.n8n.knowsKeys = false;
		await play.publish(play.main);
		submit(1);
		await pass(5 * SECOND);

		expect(returned()).toHaveLength(1);
		expect(play.n8n.handedKeys).toEqual([undefined]);
	});

	it('and another one after a new starting point', async () => {
		const startFromMs = Date.UTC(2026, 2, 10, 11);
		await published({ startFromMs });
		submit(1);
		await pass(5 * SECOND);
		await play.set({ listens: true, startFromMs, statuses: ['new', 'spam'] });
		await pass(5 * SECOND);

		expect(new Set(play.n8n.handedKeys).size).toBe(2);
		expect(returned()).toHaveLength(1);
	});
});

describe('K5: what is stored as not settled', () => {
	it.each([
		['each', 60, 25],
		['together', 400, 2],
	] as const)('is (%s) that of the last runs only', async (runFor, count, stored) => {
		await published({ runFor });
		play.n8n.runMs = 10 * MINUTE;
		for (let times = 0; times < 4; times++) {
			submit(count);
			await pass(30 * SECOND);
		}
		const states = JSON.stringify(play.n8n.storedData());

		expect(states.match(/"key":/g)).toHaveLength(stored);
	});
});

it('a place that a run of another node has set back repeats nothing', async () => {
	await published();
	submit(1);
	await pass(5 * SECOND);
	const before = play.n8n.storedData();
	submit(3);
	await pass(5 * SECOND);
	play.n8n.storeData(before);
	await play.n8n.restart(20);
	await pass(2 * MINUTE);

	expect(play.problems()).toEqual([]);
});
