import { Play, type PlayOptions } from '../../../histories/play';
import { REFUSED_AND_STORED } from '../../../histories/world/n8n';

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

/** n8n is killed between its save of the position and its storing of the next run, and started again. */
async function killedWhileHandingOver(count: number, downSeconds = 20): Promise<void> {
	play.n8n.killMoment = 'stateOnly';
	submit(count);
	const { n8n } = play;
	const before = n8n.handedKeys.length;
	while (n8n.handedKeys.length === before && n8n.killMoment) await pass(SECOND / 20);
	if (downSeconds > 20) await n8n.restart(downSeconds);
}

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

describe('K5: what may not have been stored when n8n was killed', () => {
	it.each(['each', 'together'] as const)(
		'(%s) is handed over again at the next start, and comes once',
		async (runFor) => {
			await published({ runFor });
			submit(3);
			await pass(5 * SECOND);
			await killedWhileHandingOver(3);
			await pass(MINUTE);

			expect(play.problems()).toEqual([]);
		},
	);

	it('comes once if it is a run of many', async () => {
		await published({ runFor: 'together' });
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

/** These were found, and wait, since n8n runs nothing; it was told so often that the position was saved. */
async function waiting(count: number, runFor: 'each' | 'together' = 'each'): Promise<string[]> {
	play = await Play.published({ main: { listens: true, runFor } });
	await pass(2 * SECOND);
	play.n8n.refuses = () => 'a hook says no';
	const ids = submit(count);
	await pass(MINUTE);
	play.n8n.refuses = undefined;
	return ids;
}

/** So many others come while n8n is down, too many for the pages on which most are found. */
async function startsAfter(count: number): Promise<void> {
	submit(count);
	await play.n8n.restart(20);
}

describe('O7: what waits when the process ends', () => {
	it.each(['each', 'together'] as const)('(%s) runs in the next one, once', async (runFor) => {
		await waiting(60, runFor);
		await play.n8n.restart(20);
		await pass(2 * MINUTE);

		expect(returned()).toHaveLength(60);
		expect(play.problems()).toEqual([]);
	});

	it('runs however deep in the list it is by then', async () => {
		const ids = await waiting(5);
		await startsAfter(400);
		await pass(3 * MINUTE);

		expect(returned()).toEqual(expect.arrayContaining(ids));
		expect(play.problems()).toEqual([]);
	});

	it('runs after another restart if it could not be fetched before that', async () => {
		const ids = await waiting(2);
		let isDown = true;
		const when = ({ url }: { url: string }) => isDown && url.includes('/sub_');
		play.service.failNext({ status: 503 }, { times: 1_000, when });
		await startsAfter(300);
		await pass(2 * MINUTE);
		expect(ids.filter((id) => returned().includes(id))).toEqual([]);

		isDown = false;
		await play.n8n.restart(20);
		await pass(MINUTE);
		expect(returned()).toEqual(expect.arrayContaining(ids));
		expect(play.problems()).toEqual([]);
	});

	it.each([0, 4])('does not wait for one that can never be fetched (%d)', async (which) => {
		const ids = await waiting(5);
		const [bad = ''] = ids.slice(which);
		const others = ids.filter((id) => id !== bad);
		play.service.failNext({ status: 500 }, { times: 1_000, when: ({ url }) => url.includes(bad) });
		await startsAfter(300);
		await pass(10 * MINUTE);

		expect(returned()).toEqual(expect.arrayContaining(others));
		expect(returned()).not.toContain(bad);
		expect(play.main.failures).toHaveLength(2);
	});

	it('is dropped if it was deleted', async () => {
		const [gone = '', ...others] = await waiting(3);
		const when = ({ url }: { url: string }) => url.includes(gone);
		play.service.failNext({ status: 404 }, { times: 1_000, when });
		await startsAfter(300);
		await pass(MINUTE);

		expect(returned()).toEqual(expect.arrayContaining(others));
		expect(returned()).not.toContain(gone);
		expect(play.main.failures).toHaveLength(1);
	});
});

describe('K8: a trial', () => {
	it('that n8n refused runs at the next start, though that is a day later', async () => {
		await waiting(5);
		await play.n8n.restart(24 * 60 * 60);
		await pass(MINUTE);

		expect(returned()).toHaveLength(5);
	});

	it('that n8n took runs once, if the process ends soon after', async () => {
		await waiting(1);
		await pass(5 * MINUTE);
		expect(returned()).toHaveLength(1);
		await play.n8n.restart(20);
		await pass(5 * MINUTE);

		expect(play.problems()).toEqual([]);
	});
});
