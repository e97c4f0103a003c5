import { Play } from '../../../histories/steps/play';
import { errorMinutes } from './backlogs';

let play: Play;

afterEach(() => play.stop());

const HOUR = 60;

it.each([undefined, '10800', '60'])(
	'a rate limit that stays reached for three hours is shown after ten minutes, then hourly (Retry-After: %s)',
	async (retryAfter) => {
		play = await Play.published();
		play.submit({ count: 24, everyMs: 600_000, inSeconds: 5 });
		const body = { ok: false, error: { message: 'Daily quota exceeded' } };
		const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
		play.service.failNext({ status: 429, body, headers }, { times: Infinity });

		await play.pollTimes(3 * HOUR);
		const [first = Infinity, ...later] = errorMinutes(play.main);
		play.service.clearFaults();
		await play.pollTimes(HOUR + 5);

		expect(first).toBeGreaterThanOrEqual(9);
		expect(first).toBeLessThanOrEqual(13);
		const pauses = later.map((minute, index) => minute - (later[index - 1] ?? first));
		expect(pauses.length).toBeGreaterThanOrEqual(2);
		for (const pause of pauses) {
			expect(pause).toBeGreaterThanOrEqual(55);
			expect(pause).toBeLessThanOrEqual(65);
		}
		expect(play.problems()).toEqual([]);
	},
);
