import fc from 'fast-check';

import { createEmulator, type Fault, type ResetFormat } from '../../emulator';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { randomCases } from '../../support/search';
import { runActionOn } from '../../support/world';

const FAULTS = {
	'500': { status: 500 },
	'502': { status: 502 },
	'503': { status: 503 },
	'504': { status: 504 },
	'429': { status: 429, headers: { 'retry-after': '3' } },
	'429 without a word': { status: 429 },
	reset: 'reset',
	cut: 'cut',
	html: 'html',
} satisfies Record<string, Fault>;

const worlds = fc.record({
	existing: fc.integer({ min: 0, max: 700 }),
	/** Submissions that arrive with each response. */
	arrivals: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 5 }),
	/** 0 to 99 for each request; below 20 means a fault. */
	dice: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 7, maxLength: 40 }),
	faults: fc.array(fc.constantFrom(...Object.keys(FAULTS)), { minLength: 1, maxLength: 10 }),
	limit: fc.option(fc.integer({ min: 1, max: 800 }), { nil: undefined }),
	sameInstant: fc.boolean(),
	simplify: fc.boolean(),
	resetFormat: fc.constantFrom<ResetFormat>(
		'unixSeconds',
		'secondsFromNow',
		'iso',
		'absent',
		'garbage',
	),
	limitPerWindow: fc.integer({ min: 2, max: 120 }),
});

describe('a walk in a bad network', () => {
	beforeEach(() => startFakeClock());

	afterEach(() => stopFakeClock());

	it('returns every submission that existed at its start once, or a clear error', async () => {
		const cases = randomCases(25, 3_000);
		const ends = { complete: 0, failed: 0 };

		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				const { existing, limit, resetFormat, limitPerWindow } = world;
				const emulator = createEmulator({ resetFormat, limitPerWindow });
				const apiKey = emulator.addKey();
				const { id: formId } = emulator.addForm();
				const stepMs = world.sameInstant ? 0 : 1_000;
				const before = emulator.addSubmissions(formId, existing, { stepMs }).map(({ id }) => id);
				let turn = 0;
				const ofTurn = <T>(all: T[]) => all[turn % all.length];
				const isFaulty = () => (ofTurn(world.dice) ?? 99) < 20;
				for (const [name, fault] of Object.entries(FAULTS)) {
					const when = () => isFaulty() && ofTurn(world.faults) === name;
					emulator.failNext(fault, { times: Infinity, when });
				}
				emulator.onAnswer((_request, answer) => {
					emulator.addSubmissions(formId, ofTurn(world.arrivals) ?? 0, { stepMs });
					turn++;
					return answer;
				});
				const { simplify } = world;
				const all = limit === undefined ? { returnAll: true } : { returnAll: false, limit };
				const parameters = { resource: 'submission', operation: 'getAll', simplify, ...all };

				let items: Awaited<ReturnType<typeof runActionOn>>;
				try {
					items = await runClock(runActionOn(emulator, { apiKey, parameters }));
				} catch (error) {
					ends.failed++;
					expect(error).toMatchObject({
						name: 'NodeApiError',
						description: expect.stringMatching(/later|again|check the base URL/i),
					});
					return;
				}

				ends.complete++;
				const ids = items.map(({ json }) => String(json.id));
				expect(new Set(ids).size).toBe(ids.length);
				const newestFirst = [...before].reverse();
				const ofBefore = ids.filter((id) => before.includes(id));
				if (limit === undefined) {
					expect(ofBefore).toEqual(newestFirst);
				} else {
					expect(ids.length).toBeGreaterThanOrEqual(Math.min(limit, existing));
					expect(ids.length).toBeLessThanOrEqual(limit);
					// Submissions that arrived before the first response precede these.
					expect(ofBefore).toEqual(newestFirst.slice(0, ofBefore.length));
					expect(ids.slice(-ofBefore.length || ids.length)).toEqual(ofBefore);
				}
			}),
			cases,
		);

		// Neither outcome may be rare, or the property would prove little.
		expect(ends.complete).toBeGreaterThan(cases.numRuns / 5);
		expect(ends.failed).toBeGreaterThan(cases.numRuns / 30);
	});
});
