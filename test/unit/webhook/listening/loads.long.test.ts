/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { Play, type Kind } from '../../../histories/play';
import { Watcher } from '../../../histories/world/watcher';

let play: Play;

afterEach(() => play.stop());

const MINUTE_MS = 60_000;

async function pass(ms: number): Promise<void> {
	await play.n8n.passUntil(play.nowMs + ms);
}

/** So many a minute for an hour, at random times, each of which is delivered; returns the IDs. */
async function anHourOf(perMinute: number, kinds: Kind[] = [{}]): Promise<string[]> {
	const ids: string[] = [];
	for (let minute = 0; minute < 60; minute++) {
		for (const kind of kinds) {
			for (let count = 0; count < perMinute; count++) {
				// Never 0: what comes at the present moment isn't delivered.
				ids.push(play.add(0.001 + 59 * Math.random(), { ...kind, isDelivered: true }));
			}
		}
		await pass(MINUTE_MS);
	}
	await pass(2 * MINUTE_MS);
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

describe.each([0.2, 1, 2.5])('an hour of deliveries, with pages of %d s', (pageSeconds) => {
	it.each([1, 5, 60, 300, 600])('%d a minute, each runs once, and soon', async (perMinute) => {
		play = await Play.published({ main: { listens: true } });
		await pass(2_000);
		play.network.pageMs = 1_000 * pageSeconds;
		const ids = await anHourOf(perMinute);

		expect(play.problems()).toEqual([]);
		expect(play.main.failures).toEqual([]);
		const { within3, longest } = figuresOf(ids.map((id) => play.secondsTaken(id)));
		expect(longest).toBeLessThanOrEqual(15);
		if (pageSeconds <= 1) expect(within3).toBeGreaterThanOrEqual(0.99);
	});
});

it.each([1, 2.5])(
	'600 a minute, of which one in twenty becomes visible late, with pages of %d s: the others run soon all the same',
	async (pageSeconds) => {
		play = await Play.published({ main: { listens: true } });
		await pass(2_000);
		play.network.pageMs = 1_000 * pageSeconds;
		const prompt = Array.from({ length: 19 }, (): Kind => ({}));
		const ids = await anHourOf(30, [...prompt, { lateSeconds: 4 }]);
		await pass(20 * MINUTE_MS);

		expect(play.problems()).toEqual([]);
		const isPrompt = (id: string) => {
			const { listedMs, visibleMs } = play.submissions.get(id) ?? {};
			return listedMs === visibleMs;
		};
		const seconds = ids.filter(isPrompt).map((id) => play.secondsTaken(id));
		expect(figuresOf(seconds).longest).toBeLessThanOrEqual(15);
	},
);

it('10,000 after an outage while 60 a minute come: each runs once, and 95 % of the new ones within five seconds', async () => {
	play = await Play.published({ main: { listens: true } });
	await pass(2_000);
	play.network.outage = 'ECONNREFUSED';
	await pass(MINUTE_MS);
	play.submit({ count: 10_000, inSeconds: 0.01, everyMs: 5, isDelivered: false });
	await pass(MINUTE_MS);
	play.network.outage = undefined;
	await pass(1_000);
	const ids = await anHourOf(60);

	expect(play.problems()).toEqual([]);
	expect(figuresOf(ids.map((id) => play.secondsTaken(id))).most).toBeLessThanOrEqual(5);
});

it('20 triggers on one key with 10 deliveries a minute each run within a minute', async () => {
	play = new Play();
	const forms = Array.from({ length: 20 }, (_, index) => `frm_${index}`);
	const watchers = forms.map((formId) => {
		play.service.addForm({ id: formId });
		return new Watcher({ id: formId, name: formId, formId, listens: true }, play.submissions);
	});
	await play.publish(...watchers);
	await pass(2_000);
	await anHourOf(
		10,
		forms.map((formId) => ({ formId })),
	);

	expect(play.problems()).toEqual([]);
	const seconds = watchers.flatMap((watcher) =>
		[...play.submissions.values()]
			.filter(({ formId }) => formId === watcher.wanted.formId)
			.map(({ id }) => play.secondsTaken(id, watcher)),
	);
	const { longest } = figuresOf(seconds);
	expect(longest).toBeLessThanOrEqual(60);
});

it('a flood of spam for an hour asks 40 times a minute at most, and no submission waits for it longer than ten seconds', async () => {
	play = await Play.published({ main: { listens: true } });
	await pass(2_000);
	const before = play.lastPoll?.requests ?? NaN;
	const spam = Array.from({ length: 300 }, (): Kind => ({ status: 'spam' }));
	const ids = await anHourOf(1, [{}, ...spam]);

	expect(play.problems()).toEqual([]);
	expect(((play.lastPoll?.requests ?? NaN) - before) / 62).toBeLessThanOrEqual(40);
	const genuine = ids.filter((id) => play.submissions.get(id)?.status === 'new');
	expect(figuresOf(genuine.map((id) => play.secondsTaken(id))).longest).toBeLessThanOrEqual(10);
});
