import {
	ManualExecutionCancelledError,
	SystemShutdownExecutionCancelledError,
	TimeoutExecutionCancelledError,
} from 'n8n-workflow';

import { Play, type PlayOptions } from '../../../histories/play';
import { REFUSED_AND_STORED } from '../../../histories/world/n8n';
import { ManyTriggers } from './manyTriggers';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

/** A trigger that has been published, and has read the list for the first time. */
async function published(main: PlayOptions['main'] = {}): Promise<void> {
	play = await Play.published({ main: { listens: true, ...main } });
	await pass(2 * SECOND);
}

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

/** So many submissions come at once, of which no delivery tells. */
const submit = (count: number) => play.submit({ count, inSeconds: 0.01, isDelivered: false });

const deliver = (count: number) => play.submit({ count, inSeconds: 0.01, isDelivered: true });

const returned = () => play.main.returned.map(({ json }) => json.id);

describe('a run for each submission', () => {
	it('begins oldest first, and as many times as there are submissions', async () => {
		await published();
		const ids = submit(30);

		await pass(MINUTE + 5 * SECOND);

		expect(returned()).toEqual(ids);
		expect(play.main.runs).toEqual(ids.map(() => 1));
	});

	it('begins at most twenty times a second', async () => {
		await published();
		submit(100);
		while (play.main.runs.length === 0) await pass(SECOND / 20);

		await pass(2 * SECOND);

		expect(play.main.runs.length).toBeLessThanOrEqual(42);
	});

	it('waits while 25 runs are in flight', async () => {
		await published();
		play.n8n.runMs = 5 * SECOND;
		submit(100);
		while (play.main.runs.length === 0) await pass(SECOND / 20);

		await pass(4 * SECOND);
		expect(play.main.runs).toHaveLength(25);
		await pass(30 * SECOND);

		expect(returned()).toHaveLength(100);
	});

	it('counts a run that takes longer than ten seconds as one that waits', async () => {
		await published();
		play.n8n.runMs = 60 * MINUTE;
		submit(60);

		await pass(MINUTE + 35 * SECOND);

		expect(returned()).toHaveLength(60);
	});

	it('does not begin once the workflow is unpublished, though it had waited for a place', async () => {
		await published();
		play.n8n.runMs = 10 * MINUTE;
		submit(60);
		while (play.main.runs.length < 25) await pass(SECOND);
		await play.n8n.unpublish(play.main);
		await pass(MINUTE);

		expect(play.main.runs).toHaveLength(25);
		await play.publish(play.main);
		await pass(9 * SECOND);
		expect(play.main.runs).toHaveLength(25 + 25);
	});

	it('waits until n8n has saved the place of the one before', async () => {
		await published();
		play.n8n.saveMs = 2 * SECOND;
		submit(10);
		while (play.main.runs.length === 0) await pass(SECOND / 20);
		await pass(5 * SECOND);

		expect(play.main.runs).toHaveLength(3);
	});

	it('waits five seconds for that at most', async () => {
		await published();
		play.n8n.saveMs = 60 * MINUTE;
		submit(4);
		await pass(MINUTE + 20 * SECOND);

		expect(returned()).toHaveLength(4);
	});

	it('goes on where it stopped if n8n is killed, and begins none twice', async () => {
		await published();
		submit(60);
		while (play.main.runs.length < 20) await pass(SECOND / 20);

		await play.n8n.restart(20);
		await pass(2 * MINUTE);

		expect(play.problems()).toEqual([]);
	});

	it('goes on where it stopped if the workflow is unpublished and published again', async () => {
		await published();
		submit(60);
		while (play.main.runs.length < 20) await pass(SECOND / 20);

		await play.n8n.untilOver(play.n8n.unpublish(play.main));
		await pass(MINUTE);
		await play.publish(play.main);
		await pass(MINUTE);

		expect(play.problems()).toEqual([]);
	});

	it('comes before the rest of a backlog, and the backlog comes all the same', async () => {
		await published();
		play.network.outage = 'ECONNREFUSED';
		await pass(MINUTE);
		submit(2_000);
		await pass(SECOND);
		play.network.outage = undefined;
		await pass(30 * SECOND);
		const seconds: number[] = [];
		for (let count = 0; count < 60; count++) {
			const id = play.add(0.1, { isDelivered: true });
			await pass(2 * SECOND);
			seconds.push(play.secondsTaken(id));
		}
		await pass(3 * MINUTE);

		expect(play.problems()).toEqual([]);
		expect(seconds.filter((one) => one <= 5).length).toBeGreaterThanOrEqual(57);
	});

	it('comes before what came while n8n was stopped for an hour', async () => {
		await published();
		play.submit({ count: 90, everyMs: 30 * SECOND });
		await play.n8n.restart(60 * 60);
		while (play.main.runs.length === 0) await pass(SECOND / 20);
		const id = play.add(0.1, { isDelivered: true });
		await pass(2 * SECOND);

		expect(play.secondsTaken(id)).toBeLessThan(1);
		await pass(MINUTE);
		expect(play.problems()).toEqual([]);
	});

	it('begins a second after publishing with what Start From adds', async () => {
		play = new Play({ main: { listens: true, startFromMs: Date.UTC(2026, 2, 10, 11) } });
		const ids = play.submit({ count: 3, inSeconds: -60 });
		await play.publish(play.main);

		await pass(3 * SECOND);

		expect(returned()).toEqual(ids);
	});
});

