import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
} from 'n8n-workflow';

import { REFUSED_AND_STORED } from '../../../histories/world/n8n';
import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

describe('a run for each submission', () => {
	it('begins oldest first, and as many times as there are submissions', async () => {
		one = await OneTrigger.published();
		const ids = one.arrive(30, { isDelivered: false });

		await one.pass(MINUTE + 5 * SECOND);

		expect(one.returned).toEqual(ids);
		expect(one.play.main.runs).toEqual(ids.map(() => 1));
	});

	it('begins at most twenty times a second', async () => {
		one = await OneTrigger.published();
		one.arrive(100, { isDelivered: false });
		while (one.play.main.runs.length === 0) await one.pass(SECOND / 20);

		await one.pass(2 * SECOND);

		expect(one.play.main.runs.length).toBeLessThanOrEqual(42);
	});

	it('waits while 25 runs are in flight', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 5 * SECOND;
		one.arrive(100, { isDelivered: false });
		while (one.play.main.runs.length === 0) await one.pass(SECOND / 20);

		await one.pass(4 * SECOND);
		expect(one.play.main.runs).toHaveLength(25);
		await one.pass(30 * SECOND);

		expect(one.returned).toHaveLength(100);
	});

	it('counts a run that takes longer than ten seconds as one that waits', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 60 * MINUTE;
		one.arrive(60, { isDelivered: false });

		await one.pass(MINUTE + 35 * SECOND);

		expect(one.returned).toHaveLength(60);
	});

	it('does not begin once the workflow is unpublished, though it had waited for a place', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 10 * MINUTE;
		one.arrive(60, { isDelivered: false });
		while (one.play.main.runs.length < 25) await one.pass(SECOND);
		await one.play.n8n.unpublish(one.play.main);
		await one.pass(MINUTE);

		expect(one.play.main.runs).toHaveLength(25);
		await one.publish();
		await one.pass(9 * SECOND);
		expect(one.play.main.runs).toHaveLength(25 + 25);
	});

	it('waits until n8n has saved the position, where the one before has written it', async () => {
		one = await OneTrigger.published();
		one.play.n8n.saveMs = 2 * SECOND;
		one.arrive(10, { isDelivered: false });
		while (one.play.main.runs.length === 0) await one.pass(SECOND / 20);
		await one.pass(1.9 * SECOND);
		expect(one.play.main.runs).toHaveLength(1);
		await one.pass(5 * SECOND);

		expect(one.play.main.runs).toHaveLength(10);
	});

	it('waits five seconds for that at most', async () => {
		one = await OneTrigger.published();
		one.play.n8n.saveMs = 60 * MINUTE;
		one.arrive(4, { isDelivered: false });
		await one.pass(MINUTE + 20 * SECOND);

		expect(one.returned).toHaveLength(4);
	});

	it('goes on where it stopped if n8n is killed, and begins none twice', async () => {
		one = await OneTrigger.published();
		one.arrive(60, { isDelivered: false });
		while (one.play.main.runs.length < 20) await one.pass(SECOND / 20);

		await one.play.n8n.restart(20);
		await one.pass(2 * MINUTE);

		expect(one.play.problems()).toEqual([]);
	});

	it('goes on where it stopped if the workflow is unpublished and published again', async () => {
		one = await OneTrigger.published();
		one.arrive(60, { isDelivered: false });
		while (one.play.main.runs.length < 20) await one.pass(SECOND / 20);

		await one.play.n8n.untilOver(one.play.n8n.unpublish(one.play.main));
		await one.pass(MINUTE);
		await one.publish();
		await one.pass(MINUTE);

		expect(one.play.problems()).toEqual([]);
	});

	it('comes before the rest of a backlog, and the backlog comes all the same', async () => {
		one = await OneTrigger.published();
		one.play.network.outage = 'ECONNREFUSED';
		await one.pass(MINUTE);
		one.arrive(2_000, { isDelivered: false });
		await one.pass(SECOND);
		one.play.network.outage = undefined;
		await one.pass(30 * SECOND);
		const seconds: number[] = [];
		for (let count = 0; count < 60; count++) {
			const id = one.play.add(0.1, { isDelivered: true });
			await one.pass(2 * SECOND);
			seconds.push(one.play.secondsTaken(id));
		}
		await one.pass(3 * MINUTE);

		expect(one.play.problems()).toEqual([]);
		expect(seconds.filter((one) => one <= 5).length).toBeGreaterThanOrEqual(57);
	});

	it('comes before what came while n8n was stopped for an hour', async () => {
		one = await OneTrigger.published();
		one.play.submit({ count: 90, everyMs: 30 * SECOND });
		await one.play.n8n.restart(60 * 60);
		while (one.play.main.runs.length === 0) await one.pass(SECOND / 20);
		const id = one.play.add(0.1, { isDelivered: true });
		await one.pass(2 * SECOND);

		expect(one.play.secondsTaken(id)).toBeLessThan(1);
		await one.pass(MINUTE);
		expect(one.play.problems()).toEqual([]);
	});

	it('begins some seconds after publishing with what Start From adds', async () => {
		one = new OneTrigger({ main: { startFromMs: Date.UTC(2026, 2, 10, 11) } });
		const ids = one.play.submit({ count: 3, inSeconds: -60 });
		await one.publish();

		await one.pass(5 * SECOND);

		expect(one.returned).toEqual(ids);
	});
});

