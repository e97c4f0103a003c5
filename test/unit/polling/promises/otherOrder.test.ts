import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

const HOUR_MS = 3_600_000;

const ORDER = "list isn't ordered newest first";

/** The polls that showed an error, by number. */
function errors(): number[] {
	return play.main.polls.flatMap(({ error }, at) => (error?.includes(ORDER) ? [at] : []));
}

/** Adds some to the list that are dated long ago, at a time of their own choosing. */
function backdate(count: number, listedMs: number): void {
	for (let n = 0; n < count; n++) {
		const createdAt = play.nowMs - 2 * HOUR_MS;
		play.service.addSubmission({ formId: 'frm_a', createdAt, listedAt: listedMs + n });
	}
}

describe('a list that is in another order', () => {
	it('is an error each hour if it is oldest first, since new submissions are never reached', async () => {
		play = new Play();
		for (let n = 0; n < 300; n++) {
			const createdAt = play.nowMs - HOUR_MS + n * 10_000;
			play.service.addSubmission({ formId: 'frm_a', createdAt, listedAt: -createdAt });
		}
		await play.publish(play.main);

		await play.pollTimes(100);

		const [first, second, ...more] = errors();
		expect(first).toBeLessThan(10);
		expect(second).toBeLessThan(70);
		expect(more).toEqual([]);
	});

	it('is an error in every second poll if polls are hours apart, and the others return what is new', async () => {
		play = await Play.published();
		for (let n = 0; n < 6; n++) {
			const { nowMs } = play;
			play.submit({ count: 60, everyMs: 1_000 });
			backdate(12, nowMs + 30_500);
			await play.poll({ afterMinutes: 120 });
		}

		expect(errors()).toHaveLength(3);
		expect(play.main.polls.filter(({ rows }) => rows > 0)).toHaveLength(3);
	});

	it.each([12, 40, 90])(
		'because of a block of %s backdated submissions hides nothing below it, and is an error',
		async (count) => {
			play = await Play.published();
			const { nowMs } = play;
			play.submit({ count: 600, everyMs: 1_000 });
			// At the end of the first page.
			backdate(count, nowMs + (499 + count) * 1_000 + 500);

			await play.poll({ afterMinutes: 10 });
			await play.pollTimes(5);

			expect(errors()).toHaveLength(1);
			expect(play.problems()).toEqual([]);
		},
	);

	it('because of such a block in an ordinary minute hides nothing below it', async () => {
		play = await Play.published();
		play.submit({ count: 100, everyMs: 500, inSeconds: 1 });
		await play.pollTimes(2);
		const { nowMs } = play;
		play.submit({ count: 120, everyMs: 400, inSeconds: 5 });
		backdate(30, nowMs + 5_000 + 49 * 400 + 100);

		await play.pollTimes(15);

		expect(errors()).toHaveLength(1);
		expect(play.problems()).toEqual([]);
	});

	it('is none because of a single one that is backdated, or several that are dated ahead', async () => {
		play = await Play.published();
		play.submit({ count: 200, everyMs: 1_000 });
		backdate(1, play.nowMs + 150_000);
		play.submit({ count: 5, inSeconds: 2 * 3_600, lateSeconds: -7_000 });

		await play.pollTimes(10);

		expect(errors()).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});