describe("n8n's Execute Once", () => {
	it('costs nothing, since several are handed over one by one', async () => {
		await published({ runFor: 'together' });
		const node = play.main.node.bind(play.main);
		jest.spyOn(play.main, 'node').mockImplementation(() => ({ ...node(), executeOnce: true }));
		await play.publish(play.main);
		submit(4);

		await pass(2 * MINUTE);

		expect(play.main.runs).toEqual([1, 1, 1, 1]);
	});
});

describe.each(['each', 'together'] as const)('what n8n refuses to run (%s)', (runFor) => {
	it.each([REFUSED_AND_STORED, 'Invalid string length'])(
		'("%s") is handed over again, once n8n takes it, and a failed run says so once an hour',
		async (said) => {
			await published({ runFor });
			play.n8n.refuses = () => said;
			const ids = submit(20);
			await pass(30 * MINUTE);
			expect(returned()).toEqual([]);
			expect(play.main.failures).toEqual([expect.stringContaining(said)]);

			play.n8n.refuses = undefined;
			await pass(11 * MINUTE);

			expect(returned().sort()).toEqual(ids);
			expect(play.problems()).toEqual([]);
		},
	);

	it('is not said to be too much', async () => {
		await published({ runFor });
		play.n8n.refuses = () => REFUSED_AND_STORED;
		submit(1);

		await pass(30 * MINUTE);

		expect(play.warnings).not.toContainEqual(expect.stringContaining('twenty a second'));
	});

	it('is tried one run at a time, at growing intervals', async () => {
		await published({ runFor });
		let refusals = 0;
		play.n8n.refuses = () => {
			refusals++;
			return REFUSED_AND_STORED;
		};
		submit(40);
		await pass(MINUTE);
		const atFirst = refusals;

		await pass(60 * MINUTE);

		expect(refusals - atFirst).toBeLessThanOrEqual(20);
	});

	it('comes once n8n takes it, even if n8n was restarted or the workflow published again before', async () => {
		await published({ runFor });
		play.n8n.refuses = () => REFUSED_AND_STORED;
		submit(20);
		await pass(5 * MINUTE);
		await play.publish(play.main);
		await pass(5 * MINUTE);
		await play.n8n.restart(20);
		await pass(5 * MINUTE);

		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);

		expect(play.problems()).toEqual([]);
	});

	it('does not keep back what comes once n8n takes runs again', async () => {
		await published({ runFor });
		const [first] = submit(1);
		play.n8n.refuses = () => REFUSED_AND_STORED;
		await pass(2 * MINUTE);
		play.n8n.refuses = undefined;
		await pass(3 * MINUTE);
		const second = play.add(0.1, { isDelivered: true });

		await pass(3 * SECOND);

		expect(returned()).toEqual([first, second]);
	});
});

describe('what n8n refuses late', () => {
	/** n8n refuses as many runs as there are times, each so long after it was handed it (seconds). */
	function refuseAfter(...seconds: number[]): void {
		play.n8n.refuses = () => {
			const after = seconds.shift();
			play.n8n.refusesAfterMs = (after ?? 0) * SECOND;
			return after === undefined ? undefined : REFUSED_AND_STORED;
		};
	}

	it.each([
		['others could have followed it', [12, 12], 1],
		['another one is refused meanwhile', [12, 0.02, 12, 0.02], 2],
	])('comes all the same if %s', async (_why, seconds, count) => {
		await published();
		refuseAfter(...seconds);
		submit(count);

		await pass(60 * MINUTE);

		expect(play.problems()).toEqual([]);
		expect(returned()).toHaveLength(count);
	});

	it('has none run twice that came beside it before an outage', async () => {
		await published();
		play.network.outage = 'ECONNREFUSED';
		submit(2);
		await pass(15 * MINUTE);
		play.network.outage = undefined;
		refuseAfter(8);
		submit(1);

		await pass(60 * MINUTE);

		expect(play.problems()).toEqual([]);
		expect(returned()).toHaveLength(3);
	});

	it('has none run twice that n8n has taken meanwhile', async () => {
		await published();
		play.n8n.runMs = 8 * SECOND;
		refuseAfter(0.1, 5);
		submit(2);

		await pass(60 * MINUTE);

		expect(play.problems()).toEqual([]);
		expect(returned()).toHaveLength(2);
	});
});

it('a run that is too large is handed over one submission at a time', async () => {
	await published({ runFor: 'together' });
	play.n8n.refuses = (_watcher, items) =>
		items.flat().length > 30 ? 'Invalid string length' : undefined;
	submit(100);

	await pass(5 * MINUTE);

	expect(play.problems()).toEqual([]);
	expect(returned()).toHaveLength(100);
});

