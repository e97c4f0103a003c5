import fc from 'fast-check';

import {
	forgetSleepers,
	runClock,
	settle,
	startFakeClock,
	stopFakeClock,
} from '../../../support/fakeClock';
import { randomCases } from '../../../support/search';
import { NODES, pass, passQuietly, Race } from './race';

beforeEach(() => startFakeClock());

afterEach(() => stopFakeClock());

const node = fc.constantFrom(...NODES);

const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			what: fc.constant('submit'),
			formId: fc.constantFrom('frm_a' as const, 'frm_b' as const),
		}),
	},
	{ weight: 3, arbitrary: fc.constant({ what: 'poll' } as const) },
	{ weight: 1, arbitrary: fc.record({ what: fc.constant('publish'), node }) },
	{ weight: 1, arbitrary: fc.record({ what: fc.constant('unpublish'), node }) },
	{
		weight: 6,
		arbitrary: fc.record({ what: fc.constant('pass'), ms: fc.constantFrom(1, 100, 1_000, 2_000) }),
	},
);

const together = fc.infiniteStream(fc.constantFrom(false, false, true));

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(race: Race, one: Step): Promise<void> {
	switch (one.what) {
		case 'submit':
			return void race.submit(one.formId);
		case 'poll':
			return void [race.poll('polling'), race.poll('other')];
		case 'publish':
			return void race.publish(one.node);
		case 'unpublish':
			return void race.unpublish(one.node);
		case 'pass':
			// What n8n has to do takes milliseconds.
			return await pass(race.saving > 0 ? Math.min(one.ms, 10) : one.ms);
	}
}

it('nothing is lost and nothing comes twice, in whatever order rings, readings, polls, saves, and publications go', async () => {
	const property = fc.asyncProperty(
		fc.scheduler(),
		fc.array(step, { minLength: 4, maxLength: 40, size: 'max' }),
		together,
		async (scheduler, steps, arrivals) => {
			forgetSleepers();
			const race = new Race();
			await runClock(race.publish(...NODES));
			await pass(2_000);
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
			await passQuietly(race);

			const { listening, polling, other } = race.ran;
			expect(listening.sort()).toEqual(race.submitted.frm_a);
			expect(polling.sort()).toEqual(race.submitted.frm_b);
			expect(other.sort()).toEqual(race.submitted.frm_b);
		},
	);
	await fc.assert(property, randomCases(60, 3_000));
});
