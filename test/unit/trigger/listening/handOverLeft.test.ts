import { idsOf, REFUSED_AND_STORED } from '../../../histories/world/n8n';
import { OneTrigger } from './oneTrigger';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let one: OneTrigger;

afterEach(() => one.play.stop());

/** n8n is killed between its save of the position and its storing of the next run, and started again. */
async function killedWhileHandingOver(count: number, downSeconds = 20): Promise<void> {
	one.play.n8n.killMoment = 'stateOnly';
	one.arrive(count);
	const { n8n } = one.play;
	const before = n8n.handedKeys.length;
	while (n8n.handedKeys.length === before && n8n.killMoment) await one.pass(SECOND / 20);
	if (downSeconds > 20) await n8n.restart(downSeconds);
}

describe('what this process has handed over', () => {
	it('is not handed over again if the workflow is published again while it runs', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 30 * SECOND;
		one.arrive(3);
		await one.pass(5 * SECOND);
		await one.publish();
		await one.pass(3 * MINUTE);

		expect(one.play.n8n.handedKeys).toHaveLength(3);
	});

	it('is not run again by publishing, though n8n keeps no runs and nobody has asked it yet', async () => {
		one = await OneTrigger.published();
		one.play.n8n.keepsRuns = false;
		one.arrive(3);
		await one.pass(5 * SECOND);
		await one.publish();
		await one.pass(3 * MINUTE);

		expect(one.play.problems()).toEqual([]);
	});

	it('and n8n refuses only once the workflow was published again is handed over again', async () => {
		one = await OneTrigger.published();
		one.play.n8n.refuses = () => 'the database is full';
		one.play.n8n.refusesAfterMs = 5 * SECOND;
		const ids = one.arrive(2);
		await one.pass(2 * SECOND);
		one.play.n8n.refuses = undefined;
		await one.publish();
		await one.pass(3 * MINUTE);

		expect(one.returned.sort()).toEqual(ids);
	});
});

describe('K4: what may not have been stored when n8n was killed', () => {
	it.each(['each', 'together'] as const)(
		'(%s) is handed over again at the next start, and comes once',
		async (runFor) => {
			one = await OneTrigger.published({ main: { runFor } });
			one.arrive(3);
			await one.pass(5 * SECOND);
			await killedWhileHandingOver(3);
			await one.pass(MINUTE);

			expect(one.play.problems()).toEqual([]);
		},
	);

	it('comes once if it is a run of many', async () => {
		one = await OneTrigger.published({ main: { runFor: 'together' } });
		await killedWhileHandingOver(450);
		await one.pass(2 * MINUTE);

		expect(one.play.problems()).toEqual([]);
		expect(one.requests).toBeLessThanOrEqual(12);
	});

	it('comes at once, though hundreds of others came while n8n was down', async () => {
		one = await OneTrigger.published();
		await killedWhileHandingOver(1);
		one.play.network.outage = 'ECONNREFUSED';
		one.arrive(400);
		await one.pass(SECOND);
		one.play.network.outage = undefined;
		await one.pass(3 * MINUTE);

		expect(one.play.problems()).toEqual([]);
	});

	it('does not come twice if n8n had stored it, and costs one request', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 30 * SECOND;
		one.arrive(20);
		await one.pass(5 * SECOND);
		await one.play.n8n.restart(20);
		await one.pass(10 * SECOND);

		expect(one.play.problems()).toEqual([]);
		expect(one.requests).toBeLessThanOrEqual(2);
	});

	it('comes once, though all keys are others since', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 10 * MINUTE;
		one.arrive(1);
		await one.pass(5 * SECOND);
		const [first] = one.play.n8n.handedKeys;
		one.play.n8n.refuses = () => REFUSED_AND_STORED;
		one.arrive(1);
		await one.pass(5 * SECOND);
		one.play.n8n.refuses = undefined;
		await one.pass(20 * SECOND);
		expect(one.returned).toHaveLength(2);
		await one.play.n8n.restart(20);
		await one.pass(MINUTE);

		expect(one.play.n8n.handedKeys.filter((key) => key === first)).toHaveLength(2);
		expect(one.play.problems()).toEqual([]);
	});

	it.each([
		{ saveDataSuccessExecution: 'none' },
		{ saveDataSuccessExecution: 'all', saveDataErrorExecution: 'none' },
	] as const)(
		'is not handed over again where the workflow says that it keeps no runs (%p)',
		async (kept) => {
			one = await OneTrigger.published();
			one.play.n8n.settings = kept;
			await one.publish();
			await one.pass(5 * SECOND);
			one.play.n8n.runMs = 30 * SECOND;
			one.arrive(5);
			await one.pass(5 * SECOND);
			await one.play.n8n.restart(20);
			await one.pass(MINUTE);

			expect(one.play.n8n.handedKeys).toHaveLength(5);
			expect(one.play.problems()).toEqual([]);
		},
	);

	it('is given up after an hour, when n8n may have forgotten the key', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 30 * SECOND;
		one.arrive(1);
		await one.pass(5 * SECOND);
		const before = one.play.n8n.handedKeys.length;
		await one.play.n8n.restart(61 * 60);
		await one.pass(5 * MINUTE);

		expect(one.play.n8n.handedKeys).toHaveLength(before);
	});

	it('is dropped if it was deleted, and waits if the service is down, and keeps nothing else waiting', async () => {
		one = await OneTrigger.published();
		one.play.n8n.runMs = 30 * SECOND;
		one.arrive(2);
		await one.pass(5 * SECOND);
		one.play.service.failNext(
			{ status: 503 },
			{ times: 4, when: ({ url }) => url.includes('limit=') },
		);
		await one.play.n8n.restart(20);
		await one.pass(3 * MINUTE);
		const id = one.play.add(0.1, { isDelivered: true });
		await one.pass(3 * SECOND);

		expect(one.returned).toContain(id);
		expect(one.play.problems()).toEqual([]);
	});
});

