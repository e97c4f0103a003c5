import type { BrokenRow } from '../../../emulator';
import { Play } from '../../../histories/steps/play';
import {
	BACKLOG_FROM_MS,
	errorMinutes,
	expectErrorsAboutHourly,
	expectFewRequests,
	expectNewReturnedSoon,
} from './backlogs';

let play: Play;

afterEach(() => play.stop());

const HOUR = 60;

/** A trigger that has a backlog, and a new submission a minute. */
async function withBacklog(count: number, hours: number) {
	play = new Play({ main: { startFromMs: BACKLOG_FROM_MS } });
	const old = play.submit({ count, everyMs: 500, inSeconds: -0.5 * count });
	const fresh = play.submit({ count: hours * HOUR, everyMs: 60_000, inSeconds: 30 });
	await play.publish(play.main);
	return { old, fresh };
}

function breakRows(ids: string[], parts: number[], how?: BrokenRow): void {
	for (const part of parts) play.service.breakRow(ids[Math.floor(part * ids.length)] ?? '', how);
}

describe('a backlog of 30,000 submissions', () => {
	it.each<[string, number[], BrokenRow]>([
		['a page in the middle that fails', [0.5], 'status500'],
		['a page with a row without ID', [0.5], 'noId'],
		['two pages that fail', [0.3, 0.7], 'status500'],
	])(
		'with %s for four hours: new ones come soon, the error hourly, old ones once it can be read',
		async (_what, parts, how) => {
			const { old, fresh } = await withBacklog(30_000, 6);
			breakRows(old, parts, how);

			await play.pollTimes(4 * HOUR);

			expectErrorsAboutHourly(play.main, 4 * HOUR);
			expectFewRequests(play.main);
			expectNewReturnedSoon(play, fresh);

			play.service.mendRows();
			await play.pollTimes(2 * HOUR);

			expectNewReturnedSoon(play, fresh);
			expect(play.problems()).toEqual([]);
		},
		600_000,
	);

	it('with a page that fails while cursors expire', async () => {
		const { old, fresh } = await withBacklog(30_000, 8);
		breakRows(old, [0.6]);
		play.service.change({ cursorLifeMs: 30_000 });

		await play.pollTimes(3 * HOUR);

		expectErrorsAboutHourly(play.main, 3 * HOUR);
		expectFewRequests(play.main);
		expectNewReturnedSoon(play, fresh);

		play.service.mendRows();
		play.service.change({ cursorLifeMs: 30 * 60_000 });
		await play.pollTimes(4 * HOUR);

		expectNewReturnedSoon(play, fresh);
		expect(play.problems()).toEqual([]);
	}, 600_000);

	it('that is not through yet when a second outage begins', async () => {
		const { fresh } = await withBacklog(30_000, 6);
		await play.pollTimes(1);
		play.service.failNext({ status: 503 }, { times: Infinity });
		const more = play.submit({ count: 9_000, everyMs: 400, inSeconds: 1 });
		await play.pollTimes(HOUR);
		play.service.clearFaults();

		await play.pollTimes(30);

		// More than four of them read the backlog of both outages.
		expectFewRequests(play.main, 9);
		expectNewReturnedSoon(play, fresh);
		expect(play.main.polls.slice(2, HOUR).every(({ error }) => error !== undefined)).toBe(true);
		expect(more.filter((id) => play.main.ledger.timesOf(id) !== 1)).toEqual([]);
		expect(play.problems()).toEqual([]);
	}, 600_000);

	it('beside which the newest page takes 25 seconds', async () => {
		const { fresh } = await withBacklog(30_000, 6);
		play.service.onAnswer(({ url }, answer) =>
			answer.kind === 'response' && !url.includes('cursor=')
				? { ...answer, latencyMs: 25_000 }
				: answer,
		);

		await play.pollTimes(HOUR);
		play.service.onAnswer(undefined);
		await play.pollTimes(5);

		const late = fresh.slice(0, HOUR).filter((id) => waitMinutes(id) > 5);
		expectFewRequests(play.main);
		expect(late).toEqual([]);
		expect(play.problems()).toEqual([]);
	}, 600_000);

	it('of which each page takes 25 seconds', async () => {
		const { fresh } = await withBacklog(3_000, 4);
		play.network.latencyMs = 25_000;

		await play.pollTimes(2 * HOUR);

		const late = fresh.slice(0, 2 * HOUR - 6).filter((id) => waitMinutes(id) > 5);
		expectFewRequests(play.main);
		expect(late).toEqual([]);
		play.network.latencyMs = 50;
		await play.pollTimes(5);
		expect(play.problems()).toEqual([]);
	}, 600_000);
});

it('an error about a page that fails is shown within half an hour, not before it could be a hiccup', async () => {
	const { old } = await withBacklog(30_000, 2);
	breakRows(old, [0.5]);

	await play.pollTimes(30);

	const minutes = errorMinutes(play.main);
	expect(minutes.length).toBeGreaterThan(0);
	expect(minutes[0]).toBeGreaterThanOrEqual(2);
}, 600_000);

function waitMinutes(id: string): number {
	const visibleMs = play.submissions.get(id)?.visibleMs ?? NaN;
	return ((play.main.ledger.returnedMs(id) ?? play.nowMs) - visibleMs) / 60_000;
}
