import { connect } from '../../../../nodes/FormSubmissions/api/connection';
import {
	EDITING,
	publishing,
	RUNNING,
	type TimeLimits,
} from '../../../../nodes/FormSubmissions/api/timeLimits';
import { createDestination } from '../../../../nodes/FormSubmissions/api/destinations';
import { listForms } from '../../../../nodes/FormSubmissions/api/forms';
import {
	createEmulator,
	READ_SCOPES,
	WRITE_SCOPE,
	type Emulator,
	type Fault,
} from '../../../emulator';
import {
	durationMs,
	NOON,
	runClock,
	settle,
	startFakeClock,
	stopFakeClock,
} from '../../../support/fakeClock';
import { actionContext, type ActionSetup } from '../../../support/world';

let emulator: Emulator;
let formId: string;
/** A key that may read and write. */
let apiKey: string;

beforeEach(() => {
	startFakeClock();
	emulator = createEmulator();
	apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	formId = emulator.addForm({ name: 'Contact' }).id;
});

afterEach(() => {
	stopFakeClock();
	jest.restoreAllMocks();
	emulator.assertNoUnusedFaults();
});

const context = (setup: Partial<ActionSetup> = {}) =>
	actionContext(emulator, { apiKey, parameters: {}, ...setup });

const forms = async (timeLimits?: TimeLimits, setup?: Partial<ActionSetup>) =>
	await listForms(await connect(context(setup), timeLimits));

const statuses = () => emulator.requests.map(({ status }) => status);

/** Uses up the key's rate limit without the node knowing. */
function useUpLimit(): void {
	const headers = { authorization: `Bearer ${apiKey}` };
	const ask = () => emulator.handle({ method: 'GET', url: '/v1/forms', headers, body: '' });
	for (let i = 0; i < 120; i++) ask();
	emulator.clearRequests();
}

describe('a request', () => {
	const newDestination = async () =>
		await createDestination(await connect(context(), publishing()), {
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

		it('is made again after longer pauses where the service asks for none', async () => {
			jest.spyOn(Math, 'random').mockReturnValue(0.999);
			emulator.failNext({ status: 429, headers: { 'retry-after': '0' } }, { times: 3 });

			await runClock(forms());

			const seconds = emulator.requests.map(({ atMs }) => Math.round((atMs - NOON) / 1_000));
			expect(seconds).toEqual([0, 1, 3, 7]);
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

		it('with 503 and a Retry-After of ten minutes is tried again after a minute', async () => {
			emulator.failNext({ status: 503, headers: { 'retry-after': '600' } });

			expect(await durationMs(forms())).toBe(61_000);
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

			const again = /times|attempts|tries|run (it|the workflow) again/i;
			await expect(work).rejects.toMatchObject({
				message: expect.not.stringMatching(again),
				description: expect.not.stringMatching(again),
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

	describe('while a workflow is published', () => {
		const works = {
			'a destination': { work: newDestination, done: undefined },
			'the list of forms': {
				work: async () => await forms(publishing()),
				done: [expect.objectContaining({ id: expect.any(String) })],
			},
		};

		it.each([
			['Retry-After', { 'retry-after': '45' }, '45 seconds'],
			['the reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }, '31 seconds'],
			['nothing', {}, '60 seconds'],
		])(
			'and refused with 429 is an error at once, which says when to try again, according to %s',
			async (_what, headers, when) => {
				for (const { work } of Object.values(works)) {
					emulator.failNext({ status: 429, headers });
					const publication = work();

					expect(await durationMs(publication)).toBe(0);
					await expect(publication).rejects.toMatchObject({
						message: 'The API key has reached its rate limit.',
						description: expect.stringContaining(`Try again in ${when}.`),
					});
				}
			},
		);

		it('waits for the limit if that takes seconds', async () => {
			for (const { work, done } of Object.values(works)) {
				emulator.failNext({ status: 429, headers: { 'retry-after': '11' } });
				const publication = work();

				expect(await durationMs(publication)).toBe(11_000);
				await expect(publication).resolves.toEqual(done);
			}
		});

		it.each<[string, Fault]>([
			['is refused again and again', { status: 429, headers: { 'retry-after': '1' } }],
			['gets no response', 'hang'],
			['fails again and again', { status: 503, headers: { 'retry-after': '6' } }],
		])('ends within 13 seconds if it %s: n8n makes five attempts in 84', async (_what, fault) => {
			for (const { work } of Object.values(works)) {
				emulator.failNext(fault, { times: Infinity });
				const publication = work();

				expect(await durationMs(publication)).toBeLessThanOrEqual(13_000);
				await expect(publication).rejects.toThrow();
				emulator.clearFaults();
			}
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
			const late = context();
			const sent = jest.spyOn(late.helpers, 'httpRequestWithAuthentication');
			const connection = await connect(late, { ...RUNNING, deadlineMs: NOON });

			await durationMs(listForms(connection));

			expect(sent.mock.calls.map(([, { timeout }]) => timeout)).toEqual([1]);
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
			await jest.advanceTimersByTimeAsync(1_000);
			// A process ends only once its timers have.
			expect(jest.getTimerCount()).toBe(0);
			await jest.advanceTimersByTimeAsync(120_000);
			expect(statuses()).toEqual(before);
		});

		it('sends nothing at all if already stopped', async () => {
			await expect(runClock(forms(RUNNING, { signal: AbortSignal.abort() }))).rejects.toThrow(
				/was stopped/,
			);
			expect(emulator.requests).toHaveLength(0);
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
		it('says so in the log once', async () => {
			const waiting = context();
			const log = jest.spyOn(waiting.logger, 'info').mockReturnValue(undefined);
			useUpLimit();

			await runClock(listForms(await connect(waiting)));

			const line = expect.stringContaining('reached its rate limit; continuing in 60 s') as string;
			expect(log.mock.calls).toEqual([[line]]);
		});

		it('is never refused, however many run in parallel', async () => {
			emulator.onAnswer((_request, answer) => ({ ...answer, latencyMs: 50 }));
			const work = Promise.all(Array.from({ length: 300 }, async () => await forms()));

			const tookMs = await durationMs(work);

			await expect(work).resolves.toHaveLength(300);
			expect(emulator.tooManyRequestsCount()).toBe(0);
			expect(tookMs).toBeLessThanOrEqual(2 * 61_500);
		});
	});
});
