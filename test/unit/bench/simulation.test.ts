/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { idealMs } from '../../support/ideal';
import { simulate, type Outcome } from '../../../bench/simulation/model';
import { compare } from '../../../bench/simulation/validate';
import { createRandom, inVirtualTime } from '../../../bench/simulation/virtualTime';

const MINUTE_MS = 60_000;
const PAGES_A_MINUTE = 120;

describe('virtual time', () => {
	it('lets an hour pass at once, and restores the real clock', async () => {
		const startedMs = Date.now();

		const passedMs = await inVirtualTime(1, async () => {
			const virtualStartMs = Date.now();
			await new Promise((resolve) => setTimeout(resolve, 60 * MINUTE_MS));
			return Date.now() - virtualStartMs;
		});

		expect(passedMs).toBe(60 * MINUTE_MS);
		expect(Date.now() - startedMs).toBeLessThan(MINUTE_MS);
		expect(Date.now()).toBeGreaterThanOrEqual(startedMs);
	});

	it('ends with an error if the work waits for something that cannot happen', async () => {
		const work = inVirtualTime(1, async () => await new Promise<never>(() => {}));

		await expect(work).rejects.toThrow('waiting for no timer');
	});

	it('draws the same random numbers for the same seed, and others for another', () => {
		const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));

		expect(draw(7)).toEqual(draw(7));
		expect(draw(7)).not.toEqual(draw(8));
		for (const number of draw(7)) {
			expect(number).toBeGreaterThanOrEqual(0);
			expect(number).toBeLessThan(1);
		}
	});
});

describe('the model of a shared rate limit', () => {
	const minutes = (count: number) => ({ durationMs: count * MINUTE_MS });

	it('has the same outcome for the same seed', async () => {
		const scenario = { processes: [{ exports: 1 }, { exports: 1 }], pageMs: 250, ...minutes(3) };

		expect(await simulate(scenario)).toEqual(await simulate(scenario));
	});

	it('runs an export as fast as pages arrive while below the limit', async () => {
		const { exportedPages } = await simulate({
			processes: [{ exports: 1 }],
			pageMs: 1_000,
			...minutes(5),
		});

		expect(exportedPages / 5).toBeCloseTo(60, -1);
	});

	it('runs exports of one process at the limit without a refusal', async () => {
		const { exportedPages, refused } = await simulate({
			processes: [{ exports: 3 }],
			pageMs: 250,
			...minutes(5),
		});

		expect(exportedPages / 5).toBeCloseTo(PAGES_A_MINUTE, -1);
		expect(refused).toBe(0);
	});

	it("has processes that don't know of each other refused, without losing anything", async () => {
		const { exportedPages, refused, failedExports } = await simulate({
			processes: [{ exports: 1 }, { exports: 1 }],
			pageMs: 250,
			pagesEach: 200,
		});

		expect(exportedPages).toBe(400);
		expect(refused).toBeGreaterThan(0);
		expect(failedExports).toBe(0);
	});

	it('leaves an export whatever the polls of other workflows do not use', async () => {
		const { exportedPages, polls } = await simulate({
			processes: [{ exports: 0, pollingWorkflows: 30 }, { exports: 1 }],
			pageMs: 250,
			...minutes(10),
		});

		expect(polls.made).toBe(300);
		expect(exportedPages / 10).toBeGreaterThan(PAGES_A_MINUTE - 30 - 5);
		expect(exportedPages / 10).toBeLessThan(PAGES_A_MINUTE - 30 + 5);
	});

	describe.each([
		['as fast as n8n can', 50],
		['as fast as usual', 250],
	])('with an export and polls in one process, pages %s', (_how, pageMs) => {
		const limits = { limit: PAGES_A_MINUTE, windowMs: MINUTE_MS };
		const pagesEach = 360;

		it.each([
			[1, 14],
			[10, 14],
			[10, 53],
		])('%i pollers at second %i: every poll but the first succeeds', async (pollers, second) => {
			const { polls, requests, exportedPages } = await simulate({
				processes: [{ exports: 1, pollingWorkflows: pollers, pollSecond: second }],
				pageMs,
				arrivalsPerMinute: 60,
				...minutes(8),
			});

			// Nothing is reserved yet for a poller's first poll.
			expect(polls.unanswered).toBeLessThanOrEqual(pollers);
			expect(polls.made).toBe(pollers * 8);
			// The export used what polls did not.
			expect(exportedPages + polls.made).toBeLessThanOrEqual(requests);
			expect(requests).toBeGreaterThan(7 * PAGES_A_MINUTE);
		});

		it.each([
			[0, 0],
			[1, 14],
			[10, 33],
		])(
			'%i pollers at second %i: the export is within 1.05 of the ideal',
			async (pollers, second) => {
				const { exportsTookMs, requests, exportedPages } = await simulate({
					processes: [{ exports: 1, pollingWorkflows: pollers, pollSecond: second }],
					pageMs,
					pagesEach,
					durationMs: pollers === 0 ? Infinity : 200_000,
				});

				// Polls take their part of the first windows, which leaves the export that much more to do.
				const work = pagesEach + (requests - exportedPages);
				const ideal = idealMs({ walks: 1, pagesEach: work, latencyMs: pageMs, ...limits });
				expect(exportedPages).toBe(pagesEach);
				expect(exportsTookMs / ideal).toBeLessThanOrEqual(1.05);
			},
		);
	});

	it('has a poll return what has arrived since the previous one', async () => {
		const { polls, requests } = await simulate({
			processes: [{ exports: 0, pollingWorkflows: 1 }],
			arrivalsPerMinute: 600,
			pageMs: 250,
			...minutes(5),
		});

		// The first of five polls only sets the starting point.
		expect(polls.made).toBe(5);
		expect(polls.submissions).toBe(4 * 600);
		expect(requests).toBeGreaterThanOrEqual(4 * 6);
	});

	it('plays back recorded page times in order', async () => {
		const recordedPageMs = [100, 200, 300, 400];
		const { tookMs } = await simulate({
			processes: [{ exports: 1, recordedPageMs }],
			pageMs: 0,
			pagesEach: 8,
		});

		expect(tookMs).toBe(2_000);
	});
});

describe('the model compared with a measurement', () => {
	const load = [1];
	const modelled = (tookMs: number, refused: number): Outcome => ({
		tookMs,
		exportsTookMs: tookMs,
		refused,
		exportedPages: 0,
		requests: 0,
		failedExports: 0,
		polls: { made: 0, unanswered: 0, submissions: 0 },
	});
	const measured = (tookMs: number, refused: number) => ({ tookMs, refused, pageMs: [[30]] });

	it.each([
		['took as long', true, measured(10_000, 0)],
		['took a tenth longer', true, measured(11_000, 0)],
		['took an eighth longer', false, measured(11_500, 0)],
		['took a fifth less', false, measured(8_000, 0)],
		['had one more refusal', true, measured(10_000, 1)],
		['had four more refusals', false, measured(10_000, 4)],
	])('that %s: the model agrees is %s', (_, holds, seen) => {
		expect(compare('', load, [seen], [modelled(10_000, 0)]).holds).toBe(holds);
	});

	it("treats refusals as equal within the model's random variation", () => {
		const seen = [measured(10_000, 12)];

		const isAlike = (one: number, other: number) =>
			compare('', load, seen, [modelled(10_000, one), modelled(10_000, other)]).holds;

		expect(isAlike(6, 14)).toBe(true);
		expect(isAlike(9, 11)).toBe(false);
	});
});
