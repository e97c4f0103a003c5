/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { Play, type Kind } from '../../../histories/play';
import { ManyTriggers } from './manyTriggers';

let play: Play;

const MINUTE_MS = 60_000;

/** So many a minute, at random times, each of which is delivered; returns the IDs. */
async function minutesOf(
	minutes: number,
	perMinute: number,
	kinds: Kind[] = [{}],
): Promise<string[]> {
	const ids: string[] = [];
	for (let minute = 0; minute < minutes; minute++) {
		for (const kind of kinds) {
			for (let count = 0; count < perMinute; count++) {
				// Never 0: what comes at the present moment isn't delivered.
				ids.push(play.add(0.001 + 59 * Math.random(), { ...kind, isDelivered: true }));
			}
		}
		await play.pass(MINUTE_MS);
	}
	await play.pass(2 * MINUTE_MS);
	return ids;
}

/** From deliveries to runs, in seconds: the median, the longest of 95 %, the longest, and the share within three seconds. */
function figuresOf(seconds: number[]) {
	const sorted = [...seconds].sort((a, b) => a - b);
	const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
	const within3 = sorted.filter((one) => one <= 3).length / sorted.length;
	const figures = { median: at(0.5), most: at(0.95), longest: at(1), within3 };
	process.stdout.write(`${expect.getState().currentTestName}: ${JSON.stringify(figures)}\n`);
	return figures;
}

type Loads = {
	minutes: number;
	/** How long the service takes for a page (seconds), and how many come a minute. */
	pageSeconds: number[];
	perMinute: number[];
	backlog: number;
};

/** What triggers that listen are to bear: for an hour in the search, some minutes in the unit tests. */
export function describeLoads({ minutes, pageSeconds, perMinute, backlog }: Loads): void {
	afterEach(() => play.stop());

	describe.each(pageSeconds)('deliveries, with pages of %d s', (seconds) => {
		it.each(perMinute)('%d a minute, each runs once, and soon', async (count) => {
			play = await Play.published();
			await play.pass(5_000);
			play.network.pageMs = 1_000 * seconds;
			const ids = await minutesOf(minutes, count);

			expect(play.problems()).toEqual([]);
			expect(play.main.failures).toEqual([]);
			const { within3, longest } = figuresOf(ids.map((id) => play.secondsTaken(id)));
			expect(longest).toBeLessThanOrEqual(15);
			if (seconds <= 1) expect(within3).toBeGreaterThanOrEqual(0.99);
		});
	});

	it.each(pageSeconds.filter((seconds) => seconds >= 1))(
		'600 a minute, of which one in twenty becomes visible late, with pages of %d s: the others run soon all the same',
		async (seconds) => {
			play = await Play.published();
			await play.pass(5_000);
			play.network.pageMs = 1_000 * seconds;
			const prompt = Array.from({ length: 19 }, (): Kind => ({}));
			const ids = await minutesOf(minutes, 30, [...prompt, { lateSeconds: 4 }]);
			await play.pass(20 * MINUTE_MS);

			expect(play.problems()).toEqual([]);
			const isPrompt = (id: string) => {
				const { listedMs, visibleMs } = play.submissions.get(id) ?? {};
				return listedMs === visibleMs;
			};
			const taken = ids.filter(isPrompt).map((id) => play.secondsTaken(id));
			expect(figuresOf(taken).longest).toBeLessThanOrEqual(15);
		},
	);

	it('a backlog after an outage while 60 a minute come: each runs once, and 95 % of the new ones within five seconds', async () => {
		play = await Play.published();
		await play.pass(5_000);
		play.network.outage = 'ECONNREFUSED';
		await play.pass(MINUTE_MS);
		play.submit({ count: backlog, inSeconds: 0.01, everyMs: 5, isDelivered: false });
		await play.pass(MINUTE_MS);
		play.network.outage = undefined;
		await play.pass(1_000);
		const ids = await minutesOf(minutes, 60);

		expect(play.problems()).toEqual([]);
		expect(figuresOf(ids.map((id) => play.secondsTaken(id))).most).toBeLessThanOrEqual(5);
	});

	it('20 triggers on one key with 10 deliveries a minute each run within a minute', async () => {
		const many = await new ManyTriggers(20).published();
		({ play } = many);
		const ids = await many.deliver(10, 20, minutes);
		await play.pass(2 * MINUTE_MS);

		expect(play.problems()).toEqual([]);
		const { within3, longest } = many.figures(ids);
		expect(within3).toBeGreaterThanOrEqual(0.97);
		expect(longest).toBeLessThanOrEqual(60);
	});

	it('new ones come within ten seconds beside the backlogs of other triggers', async () => {
		const many = await new ManyTriggers(20).published();
		({ play } = many);
		play.network.outage = 'ECONNREFUSED';
		await play.pass(MINUTE_MS);
		for (let form = 0; form < 20; form++) {
			play.submit({
				formId: `frm_${form}`,
				count: backlog / 20,
				inSeconds: 0.01,
				isDelivered: false,
			});
		}
		await play.pass(MINUTE_MS);
		play.network.outage = undefined;
		await play.pass(1_000);
		const ids = await many.deliver(3, 20, Math.min(minutes, 10));
		await play.pass(10 * MINUTE_MS);

		expect(play.problems()).toEqual([]);
		const { within10 } = many.figures(ids);
		expect(within10).toBeGreaterThanOrEqual(0.95);
	});

	it('a flood of spam asks 40 times a minute at most, and no submission waits for it longer than ten seconds', async () => {
		play = await Play.published();
		await play.pass(5_000);
		const before = play.main.requests;
		const spam = Array.from({ length: 300 }, (): Kind => ({ status: 'spam' }));
		const ids = await minutesOf(minutes, 1, [{}, ...spam]);

		expect(play.problems()).toEqual([]);
		const requests = play.main.requests - before;
		expect(requests / (minutes + 2)).toBeLessThanOrEqual(40);
		const genuine = ids.filter((id) => play.submissions.get(id)?.status === 'new');
		expect(figuresOf(genuine.map((id) => play.secondsTaken(id))).longest).toBeLessThanOrEqual(10);
	});
}
