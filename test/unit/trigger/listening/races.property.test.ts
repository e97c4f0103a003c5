import fc from 'fast-check';

import {
	forgetSleepers,
	runClock,
	settle,
	startFakeClock,
	stopFakeClock,
} from '../../../support/fakeClock';
import { randomCases } from '../../../support/search';
import { NODES, pass, Race } from './race';

beforeEach(() => startFakeClock());

afterEach(() => stopFakeClock());

const node = fc.constantFrom(...NODES);

const step = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			what: fc.constant('submit'),
			formId: fc.constantFrom('frm_a' as const, 'frm_b' as const),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ what: fc.constant('publish'), node }) },
	{ weight: 1, arbitrary: fc.record({ what: fc.constant('unpublish'), node }) },
	{ weight: 1, arbitrary: fc.constant({ what: 'kill' } as const) },
	{
		weight: 7,
		arbitrary: fc.record({ what: fc.constant('pass'), ms: fc.constantFrom(1, 100, 1_000, 2_000) }),
	},
);

const together = fc.infiniteStream(fc.constantFrom(false, false, true));

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(race: Race, one: Step): Promise<void> {
	switch (one.what) {
		case 'submit':
			return void race.submit(one.formId);
		case 'publish':
			return void race.publish([one.node]);
		case 'unpublish':
			return void race.unpublish(one.node);
		case 'kill':
			return void race.restart();
		case 'pass':
			// What n8n has to do takes milliseconds.
			return await pass(race.saving > 0 ? Math.min(one.ms, 10) : one.ms);
	}
}

it('nothing is lost and nothing comes twice of three triggers, in whatever order rings, readings, saves, executions, publications, and kills go', async () => {
	const property = fc.asyncProperty(
		fc.scheduler(),
		fc.array(step, { minLength: 4, maxLength: 40, size: 'max' }),
		together,
		async (scheduler, steps, arrivals) => {
			forgetSleepers();
			const race = new Race();
			await runClock(race.publish(NODES));
			await pass(5_000);
			race.scheduler = scheduler;
			race.arriveTogether = () => arrivals.next().value === true;
			scheduler.scheduleSequence(
				steps.map((one) => ({ builder: async () => await take(race, one), label: one.what })),
			);
			while (scheduler.count() > 0) {
				await scheduler.waitOne();
				await settle();
			}
			race.scheduler = undefined;
			forgetSleepers();
			await runClock(race.restart());
			await pass(3 * 60_000);

			expect(race.outside.problems()).toEqual([]);
		},
	);
	await fc.assert(property, randomCases(60, 3_000));
});
