import { connect, EDITING, PUBLISHING } from '../../../../nodes/FormSubmissions/api/connection';
import { createDestination } from '../../../../nodes/FormSubmissions/api/destinations';
import { durationMs, NOON, runClock } from '../../../support/fakeClock';
import {
	context,
	emulator,
	formId,
	forms,
	statuses,
	useUpLimit,
	useRequestWorld,
} from './requestWorld';

useRequestWorld();

describe('a request', () => {
	const newDestination = async () =>
		await createDestination(await connect(context(), PUBLISHING), {
			formId,
			url: 'https://n8n.example.org/webhook/1',
			secret: 'webhook-secret',
		});

	describe('that is refused with 429', () => {
		it('succeeds after the window', async () => {
			useUpLimit();
			const work = forms();

			expect(await durationMs(work)).toBe(60_000);
			await expect(work).resolves.toHaveLength(1);
			expect(statuses()).toEqual([429, 200]);
		});

		it('is an error once nothing else has come for a minute', async () => {
			emulator.failNext({ status: 429, headers: { 'retry-after': '1' } }, { times: 1_000 });
			const work = forms();

			const tookMs = await durationMs(work);

			await expect(work).rejects.toThrow(/reached its rate limit/);
			expect(tookMs).toBeGreaterThanOrEqual(60_000);
			expect(tookMs).toBeLessThanOrEqual(2 * 61_000);
			emulator.clearFaults();
		});
	});

	describe('that fails', () => {
		it('with 503 is made five times; then the real error is thrown', async () => {
			emulator.failNext({ status: 503, body: { message: 'Down until noon' } }, { times: 5 });
			const work = forms();

			await durationMs(work);

			await expect(work).rejects.toMatchObject({
				message: 'The service is unavailable (status 503).',
				description: expect.stringContaining('The service says: "Down until noon"'),
			});
			expect(statuses()).toEqual([503, 503, 503, 503, 503]);
		});

		it('waits longer each time: at most 1, 2, 4, and 8 seconds', async () => {
			jest.spyOn(Math, 'random').mockReturnValue(0.999);
			emulator.failNext({ status: 500 }, { times: 4 });

			await runClock(forms());

			const times = emulator.requests.map(({ atMs }) => atMs);
			expect(times.map((time) => Math.round((time - NOON) / 100) / 10)).toEqual([0, 1, 3, 7, 15]);
		});

		it('with 503 and Retry-After waits as long as that says', async () => {
			emulator.failNext({ status: 503, headers: { 'retry-after': '20' } });

			expect(await durationMs(forms())).toBe(20_000);
		});

		it.each(['reset', 'cut'] as const)('because of a %s is retried', async (fault) => {
			emulator.failNext(fault, { times: 4 });

			await expect(runClock(forms())).resolves.toHaveLength(1);
			expect(statuses()).toEqual([fault, fault, fault, fault, 200]);
		});

		it.each([408, 425, 500, 501, 502, 503, 504, 520, 529])('with %i is retried', async (status) => {
			emulator.failNext({ status });

			await expect(runClock(forms())).resolves.toHaveLength(1);
			expect(statuses()).toEqual([status, 200]);
		});

		it('ends even if no response ever arrives', async () => {
			emulator.failNext('hang', { times: 5 });
			const work = forms();

			expect(await durationMs(work)).toBeLessThanOrEqual(5 * 30_000 + 15_000);
			await expect(work).rejects.toThrow(/didn't respond in time/);
		});

		it.each([401, 404, 418])(
			'with %i is sent once, and the error mentions no further attempts',
			async (status) => {
				emulator.failNext({ status });

				await expect(runClock(forms())).rejects.toMatchObject({
					description: expect.not.stringMatching(/times|attempts|tries/),
				});
				expect(statuses()).toEqual([status]);
			},
		);
	});

	describe('that creates something', () => {
		const postStatuses = () =>
			emulator.requests.filter(({ method }) => method === 'POST').map(({ status }) => status);

		it('is retried after 429', async () => {
			emulator.failNext({ status: 429, headers: { 'retry-after': '3' } });

			await expect(runClock(newDestination())).resolves.toBeUndefined();
			expect(postStatuses()).toEqual([429, 201]);
			expect(emulator.destinations(formId)).toHaveLength(1);
		});

		it.each([
			[{ status: 500 }, 500],
			[{ status: 503 }, 503],
			['reset' as const, 'reset'],
			['failAfterAccepting' as const, 'reset'],
			['hang' as const, 'hang'],
		])('is not retried after %j, since the first may have arrived', async (fault, status) => {
			emulator.failNext(fault);
			const work = newDestination();

			await durationMs(work);

			await expect(work).rejects.toMatchObject({
				message: expect.not.stringMatching(/times|attempts|tries|run (it|the workflow) again/i),
				description: null,
			});
			expect(postStatuses()).toEqual([status]);
		});

		it('does not wait for the rate limit, which is one of reads', async () => {
			await runClock(forms());
			useUpLimit();
			await durationMs(forms(EDITING));
			emulator.failNext({ status: 201, body: { ok: true } });
			const work = newDestination();

			expect(await durationMs(work)).toBe(0);
			await expect(work).resolves.toBeUndefined();
		});

		it('changes nothing about the rate limit of reads', async () => {
			const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '50' };
			emulator.failNext({ status: 201, body: { ok: true }, headers });
			await runClock(newDestination());

			expect(await durationMs(forms())).toBe(0);
		});
	});
});
