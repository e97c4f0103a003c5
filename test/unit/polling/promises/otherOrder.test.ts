import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

const HOUR_MS = 3_600_000;

const ORDER = "list isn't ordered newest first";

/** The polls that showed an error, by number. */
function errors(): number[] {
	return play.main.polls.flatMap(({ error }, at) => (error?.includes(ORDER) ? [at] : []));
}

describe('a list that is in another order', () => {
	it('is an error that says so', async () => {
		play = new Play();
		for (let n = 0; n < 300; n++) {
			const createdAt = play.nowMs - HOUR_MS + n * 10_000;
			play.service.addSubmission({ formId: 'frm_a', createdAt, listedAt: -createdAt });
		}
		await play.publish(play.main);

		await play.pollTimes(10);

		expect(errors()).not.toEqual([]);
	});

	it('is none because of a single one that is backdated', async () => {
		play = await Play.published();
		play.submit({ count: 200, everyMs: 1_000 });
		const createdAt = play.nowMs - 2 * HOUR_MS;
		play.service.addSubmission({ formId: 'frm_a', createdAt, listedAt: play.nowMs + 150_000 });

		await play.pollTimes(10);

		expect(errors()).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});
