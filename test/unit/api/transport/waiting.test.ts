import { EDITING, RUNNING } from '../../../../nodes/FormSubmissions/api/connection';
import { durationMs, NOON, runClock, settle } from '../../../support/fakeClock';
import { emulator, forms, sent, statuses, useUpLimit, useRequestWorld } from './requestWorld';

useRequestWorld();

describe('a request', () => {
	describe('for a list that a person waits for', () => {
		it('ends with an error at once if the rate limit is reached', async () => {
			useUpLimit();
			const work = forms(EDITING);

			expect(await durationMs(work)).toBe(0);
			await expect(work).rejects.toThrow(/reached its rate limit/);
			// Once that is known, nothing is sent.
			await expect(runClock(forms(EDITING))).rejects.toThrow(/reached its rate limit/);
			expect(statuses()).toEqual([429]);
		});

		it('is sent no more than twice', async () => {
			emulator.failNext({ status: 503 }, { times: 2 });
			const work = forms(EDITING);

			expect(await durationMs(work)).toBeLessThanOrEqual(1_000);
			await expect(work).rejects.toThrow(/status 503/);
			expect(statuses()).toEqual([503, 503]);
		});
	});

	describe('with a deadline', () => {
		it('waits if the wait ends before it, and leaves a second for the request', async () => {
			useUpLimit();
			await expect(runClock(forms({ ...RUNNING, deadlineMs: NOON + 60_999 }))).rejects.toThrow(
				/reached its rate limit/,
			);
			await expect(
				runClock(forms({ ...RUNNING, deadlineMs: NOON + 61_000 })),
			).resolves.toHaveLength(1);
		});

		it('makes no other attempt with less than a second left, and keeps the real error', async () => {
			emulator.failNext({ status: 503, headers: { 'retry-after': '5' } });

			await expect(runClock(forms({ ...RUNNING, deadlineMs: NOON + 5_999 }))).rejects.toThrow(
				/status 503/,
			);
			expect(statuses()).toEqual([503]);
		});

		it('that has just passed never asks n8n for a request without a time-out', async () => {
			await runClock(forms({ ...RUNNING, deadlineMs: NOON }));

			expect(sent.map(({ timeout }) => timeout)).toEqual([1]);
		});
	});

	describe('of an execution that is stopped', () => {
		const outcome = async (work: Promise<unknown>) =>
			await work.then(
				() => 'done',
				(error: Error) => error.message,
			);

		it.each<[string, () => void]>([
			['for the rate limit', () => useUpLimit()],
			[
				'for another attempt',
				() => emulator.failNext({ status: 503, headers: { 'retry-after': '30' } }),
			],
		])('ends at once while it waits %s, and sends nothing more', async (_name, cause) => {
			cause();
			const controller = new AbortController();
			const work = outcome(forms(RUNNING, { signal: controller.signal }));
			await settle();
			const before = statuses();
			expect(before).toHaveLength(1);

			jest.advanceTimersByTime(5_000);
			controller.abort();
			await settle();

			expect(await Promise.race([work, Promise.resolve('still waiting')])).toMatch(/was stopped/);
			await jest.advanceTimersByTimeAsync(120_000);
			expect(statuses()).toEqual(before);
		});

		it('sends nothing at all if already stopped', async () => {
			await expect(runClock(forms(RUNNING, { signal: AbortSignal.abort() }))).rejects.toThrow(
				/was stopped/,
			);
			expect(sent).toHaveLength(0);
		});

		it('leaves no listeners behind after its waits', async () => {
			const { signal } = new AbortController();
			const added = jest.spyOn(signal, 'addEventListener');
			const removed = jest.spyOn(signal, 'removeEventListener');
			emulator.failNext({ status: 503 }, { times: 3 });

			await runClock(forms(RUNNING, { signal }));

			expect(added.mock.calls.length).toBeGreaterThan(3);
			expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
		});
	});

	describe('that waits for the rate limit', () => {
		it('is never refused, however many run in parallel', async () => {
			const edge = { latencyMs: () => 50 };
			const work = Promise.all(
				Array.from({ length: 300 }, async () => await forms(RUNNING, { edge })),
			);

			const tookMs = await durationMs(work);

			await expect(work).resolves.toHaveLength(300);
			expect(emulator.tooManyRequestsCount()).toBe(0);
			expect(tookMs).toBeLessThanOrEqual(2 * 61_500);
		});
	});
});