/** These were found, and wait, since n8n runs nothing; it was told so often that the position was saved. */
async function waiting(count: number, runFor: 'each' | 'together' = 'each'): Promise<string[]> {
	one = await OneTrigger.published({ main: { runFor } });
	one.play.n8n.refuses = () => 'a hook says no';
	const ids = one.arrive(count);
	await one.pass(MINUTE);
	one.play.n8n.refuses = undefined;
	return ids;
}

/** These, too, since n8n refused them. So many others came and ran since, and n8n starts again. */
async function deepInList(count: number, others: number): Promise<string[]> {
	one = await OneTrigger.published();
	const ids = one.arrive(count);
	one.play.n8n.refuses = (_watcher, items) =>
		idsOf(items).some((id) => ids.includes(id)) ? 'a hook says no' : undefined;
	await one.pass(10 * SECOND);
	one.arrive(others);
	await one.pass(2 * MINUTE);
	one.play.n8n.refuses = undefined;
	await one.play.n8n.restart(20);
	return ids;
}

describe('K4: what waits when the process ends', () => {
	it.each(['each', 'together'] as const)('(%s) runs in the next one, once', async (runFor) => {
		await waiting(60, runFor);
		await one.play.n8n.restart(20);
		await one.pass(2 * MINUTE);

		expect(one.returned).toHaveLength(60);
		expect(one.play.problems()).toEqual([]);
	});

	it('runs however deep in the list it is by then', async () => {
		const ids = await deepInList(5, 250);
		await one.pass(3 * MINUTE);

		expect(one.returned).toEqual(expect.arrayContaining(ids));
		expect(one.play.problems()).toEqual([]);
	});

	it('runs after another restart if it could not be fetched before that', async () => {
		const ids = await deepInList(2, 250);
		let isDown = true;
		const when = ({ url }: { url: string }) => isDown && url.includes('/sub_');
		one.play.service.failNext({ status: 503 }, { times: 1_000, when });
		await one.pass(2 * MINUTE);
		expect(ids.filter((id) => one.returned.includes(id))).toEqual([]);

		isDown = false;
		await one.play.n8n.restart(20);
		await one.pass(MINUTE);
		expect(one.returned).toEqual(expect.arrayContaining(ids));
		expect(one.play.problems()).toEqual([]);
	});

	it.each([0, 4])('does not wait for one that can never be fetched (%d)', async (which) => {
		const ids = await deepInList(5, 250);
		const [bad = ''] = ids.slice(which);
		one.play.service.failNext(
			{ status: 500 },
			{ times: 1_000, when: ({ url }) => url.includes(bad) },
		);
		await one.pass(10 * MINUTE);

		expect(one.returned.sort()).toEqual(ids.filter((id) => id !== bad));
		expect(one.play.main.failures).toHaveLength(2);
	});

	it('is dropped if it was deleted', async () => {
		const [gone = '', ...others] = await deepInList(3, 250);
		const when = ({ url }: { url: string }) => url.includes(gone);
		one.play.service.failNext({ status: 404 }, { times: 1_000, when });
		await one.pass(MINUTE);

		expect(one.returned.sort()).toEqual(others);
		expect(one.play.main.failures).toHaveLength(1);
	});
});

describe('K2: a trial', () => {
	it('that n8n refused runs at the next start, though that is a day later', async () => {
		await waiting(5);
		await one.play.n8n.restart(24 * 60 * 60);
		await one.pass(MINUTE);

		expect(one.returned).toHaveLength(5);
	});

	it('that n8n took runs once, if the process ends soon after', async () => {
		await waiting(1);
		await one.pass(5 * MINUTE);
		expect(one.returned).toHaveLength(1);
		await one.play.n8n.restart(20);
		await one.pass(5 * MINUTE);

		expect(one.play.problems()).toEqual([]);
	});
});
