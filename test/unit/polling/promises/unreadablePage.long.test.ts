import { Play } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

const HOUR = 60;
const HOURS = 5;

const CASES = (['default', 'durable'] as const).flatMap((mode) =>
	(['status500', 'noId'] as const).map((how) => ({ mode, how })),
);

/** In which minutes polls showed an error. */
function errorMinutes(): number[] {
	return play.main.polls.flatMap(({ error, fromMs }) =>
		error === undefined ? [] : [Math.round((fromMs - NOON) / 60_000)],
	);
}

/** New submissions, one a minute from now on. */
function submitFresh(): string[] {
	return play.submit({ count: HOURS * HOUR, everyMs: 60_000, inSeconds: 30 });
}

function longestMinutes(ids: string[]): number {
	return Math.max(...ids.map((id) => play.minutesTaken(id)));
}

describe('a page of a backlog that can not be read for five hours', () => {
	it.each(CASES)(
		'holds up nothing above it, and needs no person once it can be read ($mode, $how)',
		async ({ mode, how }) => {
			play = new Play({ mode, main: { startFromMs: NOON - 24 * 3_600_000 } });
			const old = play.submit({ count: 1_000, everyMs: 5_000, inSeconds: -3 * 3_600 });
			play.service.breakRow(old[500] ?? '', how);
			await play.publish(play.main);
			const fresh = submitFresh();

			await play.pollTimes(HOURS * HOUR);
			play.service.mendRows();
			await play.pollTimes(12);

			expect(longestMinutes(fresh)).toBeLessThanOrEqual(2);
			expect(play.problems()).toEqual([]);
			expect(play.main.polls.slice(-3).map(({ requests }) => requests)).toContain(1);
		},
	);

	it('is shown about hourly', async () => {
		play = new Play({ main: { startFromMs: NOON - 24 * 3_600_000 } });
		const old = play.submit({ count: 1_000, everyMs: 5_000, inSeconds: -3 * 3_600 });
		play.service.breakRow(old[500] ?? '', 'status500');
		await play.publish(play.main);

		await play.pollTimes(HOURS * HOUR);

		const minutes = errorMinutes();
		const pauses = minutes.map((minute, index) => minute - (minutes[index - 1] ?? 0));
		expect(pauses[0]).toBeLessThan(60);
		expect(Math.max(...pauses)).toBeLessThan(70);
		expect(Math.min(...pauses.slice(1))).toBeGreaterThan(50);
	});

	it('delays no poll where n8n puts failing ones off (durable)', async () => {
		play = new Play({ mode: 'durable', main: { startFromMs: NOON - 24 * 3_600_000 } });
		const old = play.submit({ count: 1_000, everyMs: 5_000, inSeconds: -3 * 3_600 });
		play.service.breakRow(old[500] ?? '', 'status500');
		await play.publish(play.main);

		await play.pollTimes(HOURS * HOUR);

		expect(errorMinutes()).toEqual([]);
	});
});

it.each(['default', 'durable'] as const)(
	'a page that stops two walks from the top, with other seams, holds up one of them (%s)',
	async (mode) => {
		play = await Play.published({ mode });
		const ids = play.submit({ count: 300, everyMs: 200 });
		play.submit({ count: 150, everyMs: 12_000, inSeconds: 61 });
		play.service.breakRow(ids[50] ?? '');
		await play.pollTimes(30);
		play.service.mendRows();
		await play.pollTimes(15);

		expect(play.problems()).toEqual([]);
	},
);

describe('pages behind a cursor', () => {
	it.each(['hang', { status: 503 }, { status: 400 }] as const)(
		'that give nothing for two hours (%j) hold up no new submission',
		async (fault) => {
			play = await Play.published();
			const fresh = play.submit({ count: 12 * 180, everyMs: 5_000, inSeconds: 5 });
			await play.pollTimes(30);
			const when = ({ url }: { url: string }) => url.includes('cursor=');
			play.service.failNext(fault, { times: Infinity, when });
			await play.pollTimes(2 * HOUR);
			play.service.clearFaults();
			await play.pollTimes(45);

			expect(longestMinutes(fresh)).toBeLessThanOrEqual(3);
			expect(play.problems()).toEqual([]);
		},
	);
});