describe("n8n's Execute Once", () => {
	it('costs nothing, since several are handed over one by one', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		const node = one.play.main.node.bind(one.play.main);
		jest.spyOn(one.play.main, 'node').mockImplementation(() => ({ ...node(), executeOnce: true }));
		await one.publish();
		one.arrive(4, { isDelivered: false });

		await one.pass(2 * MINUTE);

		expect(one.play.main.runs).toEqual([1, 1, 1, 1]);
	});
});

describe.each(['each', 'together'] as const)('what n8n refuses to run (%s)', (runFor) => {
	it.each([REFUSED_AND_STORED, 'Invalid string length'])(
		'("%s") is handed over again, once n8n takes it, and a failed run says so once an hour',
		async (said) => {
			one = await OneTrigger.published({ main: { runFor } });
			one.play.n8n.refuses = () => said;
			const ids = one.arrive(20, { isDelivered: false });
			await one.pass(30 * MINUTE);
			expect(one.returned).toEqual([]);
			expect(one.play.main.failures).toEqual([expect.stringContaining(said)]);

			one.play.n8n.refuses = undefined;
			await one.pass(11 * MINUTE);

			expect(one.returned.sort()).toEqual(ids);
			expect(one.play.problems()).toEqual([]);
		},
	);

	it('is not said to be too much', async () => {
		one = await OneTrigger.published({ main: { runFor } });
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		one.arrive(1, { isDelivered: false });

		await one.pass(30 * MINUTE);

		expect(one.play.warnings).not.toContainEqual(expect.stringContaining('twenty a second'));
	});

	it('is tried one run at a time, at growing intervals', async () => {
		one = await OneTrigger.published({ main: { runFor } });
		let refusals = 0;
		one.play.n8n.refuses = () => {
			refusals++;
			return REFUSED_AND_STORED;
		};
		one.arrive(40, { isDelivered: false });
		await one.pass(MINUTE);
		const atFirst = refusals;

		await one.pass(60 * MINUTE);

		expect(refusals - atFirst).toBeLessThanOrEqual(20);
	});

	it('comes once n8n takes it, even if n8n was restarted or the workflow published again before', async () => {
		one = await OneTrigger.published({ main: { runFor } });
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		one.arrive(20, { isDelivered: false });
		await one.pass(5 * MINUTE);
		await one.publish();
		await one.pass(5 * MINUTE);
		await one.play.n8n.restart(20);
		await one.pass(5 * MINUTE);

		one.play.n8n.refuses = undefined;
		await one.pass(11 * MINUTE);

		expect(one.play.problems()).toEqual([]);
	});

	it('does not keep back what comes once n8n takes runs again', async () => {
		one = await OneTrigger.published({ main: { runFor } });
		const [first] = one.arrive(1, { isDelivered: false });
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		await one.pass(2 * MINUTE);
		one.play.n8n.refuses = undefined;
		await one.pass(3 * MINUTE);
		const second = one.play.add(0.1, { isDelivered: true });

		await one.pass(3 * SECOND);

		expect(one.returned).toEqual([first, second]);
	});
});

