import { Play } from '../../../histories/play';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

const pass = async (ms: number) => await play.n8n.passUntil(play.nowMs + ms);

const submit = (count = 1) => play.submit({ count, inSeconds: 0.01, isDelivered: true });

const returned = () => play.main.returned.map(({ json }) => json.id);

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
