import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
} from 'n8n-workflow';

import { Play } from '../../../histories/play';
import { REFUSED_AND_STORED } from '../../../histories/world/n8n';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

async function published(main: Parameters<typeof Play.published>[0] = {}): Promise<void> {
	play = await Play.published({ ...main, main: { listens: true, ...main.main } });
	await pass(2 * SECOND);
}

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

const submit = (count = 1) => play.submit({ count, inSeconds: 0.01, isDelivered: true });

const returned = () => play.main.returned.map(({ json }) => json.id);

/** n8n is killed between its save of the position and its storing of the next run, and started again. */
async function killedWhileHandingOver(count: number, downSeconds = 20): Promise<void> {
	play.n8n.killMoment = 'stateOnly';
	submit(count);
	const { n8n } = play;
	const before = n8n.handedKeys.length;
	while (n8n.handedKeys.length === before && n8n.killMoment) await pass(SECOND / 20);
	if (downSeconds > 20) await n8n.restart(downSeconds);
}

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
		await published({ main: { startFromMs } });
		submit(1);
		await pass(5 * SECOND);
		await play.set({ listens: true, startFromMs, statuses: ['new', 'spam'] });
		await pass(5 * SECOND);

		expect(new Set(play.n8n.handedKeys).size).toBe(2);
		expect(returned()).toHaveLength(1);
	});
});

describe('K2: a run that n8n refuses and stores', () => {
	it('is handed over with another key, since n8n would drop the same one', async () => {
		await published();
		play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = submit(5);
		await pass(5 * MINUTE);
		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);

		expect(returned().sort()).toEqual(ids);
	});

	it('has another key after a restart, too, whenever n8n is stopped', async () => {
		await published();
		play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = submit(3);
		for (let restart = 0; restart < 3; restart++) {
			await pass(MINUTE);
			await play.n8n.restart(20);
		}
		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);

		expect(returned().sort()).toEqual(ids);
	});
});

describe('K3: what this process has handed over', () => {
	it('is not handed over again if the workflow is published again while it runs', async () => {
		await published();
		play.n8n.runMs = 30 * SECOND;
		submit(3);
		await pass(5 * SECOND);
		await play.publish(play.main);
		await pass(3 * MINUTE);

		expect(play.n8n.handedKeys).toHaveLength(3);
	});

	it('and n8n refuses only once the workflow was published again is handed over again', async () => {
		await published();
		play.n8n.refuses = () => 'the database is full';
		play.n8n.refusesAfterMs = 5 * SECOND;
		const ids = submit(2);
		await pass(2 * SECOND);
		play.n8n.refuses = undefined;
		await play.publish(play.main);
		await pass(3 * MINUTE);

		expect(returned().sort()).toEqual(ids);
	});
});

describe('K4: a run of several', () => {
	it('is handed over again as it was, whatever has come since', async () => {
		await published({ main: { runFor: 'together' } });
		play.n8n.refuses = () => 'a hook says no';
		submit(3);
		while (play.n8n.handedKeys.length === 0) await pass(SECOND / 20);
		const [first] = play.n8n.handedKeys;
		submit(2);
		await pass(SECOND / 2);
		play.n8n.refuses = undefined;
		await pass(MINUTE);

		expect(play.main.runs.sort()).toEqual([2, 3]);
		expect(play.n8n.handedKeys.filter((key) => key === first)).toHaveLength(2);
	});
});