describe('what n8n refuses late', () => {
	/** n8n refuses as many runs as there are times, each so long after it was handed it (seconds). */
	function refuseAfter(...seconds: number[]): void {
		one.play.n8n.refuses = () => {
			const after = seconds.shift();
			one.play.n8n.refusesAfterMs = (after ?? 0) * SECOND;
			return after === undefined ? undefined : REFUSED_AND_STORED;
		};
	}

	it.each([
		['others could have followed it', [12, 12], 1],
		['another one is refused meanwhile', [12, 0.02, 12, 0.02], 2],
	])('comes all the same if %s', async (_why, seconds, count) => {
		one = await OneTrigger.published();
		refuseAfter(...seconds);
		one.arrive(count, { isDelivered: false });

		await one.pass(60 * MINUTE);

		expect(one.play.problems()).toEqual([]);
		expect(one.returned).toHaveLength(count);
	});

	it('has none run twice that came beside it before an outage', async () => {
		one = await OneTrigger.published();
		one.play.network.outage = 'ECONNREFUSED';
		one.arrive(2, { isDelivered: false });
		await one.pass(15 * MINUTE);
		one.play.network.outage = undefined;
		refuseAfter(8);
		one.arrive(1, { isDelivered: false });

		await one.pass(60 * MINUTE);

		expect(one.play.problems()).toEqual([]);
		expect(one.returned).toHaveLength(3);
	});

	it('has none run twice that n8n has taken meanwhile', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 8 * SECOND;
		refuseAfter(0.1, 5);
		one.arrive(2, { isDelivered: false });

		await one.pass(60 * MINUTE);

		expect(one.play.problems()).toEqual([]);
		expect(one.returned).toHaveLength(2);
	});
});

it('a run that is too large is handed over one submission at a time', async () => {
	one = await OneTrigger.published({ main: { runFor: 'together' } });
	one.play.n8n.refuses = (_watcher, items) =>
		items.flat().length > 30 ? 'Invalid string length' : undefined;
	one.arrive(100, { isDelivered: false });

	await one.pass(5 * MINUTE);

	expect(one.play.problems()).toEqual([]);
	expect(one.returned).toHaveLength(100);
});

it.each(['each', 'together'] as const)(
	'one that n8n always refuses (%s) stops no other, and is tried again',
	async (runFor) => {
		one = await OneTrigger.published({ main: { runFor } });
		let tries = 0;
		const [poison] = one.arrive(1, { isDelivered: false });
		one.play.n8n.refuses = (_watcher, items) => {
			if (!items.flat().some(({ json }) => json.id === poison)) return undefined;
			tries++;
			return 'QueryFailedError: cannot store it';
		};
		one.arrive(20, { isDelivered: false });
		await one.pass(MINUTE + 10 * SECOND);
		const seconds: number[] = [];
		for (let count = 0; count < 30; count++) {
			const id = one.play.add(0.1, { isDelivered: true });
			await one.pass(MINUTE);
			seconds.push(one.play.secondsTaken(id));
		}

		expect(one.returned).toHaveLength(50);
		expect(Math.max(...seconds)).toBeLessThanOrEqual(5);
		expect(tries).toBeGreaterThanOrEqual(6);
		expect(tries).toBeLessThanOrEqual(20);
		one.play.n8n.refuses = undefined;
		await one.pass(11 * MINUTE);
		expect(one.play.problems()).toEqual([]);
	},
);

