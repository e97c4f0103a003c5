/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import fc from 'fast-check';

import { PollingWorld, type PollConditions } from '../../support/pollingWorld';

let world: PollingWorld;

// The node's waits advance the world's clock and take no real time.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => world.wait(ms),
}));

const RUNS = Number(process.env.POLL_PROPERTY_RUNS ?? 1_000);
const MINUTE = 60_000;

type Step =
	| { kind: 'arrive'; count: number; stepMs: number; lateMs: number[] }
	| { kind: 'wait'; ms: number }
	| { kind: 'restart' }
	| { kind: 'expireCursors' }
	| ({ kind: 'poll' } & PollConditions);

const lateness = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(0) },
	{ weight: 1, arbitrary: fc.constantFrom(1, 1_000, MINUTE, 5 * MINUTE, 10 * MINUTE) },
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 10 * MINUTE }) },
);

const arrive: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('arrive' as const),
	count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 })),
	stepMs: fc.constantFrom(0, 0, 1, 300),
	lateMs: fc.array(lateness, { minLength: 1, maxLength: 6 }),
});

const wait: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('wait' as const),
	ms: fc.oneof(
		fc.constantFrom(1, MINUTE, 5 * MINUTE, 10 * MINUTE, 60 * MINUTE),
		fc.integer({ min: 1, max: 15 * MINUTE }),
	),
});

const pollWith = (ends: Array<PollConditions['end']>): fc.Arbitrary<Step> =>
	fc.record({
		kind: fc.constant('poll' as const),
		latencyMs: fc.constantFrom(0, 100, 1_500, 8_000),
		budgetMs: fc.constantFrom(6_000, 15_000, 300_000),
		downFrom: fc.oneof(
			{ weight: 6, arbitrary: fc.constant(Infinity) },
			{ weight: 1, arbitrary: fc.nat(4) },
		),
		end: fc.constantFrom(...ends),
	});

const stepsWith = (ends: Array<PollConditions['end']>): fc.Arbitrary<Step[]> =>
	fc.array(
		fc.oneof(
			{ weight: 6, arbitrary: arrive },
			{ weight: 3, arbitrary: wait },
			{ weight: 8, arbitrary: pollWith(ends) },
			{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
			{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'expireCursors' }) },
		),
		{ minLength: 3, maxLength: 30 },
	);

const start = fc.record({
	pageSize: fc.constantFrom(1, 3, 7, 100),
	before: fc.nat(8),
	beforeStepMs: fc.constantFrom(0, 1_000),
});

function addSubmissions(count: number, stepMs: number, lateMs: number[]): string[] {
	return Array.from({ length: count }, (_, index) => {
		world.wait(index === 0 ? 0 : stepMs);
		const visibleFrom = world.nowMs + (lateMs[index % lateMs.length] ?? 0);
		return world.emulator.addSubmission({ formId: world.formId, visibleFrom }).id;
	});
}

async function take(step: Step): Promise<string[]> {
	if (step.kind === 'arrive') return addSubmissions(step.count, step.stepMs, step.lateMs);
	if (step.kind === 'wait') world.wait(step.ms);
	if (step.kind === 'expireCursors') world.expireCursors();
	if (step.kind === 'poll') await world.poll(step);
	if (step.kind === 'restart') {
		world.restart();
		await world.poll({ isActivation: true });
	}
	return [];
}

/** Polls until everything has become visible and the checks for late submissions find nothing more. */
async function settle(): Promise<void> {
	world.wait(10 * MINUTE);
	for (let quiet = 0, polls = 0; quiet < 3; polls++) {
		if (polls > 200) throw new Error('the backlog is never drained');
		world.wait(5 * MINUTE);
		quiet = (await world.poll()).length === 0 ? quiet + 1 : 0;
	}
}

async function live(
	{ pageSize, before, beforeStepMs }: { pageSize: number; before: number; beforeStepMs: number },
	steps: Step[],
): Promise<Array<{ id: string; times: number }>> {
	world = new PollingWorld();
	addSubmissions(before, beforeStepMs, [0]);
	expect(await world.poll({ isActivation: true })).toEqual([]);
	world.pageSize = pageSize;

	const arrived: string[] = [];
	for (const step of steps) arrived.push(...(await take(step)));
	await settle();

	expect([...world.given.keys()].filter((id) => !arrived.includes(id))).toEqual([]);
	return arrived.map((id) => ({ id, times: world.given.get(id) ?? 0 }));
}

describe('whatever arrives, fails, is killed, or takes long', () => {
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockImplementation(() => world.nowMs);
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});

	afterEach(() => jest.restoreAllMocks());

	// The world replaces the clock and random numbers, so the seed has to come from elsewhere.
	const [seed = 0] = crypto.getRandomValues(new Int32Array(1));
	const settings = { numRuns: RUNS, seed };

	it('a poll returns every submission exactly once', async () => {
		world = new PollingWorld();
		await fc.assert(
			fc.asyncProperty(
				start,
				stepsWith(['handedOver', 'handedOver', 'handedOver', 'killedBefore']),
				async (begin, steps) => {
					const given = await live(begin, steps);
					expect(given.filter(({ times }) => times !== 1)).toEqual([]);
				},
			),
			settings,
		);
	}, 120_000);

	it('a poll returns every submission at least once if n8n is killed before it saves', async () => {
		world = new PollingWorld();
		await fc.assert(
			fc.asyncProperty(
				start,
				stepsWith(['handedOver', 'handedOver', 'killedBefore', 'killedBeforeSaving']),
				async (begin, steps) => {
					const given = await live(begin, steps);
					expect(given.filter(({ times }) => times < 1)).toEqual([]);
				},
			),
			{ ...settings, numRuns: Math.ceil(RUNS / 4) },
		);
	}, 120_000);
});
