import { Play } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

describe.each(['default', 'durable'] as const)('a trigger that is published (%s)', (mode) => {
	it('returns what comes in from then on, and nothing that was there', async () => {
		play = new Play({ mode });
		play.submit({ count: 250, everyMs: 1_000, inSeconds: -300 });
		await play.publish(play.main);
		const fresh = play.submit({ count: 5, everyMs: 20_000, inSeconds: 5 });

		await play.pollTimes(12);

		expect(fresh.map((id) => play.main.ledger.timesOf(id))).toEqual([1, 1, 1, 1, 1]);
		expect(play.problems()).toEqual([]);
	});

	it('returns nothing that was there, even if more than a page came in at the same time', async () => {
		play = new Play({ mode });
		play.submit({ count: 250, inSeconds: -30 });
		await play.publish(play.main);
		const fresh = play.submit({ count: 5, everyMs: 20_000, inSeconds: 5 });

		await play.pollTimes(12);

		expect(fresh.map((id) => play.main.ledger.timesOf(id))).toEqual([1, 1, 1, 1, 1]);
		expect(play.problems()).toEqual([]);
	});

	it('starts with the first submission if there is none yet', async () => {
		play = await Play.published({ mode });
		play.submit({ inSeconds: 5 });

		await play.poll();

		expect(play.problems()).toEqual([]);
	});

	it('never returns what was created before, even if lists contain it only later', async () => {
		play = new Play({ mode });
		play.submit({ inSeconds: -20 });
		const [late = ''] = play.submit({ inSeconds: -120, lateSeconds: 200 });
		await play.publish(play.main);

		await play.pollTimes(12);

		expect(play.main.ledger.timesOf(late)).toBe(0);
	});

	it('returns all since Start From, and nothing from before', async () => {
		play = new Play({ mode, main: { startFromMs: NOON - 3_600_000 } });
		play.submit({ count: 700, everyMs: 10_000, inSeconds: -7_000 });
		await play.publish(play.main);

		await play.pollTimes(12);

		expect(play.problems()).toEqual([]);
		expect(play.main.polls.reduce((sum, { rows }) => sum + rows, 0)).toBe(360);
	});

	it('starts anew when another form is chosen, and then again with the first', async () => {
		play = await Play.published({ mode });
		play.submit({ count: 3, inSeconds: 1, formId: 'frm_a' });
		play.submit({ count: 3, inSeconds: 1, formId: 'frm_b' });
		await play.poll();

		await play.choose('frm_b');
		await play.poll();
		const fresh = play.submit({ count: 2, inSeconds: 5, formId: 'frm_b' });
		await play.pollTimes(2);
		expect(play.problems()).toEqual([]);
		expect(play.main.polls.reduce((sum, { rows }) => sum + rows, 0)).toBe(fresh.length);

		play.submit({ count: 3, inSeconds: 1, formId: 'frm_a' });
		await play.poll();
		await play.choose('frm_a');
		await play.poll();
		const last = play.submit({ count: 1, inSeconds: 5, formId: 'frm_a' });
		await play.pollTimes(2);

		expect(play.problems()).toEqual([]);
		expect(play.main.polls.reduce((sum, { rows }) => sum + rows, 0)).toBe(last.length);
	});

	it("starts by the service's clock", async () => {
		play = new Play({ mode, leadSeconds: 30 });
		play.submit({ inSeconds: -300 });
		await play.publish(play.main);

		play.submit({ count: 30, everyMs: 2_000, inSeconds: 1 });
		await play.pollTimes(3);

		expect(play.problems()).toEqual([]);
	});

	it('starts later if the rate limit is reached at first', async () => {
		play = new Play({ mode });
		play.submit({ inSeconds: -60 });
		play.useKey(120);
		await play.publish(play.main);

		await play.pollTimes(3);
		play.submit({ inSeconds: 5 });
		await play.pollTimes(2);

		expect(play.main.polls.reduce((sum, { rows }) => sum + rows, 0)).toBe(1);
		expect(play.problems()).toEqual([]);
	});
});