describe('K5: what may not have been stored when n8n was killed', () => {
	it.each(['each', 'together'] as const)(
		'(%s) is handed over again at the next start, and comes once',
		async (runFor) => {
			await published({ main: { runFor } });
			submit(3);
			await pass(5 * SECOND);
			await killedWhileHandingOver(3);
			await pass(MINUTE);

			expect(play.problems()).toEqual([]);
		},
	);

	it('comes once if it is a run of many', async () => {
		await published({ main: { runFor: 'together' } });
		await killedWhileHandingOver(450);
		await pass(2 * MINUTE);

		expect(play.problems()).toEqual([]);
		expect(play.lastPoll?.requests).toBeLessThanOrEqual(12);
	});

	it('comes at once, though hundreds of others came while n8n was down', async () => {
		await published();
		await killedWhileHandingOver(1);
		play.network.outage = 'ECONNREFUSED';
		submit(400);
		await pass(SECOND);
		play.network.outage = undefined;
		await pass(3 * MINUTE);

		expect(play.problems()).toEqual([]);
	});

	it('does not come twice if n8n had stored it, and costs one request', async () => {
		await published();
		play.n8n.runMs = 30 * SECOND;
		submit(20);
		await pass(5 * SECOND);
		await play.n8n.restart(20);
		await pass(10 * SECOND);

		expect(play.problems()).toEqual([]);
		expect(play.lastPoll?.requests).toBeLessThanOrEqual(2);
	});

	it('comes once, though all keys are others since', async () => {
		await published();
		play.n8n.runMs = 10 * MINUTE;
		submit(1);
		await pass(5 * SECOND);
		const [first] = play.n8n.handedKeys;
		play.n8n.refuses = () => REFUSED_AND_STORED;
		submit(1);
		await pass(5 * SECOND);
		play.n8n.refuses = undefined;
		await pass(20 * SECOND);
		expect(returned()).toHaveLength(2);
		await play.n8n.restart(20);
		await pass(MINUTE);

		expect(play.n8n.handedKeys.filter((key) => key === first)).toHaveLength(2);
		expect(play.problems()).toEqual([]);
	});

	it.each([
		{},
		{ saveDataSuccessExecution: 'all', saveDataErrorExecution: 'none' },
		{ saveDataErrorExecution: 'all' },
	] as const)('is not handed over again where n8n does not keep all runs (%p)', async (kept) => {
		await published();
		play.n8n.settings = { timezone: 'UTC', ...kept };
		await play.publish(play.main);
		await pass(2 * SECOND);
		play.n8n.runMs = 30 * SECOND;
		submit(5);
		await pass(5 * SECOND);
		await play.n8n.restart(20);
		await pass(MINUTE);

		expect(play.n8n.handedKeys).toHaveLength(5);
		expect(play.problems()).toEqual([]);
	});

	it('is given up after an hour, when n8n may have forgotten the key', async () => {
		await published();
		play.n8n.runMs = 30 * SECOND;
		submit(1);
		await pass(5 * SECOND);
		const before = play.n8n.handedKeys.length;
		await play.n8n.restart(61 * 60);
		await pass(5 * MINUTE);

		expect(play.n8n.handedKeys).toHaveLength(before);
	});

	it.each([
		['each', 60, 25],
		['together', 400, 2],
	] as const)('(%s) is stored of the last runs only', async (runFor, count, stored) => {
		await published({ main: { runFor } });
		play.n8n.runMs = 10 * MINUTE;
		for (let times = 0; times < 4; times++) {
			submit(count);
			await pass(30 * SECOND);
		}
		const states = JSON.stringify(play.n8n.storedData());

		expect(states.match(/"key":/g)).toHaveLength(stored);
	});

	it('is dropped if it was deleted, and waits if the service is down, and keeps nothing else waiting', async () => {
		await published();
		play.n8n.runMs = 30 * SECOND;
		submit(2);
		await pass(5 * SECOND);
		play.service.failNext({ status: 503 }, { times: 4, when: ({ url }) => url.includes('limit=') });
		await play.n8n.restart(20);
		await pass(3 * MINUTE);
		const id = play.add(0.1, { isDelivered: true });
		await pass(3 * SECOND);

		expect(returned()).toContain(id);
		expect(play.problems()).toEqual([]);
	});
});

describe('K6: a run that was cancelled', () => {
	it.each([
		new ManualExecutionCancelledError('1'),
		new TimeoutExecutionCancelledError('1'),
		new SystemShutdownExecutionCancelledError('1'),
	])('(%p) has run: it is not handed over again', async (error) => {
		await published();
		play.n8n.cancelsWith = error;
		submit(3);
		await pass(5 * MINUTE);

		expect(returned()).toHaveLength(3);
		expect(play.main.failures).toEqual([]);
	});

	it('unlike anything else that n8n says instead of running it', async () => {
		await published();
		let refusals = 0;
		play.n8n.refuses = () => (++refusals <= 3 ? 'whatever a hook throws' : undefined);
		const ids = submit(3);
		await pass(2 * MINUTE);

		expect(returned().sort()).toEqual(ids);
		expect(play.main.failures).toEqual([expect.stringContaining('whatever a hook throws')]);
	});
});

describe("K7: n8n's engine 2.0", () => {
	it('gets runs without a key, and without a promise that it would refuse', async () => {
		await published();
		play.n8n.settings = { ...play.n8n.settings, engineType: 'v2' };
		await play.publish(play.main);
		await pass(2 * SECOND);
		const ids = submit(3);
		await pass(5 * SECOND);

		expect(returned()).toEqual(ids);
		expect(play.n8n.handedKeys).toEqual([undefined, undefined, undefined]);
		expect(play.main.failures).toEqual([expect.stringContaining('engine 2.0')]);
		await play.n8n.restart(20);
		await pass(MINUTE);
		expect(play.n8n.handedKeys).toHaveLength(3);
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