it.each(['each', 'together'] as const)(
	'one that n8n always refuses (%s) stops no other, and is tried again',
	async (runFor) => {
		await published({ runFor });
		let tries = 0;
		const [poison] = submit(1);
		play.n8n.refuses = (_watcher, items) => {
			if (!items.flat().some(({ json }) => json.id === poison)) return undefined;
			tries++;
			return 'QueryFailedError: cannot store it';
		};
		submit(20);
		await pass(MINUTE + 10 * SECOND);
		const seconds: number[] = [];
		for (let count = 0; count < 30; count++) {
			const id = play.add(0.1, { isDelivered: true });
			await pass(MINUTE);
			seconds.push(play.secondsTaken(id));
		}

		expect(returned()).toHaveLength(50);
		expect(Math.max(...seconds)).toBeLessThanOrEqual(5);
		expect(tries).toBeGreaterThanOrEqual(6);
		expect(tries).toBeLessThanOrEqual(20);
		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);
		expect(play.problems()).toEqual([]);
	},
);

it('an emission that n8n throws back loses nothing', async () => {
	await published();
	let throwsBack = true;
	play.n8n.refuses = () => {
		if (!throwsBack) return undefined;
		throwsBack = false;
		throw new Error('no');
	};
	submit(3);

	await pass(2 * MINUTE);

	expect(throwsBack).toBe(false);
	expect(play.problems()).toEqual([]);
	expect(returned()).toHaveLength(3);
});

describe('K2: a run that n8n refuses and stores', () => {
	it('is handed over with another key, since n8n would drop the same one', async () => {
		await published();
		play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = deliver(5);
		await pass(5 * MINUTE);
		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);

		expect(returned().sort()).toEqual(ids);
	});

	it('has another key after a restart, too, whenever n8n is stopped', async () => {
		await published();
		play.n8n.refuses = () => REFUSED_AND_STORED;
		const ids = deliver(3);
		for (let restart = 0; restart < 3; restart++) {
			await pass(MINUTE);
			await play.n8n.restart(20);
		}
		play.n8n.refuses = undefined;
		await pass(11 * MINUTE);

		expect(returned().sort()).toEqual(ids);
	});
});

describe('K4: a run of several', () => {
	it('is handed over again as it was, whatever has come since', async () => {
		await published({ runFor: 'together' });
		play.n8n.refuses = () => 'a hook says no';
		deliver(3);
		while (play.n8n.handedKeys.length === 0) await pass(SECOND / 20);
		const [first] = play.n8n.handedKeys;
		deliver(2);
		await pass(SECOND / 2);
		play.n8n.refuses = undefined;
		await pass(MINUTE);

		expect(play.main.runs.sort()).toEqual([2, 3]);
		expect(play.n8n.handedKeys.filter((key) => key === first)).toHaveLength(2);
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
		deliver(3);
		await pass(5 * MINUTE);

		expect(returned()).toHaveLength(3);
		expect(play.main.failures).toEqual([]);
	});

	it('unlike anything else that n8n says instead of running it', async () => {
		await published();
		let refusals = 0;
		play.n8n.refuses = () => (++refusals <= 3 ? 'whatever a hook throws' : undefined);
		const ids = deliver(3);
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
		const ids = deliver(3);
		await pass(5 * SECOND);

		expect(returned()).toEqual(ids);
		expect(play.n8n.handedKeys).toEqual([undefined, undefined, undefined]);
		expect(play.main.failures).toEqual([expect.stringContaining('engine 2.0')]);
		await play.n8n.restart(20);
		await pass(MINUTE);
		expect(play.n8n.handedKeys).toHaveLength(3);
	});
});

describe('P1: the places for runs in flight', () => {
	/** So many triggers, whose runs take so long. */
	async function triggers(count: number, runSeconds: number): Promise<ManyTriggers> {
		const many = await new ManyTriggers(count, { simplify: false }).published();
		({ play } = many);
		play.n8n.runMs = runSeconds * SECOND;
		return many;
	}

	it('are 25, for all triggers of a process together', async () => {
		const many = await triggers(3, 9);
		for (let form = 0; form < 3; form++) {
			play.submit({ formId: `frm_${form}`, isDelivered: true, inSeconds: 1, count: 20 });
		}
		const begun = () => many.watchers.flatMap(({ returned }) => returned).length;

		while (begun() === 0) await many.pass(SECOND / 20);
		await many.pass(6 * SECOND);
		expect(begun()).toBe(25);
		await many.pass(40 * SECOND);

		expect(begun()).toBe(60);
	});

	it('P2: are not needed by a trigger none of whose runs is in flight: nobody waits for the long runs of others', async () => {
		const many = await triggers(4, 12);
		const busy = { formId: 'frm_0', isDelivered: true, everyMs: 300, count: 800 };
		play.submit({ ...busy, inSeconds: 0.1 });
		await many.pass(MINUTE);

		const ids = await many.deliver(2, 4, 2, { formId: undefined });
		await many.pass(20 * SECOND);

		expect(many.figures(ids.filter((id) => formOf(id) !== 'frm_0')).longest).toBeLessThan(3);
	});
});

const formOf = (id: string) => play.submissions.get(id)?.formId;