it('an emission that n8n throws back loses nothing', async () => {
	one = await OneTrigger.published();
	let throwsBack = true;
	one.play.n8n.refuses = () => {
		if (!throwsBack) return undefined;
		throwsBack = false;
		throw new Error('no');
	};
	one.arrive(3, { isDelivered: false });

	await one.pass(2 * MINUTE);

	expect(throwsBack).toBe(false);
	expect(one.play.problems()).toEqual([]);
	expect(one.returned).toHaveLength(3);
});

describe('K2: a run that n8n refuses and stores', () => {
	it('is handed over with another key, since n8n would drop the same one', async () => {
		one = await OneTrigger.published();
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = one.arrive(5);
		await one.pass(5 * MINUTE);
		one.play.n8n.refuses = undefined;
		await one.pass(11 * MINUTE);

		expect(one.returned.sort()).toEqual(ids);
	});

	it('has another key after a restart, too, whenever n8n is stopped', async () => {
		one = await OneTrigger.published();
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = one.arrive(3);
		for (let restart = 0; restart < 3; restart++) {
			await one.pass(MINUTE);
			await one.play.n8n.restart(20);
		}
		one.play.n8n.refuses = undefined;
		await one.pass(11 * MINUTE);

		expect(one.returned.sort()).toEqual(ids);
	});
});

describe('K1: a run of several', () => {
	it('is handed over again as it was, whatever has come since', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		one.play.n8n.refuses = () => 'a hook says no';
		one.arrive(3);
		while (one.play.n8n.handedKeys.length === 0) await one.pass(SECOND / 20);
		const [first] = one.play.n8n.handedKeys;
		one.arrive(2);
		await one.pass(SECOND / 2);
		one.play.n8n.refuses = undefined;
		await one.pass(MINUTE);

		expect(one.play.main.runs.sort()).toEqual([2, 3]);
		expect(one.play.n8n.handedKeys.filter((key) => key === first)).toHaveLength(2);
	});
});

describe('K6: a run that was cancelled', () => {
	it.each([
		new ManualExecutionCancelledError('1'),
		new TimeoutExecutionCancelledError('1'),
		new SystemShutdownExecutionCancelledError('1'),
	])('(%p) has run: it is not handed over again', async (error) => {
		one = await OneTrigger.published();
		one.play.n8n.cancelsWith = error;
		one.arrive(3);
		await one.pass(5 * MINUTE);

		expect(one.returned).toHaveLength(3);
		expect(one.play.main.failures).toEqual([]);
	});

	it('unlike anything else that n8n says instead of running it', async () => {
		one = await OneTrigger.published();
		let refusals = 0;
		one.play.n8n.refuses = () => (++refusals <= 3 ? 'whatever a hook throws' : undefined);
		const ids = one.arrive(3);
		await one.pass(2 * MINUTE);

		expect(one.returned.sort()).toEqual(ids);
		expect(one.play.main.failures).toEqual([expect.stringContaining('whatever a hook throws')]);
	});
});

describe("n8n's engine 2.0", () => {
	it('gets runs without a key, and without a promise that it would refuse', async () => {
		one = await OneTrigger.published();
		one.play.n8n.settings = { ...one.play.n8n.settings, engineType: 'v2' };
		await one.publish();
		await one.pass(2 * SECOND);
		const ids = one.arrive(3);
		await one.pass(5 * SECOND);

		expect(one.returned).toEqual(ids);
		expect(one.play.n8n.handedKeys).toEqual([undefined, undefined, undefined]);
		expect(one.play.main.failures).toEqual([expect.stringContaining('engine 2.0')]);
		await one.play.n8n.restart(20);
		await one.pass(MINUTE);
		expect(one.play.n8n.handedKeys).toHaveLength(3);
	});
});
