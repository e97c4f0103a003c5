import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	connect,
	EDITING,
	POLLING,
	PUBLISHING,
	RUNNING,
	type Occasion,
} from '../../../../nodes/FormSubmissions/api/connection';
import { createDestination } from '../../../../nodes/FormSubmissions/api/destinations';
import { listForms } from '../../../../nodes/FormSubmissions/api/forms';
import { walkSubmissions } from '../../../../nodes/FormSubmissions/api/pages';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../../../emulator';
import {
	durationMs,
	NOON,
	runClock,
	settle,
	startFakeClock,
	stopFakeClock,
} from '../../../support/fakeClock';
import { BASE_URL, connectNetwork, disconnectNetwork } from '../../../support/network';
import { runAction } from '../../../support/n8n';
import { edgeContext, type ActionSetup } from '../../../support/world';

describe('a request', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;
	let sent: IHttpRequestOptions[];

	beforeEach(() => {
		startFakeClock();
		begin();
	});

	afterEach(() => {
		stopFakeClock();
		jest.restoreAllMocks();
		emulator.assertNoUnusedFaults();
	});

	function begin(options: Parameters<typeof createEmulator>[0] = {}) {
		emulator = createEmulator(options);
		apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		formId = emulator.addForm({ name: 'Contact' }).id;
		sent = [];
	}

	function context(setup: Partial<ActionSetup> = {}) {
		return edgeContext(emulator, {
			apiKey,
			parameters: {},
			...setup,
			edge: { onRequest: (options) => sent.push(options), ...setup.edge },
		});
	}

	const forms = async (occasion?: Occasion, setup?: Partial<ActionSetup>) =>
		await listForms(await connect(context(setup), occasion));

	const newDestination = async () =>
		await createDestination(await connect(context(), PUBLISHING), {
			formId,
			url: 'https://n8n.example.org/webhook/1',
			secret: 'webhook-secret',
		});

	const statuses = () => emulator.requests.map(({ status }) => status);

	/** Uses up the key's rate limit without the node knowing. */
	function useUpLimit() {
		const headers = { authorization: `Bearer ${apiKey}` };
		const ask = () => emulator.handle({ method: 'GET', url: '/v1/forms', headers, body: '' });
		for (let i = 0; i < 120; i++) ask();
		emulator.clearRequests();
	}

	describe('that is sent', () => {
		it('asks n8n to authenticate it, not to follow redirects, and to return every status', async () => {
			await forms();

			expect(sent).toEqual([
				expect.objectContaining({
					method: 'GET',
					url: `${BASE_URL}/v1/forms`,
					disableFollowRedirect: true,
					ignoreHttpStatusErrors: true,
					returnFullResponse: true,
					timeout: 30_000,
				}),
			]);
		});

		it('leaves proxies, agents, and certificates to n8n', async () => {
			await forms();

			const [options = {}] = sent as object[];
			expect(Object.keys(options).sort()).toEqual(
				[
					'abortSignal',
					'body',
					'disableFollowRedirect',
					'encoding',
					'headers',
					'ignoreHttpStatusErrors',
					'method',
					'qs',
					'returnFullResponse',
					'timeout',
					'url',
				].sort(),
			);
			expect(JSON.stringify(options)).not.toContain(apiKey);
		});
	});

	describe('that is refused with 429', () => {
		const clockWrongBy = (milliseconds: number) => ({ clockSkewMs: milliseconds });

		it.each([
			['seconds', {}, 60_000, 60_000],
			[
				'a date, with a clock wrong by an hour',
				{ retryAfter: 'date' as const, ...clockWrongBy(3_600_000) },
				60_000,
				61_000,
			],
			['nothing, but there is a reset', { retryAfter: 'absent' as const }, 60_000, 61_000],
			[
				'nothing, and there is no reset',
				{ retryAfter: 'absent' as const, resetFormat: 'absent' as const },
				60_000,
				140_000,
			],
		])(
			'succeeds after the window if Retry-After says %s',
			async (_name, options, leastMs, mostMs) => {
				begin(options);
				useUpLimit();
				const work = forms();

				const tookMs = await durationMs(work);

				await expect(work).resolves.toHaveLength(1);
				expect(statuses().at(-1)).toBe(200);
				expect(tookMs).toBeGreaterThanOrEqual(leastMs);
				expect(tookMs).toBeLessThanOrEqual(mostMs);
			},
		);

		it('is sent only once more, as the first of all that use the key in the meantime', async () => {
			useUpLimit();

			await runClock(Promise.all([forms(), forms(), forms()]));

			expect(statuses()).toEqual([429, 200, 200, 200]);
		});

		it('logs a long wait', async () => {
			useUpLimit();
			const node = context();
			const info = jest.spyOn(node.logger, 'info');

			await runClock(listForms(await connect(node)));

			expect(info).toHaveBeenCalledWith(expect.stringMatching(/again in 60 s/));
			expect(JSON.stringify(info.mock.calls)).not.toContain(apiKey);
		});
	});

	describe('that fails', () => {
		it('with 503 is made five times; then the real error is thrown', async () => {
			emulator.failNext({ status: 503, body: { message: 'Down until noon' } }, { times: 5 });
			const work = forms();

			await durationMs(work);

			await expect(work).rejects.toMatchObject({
				message: 'The service is unavailable (status 503).',
				description: expect.stringMatching(/made 5 times.*The service says: "Down until noon"/),
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

		it('with a body that n8n reports as a broken connection is retried', async () => {
			emulator.failNext('cut');

			await expect(runClock(forms(RUNNING, { edge: { cutAs: 'reset' } }))).resolves.toHaveLength(1);
		});

		it('because of no response for 30 seconds is retried', async () => {
			emulator.failNext('hang');
			const work = forms();

			expect(await durationMs(work)).toBeGreaterThanOrEqual(30_000);
			await expect(work).resolves.toHaveLength(1);
		});

		it('ends even if no response ever arrives', async () => {
			emulator.failNext('hang', { times: 5 });
			const work = forms();

			expect(await durationMs(work)).toBeLessThanOrEqual(5 * 30_000 + 15_000);
			await expect(work).rejects.toThrow(/didn't respond in time/);
		});

		it.each([401, 404, 501])(
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

			await expect(runClock(newDestination())).resolves.toEqual(expect.any(String));
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

		it('succeeds whatever the body of a 2xx says', async () => {
			emulator.failNext({ status: 201, body: 'Created.' });

			await expect(runClock(newDestination())).resolves.toBeUndefined();
			expect(postStatuses()).toEqual([201]);
		});

		it.each([
			[{ ok: true, data: { id: 'dst_1' } }, 'dst_1'],
			[{ id: 'dst_2' }, 'dst_2'],
			[{ data: {}, id: 'dst_3' }, 'dst_3'],
			[{ data: { id: 5 } }, undefined],
			[[], undefined],
		])('finds the ID in %j', async (body, id) => {
			emulator.failNext({ status: 200, body });

			await expect(runClock(newDestination())).resolves.toBe(id);
		});
	});

	describe('for a list that a person waits for', () => {
		it('ends with an error at once if the rate limit is reached', async () => {
			useUpLimit();
			const work = forms(EDITING);

			expect(await durationMs(work)).toBe(0);
			await expect(work).rejects.toThrow(/reached its rate limit/);
			expect(statuses()).toEqual([429]);
		});

		it('sends nothing while the rate limit is known to be reached', async () => {
			useUpLimit();
			await durationMs(forms(EDITING));

			await expect(runClock(forms(EDITING))).rejects.toThrow(/reached its rate limit/);
			expect(statuses()).toEqual([429]);
		});

		it('waits two seconds for the response to another request, and then goes ahead', async () => {
			const running = forms(RUNNING, { edge: { latencyMs: () => 25_000 } });
			await settle();
			const work = forms(EDITING);

			expect(await durationMs(work)).toBe(2_000);
			await expect(work).resolves.toHaveLength(1);
			await runClock(running);
		});

		it('says so if others were before it, and does not call that a rate limit', async () => {
			const slow = { edge: { latencyMs: () => 25_000 } };
			const running = forms(RUNNING, slow);
			await settle();
			const others = [forms(EDITING, slow), forms(EDITING, slow), forms(EDITING, slow)];

			const outcomes = await runClock(Promise.allSettled(others));

			const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
			expect(reasons.length).toBeGreaterThan(0);
			expect(String(reasons)).not.toMatch(/rate limit/);
			expect(reasons).toContainEqual(
				expect.objectContaining({ context: expect.objectContaining({ situation: 'noTurn' }) }),
			);
			await runClock(running);
		});

		it('is sent no more than twice', async () => {
			emulator.failNext({ status: 503 }, { times: 2 });
			const work = forms(EDITING);

			expect(await durationMs(work)).toBeLessThanOrEqual(1_000);
			await expect(work).rejects.toThrow(/status 503/);
			expect(statuses()).toEqual([503, 503]);
		});

		it('waits ten seconds for a response', async () => {
			emulator.failNext('hang', { times: 2 });

			expect(await durationMs(forms(EDITING))).toBeLessThanOrEqual(21_000);
		});
	});

	describe('with a deadline', () => {
		it('does not begin a wait that would end after it', async () => {
			useUpLimit();
			const work = forms({ ...RUNNING, deadlineMs: NOON + 40_000 });

			expect(await durationMs(work)).toBe(0);
			await expect(work).rejects.toThrow(/reached its rate limit/);
		});

		it('waits if the wait ends before it, and leaves a second for the request', async () => {
			useUpLimit();
			await expect(runClock(forms({ ...RUNNING, deadlineMs: NOON + 60_999 }))).rejects.toThrow(
				/reached its rate limit/,
			);
			await expect(
				runClock(forms({ ...RUNNING, deadlineMs: NOON + 61_000 })),
			).resolves.toHaveLength(1);
		});

		it('waits for a response no longer than until then', async () => {
			emulator.failNext('hang');
			const work = forms({ ...RUNNING, deadlineMs: NOON + 10_000 });

			expect(await durationMs(work)).toBe(10_000);
			await expect(work).rejects.toThrow(/didn't respond in time/);
			expect(statuses()).toEqual(['hang']);
		});

		it('waits for the response to a later attempt no longer than until then', async () => {
			emulator.failNext('hang', { times: 2 });
			const work = forms({ ...RUNNING, deadlineMs: NOON + 40_000 });

			expect(await durationMs(work)).toBe(40_000);
			await expect(work).rejects.toThrow(/didn't respond in time/);
			expect(sent.map(({ timeout = 0 }) => timeout)).toEqual([30_000, expect.any(Number)]);
			expect(statuses()).toEqual(['hang', 'hang']);
		});

		it('makes no other attempt with less than a second left, and keeps the real error', async () => {
			emulator.failNext({ status: 503, headers: { 'retry-after': '5' } });

			await expect(runClock(forms({ ...RUNNING, deadlineMs: NOON + 5_999 }))).rejects.toThrow(
				/status 503/,
			);
			expect(statuses()).toEqual([503]);
		});

		it('does not wait for the response to another request beyond it', async () => {
			const running = forms(RUNNING, { edge: { latencyMs: () => 25_000 } });
			await settle();
			const work = forms({ ...RUNNING, deadlineMs: NOON + 1_500 });

			expect(await durationMs(work)).toBeLessThanOrEqual(1_500);
			await expect(work).rejects.toMatchObject({ context: { situation: 'noTurn' } });
			await runClock(running);
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

		it('says that it was stopped if its last request then fails', async () => {
			emulator.failNext('hang', { times: 5 });
			const controller = new AbortController();
			const occasion = { ...RUNNING, maxAttempts: 1 };
			const work = outcome(forms(occasion, { signal: controller.signal }));
			await settle();

			controller.abort();

			expect(await runClock(work)).toMatch(/was stopped/);
			expect(statuses()).toEqual(['hang']);
			emulator.clearFaults();
		});

		it('sends nothing at all if already stopped', async () => {
			await expect(runClock(forms(RUNNING, { signal: AbortSignal.abort() }))).rejects.toThrow(
				/was stopped/,
			);
			expect(sent).toHaveLength(0);
		});

		it('ends a walk between two pages', async () => {
			emulator.addSubmissions(formId, 500);
			const controller = new AbortController();
			const connection = await connect(context({ signal: controller.signal }));
			const walk = walkSubmissions(connection, {});
			await walk.next();

			controller.abort();

			await expect(walk.next()).rejects.toThrow(/was stopped/);
			expect(sent).toHaveLength(1);
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

	describe('of one of ten triggers on a key that poll at n8n’s start', () => {
		it('gets its turn although the service swallows the others, and says so', async () => {
			emulator.failNext('hang', { times: 10 });
			const occasion = { ...POLLING, maxAttempts: 1, deadlineMs: NOON + 40_000 };

			const polls = Array.from({ length: 10 }, async () => await forms(occasion));
			const outcomes = await runClock(Promise.allSettled(polls));

			expect(statuses()).toHaveLength(10);
			expect(outcomes).toEqual(
				outcomes.map(() => ({
					status: 'rejected',
					reason: expect.objectContaining({ message: "The service didn't respond in time." }),
				})),
			);
		});
	});

	describe('that waits for the budget', () => {
		it('continues as soon as another response says that there is room', async () => {
			const edge = { latencyMs: () => 100 };

			const tookMs = await durationMs(
				Promise.all([forms(RUNNING, { edge }), forms(RUNNING, { edge })]),
			);

			expect(tookMs).toBe(200);
		});

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

		it('logs a long wait', async () => {
			for (let i = 0; i < 120; i++) await runClock(forms());
			const node = context();
			const info = jest.spyOn(node.logger, 'info');

			await runClock(listForms(await connect(node)));

			expect(info).toHaveBeenCalledWith(
				expect.stringMatching(/reached its rate limit; continuing in 6\d s/),
			);
			expect(emulator.tooManyRequestsCount()).toBe(0);
		});
	});
});

describe('a redirect', () => {
	const OTHER = 'https://elsewhere.test/v1/forms?token=abc#part';
	let emulator: Emulator;

	beforeEach(() => {
		emulator = createEmulator();
		connectNetwork(emulator);
	});

	afterEach(() => disconnectNetwork());

	it.each([301, 302, 303, 307, 308])(
		'with %i is not followed, and the error says where it points, without the query',
		async (status) => {
			emulator.failNext({ status, headers: { location: OTHER } });
			const elsewhere = createEmulator();
			connectNetwork(elsewhere, 'https://elsewhere.test');

			const work = runAction({
				parameters: { resource: 'form', operation: 'getAll' },
				credential: { apiKey: emulator.addKey() },
			});

			await expect(work).rejects.toThrow(/\(https:\/\/elsewhere\.test\/v1\/forms\)/);
			await expect(work).rejects.not.toThrow(/token|abc|part/);
			expect(elsewhere.requests).toHaveLength(0);
			expect(emulator.requests).toHaveLength(1);
		},
	);
});
