import type { EmulatorRequest } from '../../../emulator';
import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

const MINUTE_MS = 60_000;

const hasCursor = ({ url }: EmulatorRequest) => url.includes('cursor=');

/** The longest time from when a submission was visible to when it was returned (minutes). */
function longestDelay(ids: string[]): number {
	const delays = ids.map((id) => {
		const visibleMs = play.submissions.get(id)?.visibleMs ?? NaN;
		return ((play.main.ledger.returnedMs(id) ?? Infinity) - visibleMs) / MINUTE_MS;
	});
	return Math.max(...delays);
}

describe('pages behind a cursor', () => {
	it('that never come keep no new submission waiting, and are shown hourly', async () => {
		play = await Play.published();
		const fresh = play.submit({ count: 12 * 240, everyMs: 5_000, inSeconds: 5 });
		await play.pollTimes(30);
		play.service.failNext('hang', { times: Infinity, when: hasCursor });
		await play.pollTimes(150);
		play.service.clearFaults();
		await play.pollTimes(90);

		const errors = play.main.polls.flatMap(({ error }, at) => (error === undefined ? [] : [at]));
		expect(longestDelay(fresh)).toBeLessThanOrEqual(3);
		const [first = NaN, second = NaN, third = NaN, ...more] = errors;
		expect(first).toBeLessThanOrEqual(60);
		expect([second - first, third - second].map((polls) => polls > 55 && polls < 65)).toEqual([
			true,
			true,
		]);
		expect(more).toEqual([]);
		expect(play.problems()).toEqual([]);
	});

	it.each([500, 400])(
		'that answer %i for an hour, beside 150 a minute, let the first page through',
		async (status) => {
			play = await Play.published();
			play.submit({ count: 150 * 180, everyMs: 400, inSeconds: 5 });
			await play.pollTimes(30);
			play.service.failNext({ status }, { times: Infinity, when: hasCursor });
			await play.pollTimes(60);
			const during = play.main.polls.slice(-60);
			play.service.clearFaults();
			await play.pollTimes(180);

			expect(during.filter(({ rows }) => rows > 0).length).toBeGreaterThanOrEqual(50);
			expect(play.problems()).toEqual([]);
		},
	);

	it('that end with an empty page at once, as if the cursor had expired, lose nothing', async () => {
		play = await Play.published();
		play.submit({ count: 2_500, everyMs: 10, inSeconds: 5 });
		play.network.latencyMs = 8_000;
		await play.poll();
		play.network.latencyMs = 50;
		const body = JSON.stringify({
			ok: true,
			data: [],
			pagination: { nextCursor: null, hasMore: false },
		});
		play.service.failNext({ status: 200, body }, { times: 1, when: hasCursor });
		await play.pollTimes(5);

		expect(play.problems()).toEqual([]);
	});
});
