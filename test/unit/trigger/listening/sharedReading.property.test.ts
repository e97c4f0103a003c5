import fc from 'fast-check';

import { randomCases } from '../../../support/search';
import { ManyTriggers } from './manyTriggers';

const FORMS = 4;

const form = fc.integer({ min: 0, max: FORMS - 1 });

/** What happens to triggers that share a reading, one after the other. */
const happening = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('arrive' as const),
			form,
			count: fc.oneof(
				{ weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) },
				{ weight: 1, arbitrary: fc.integer({ min: 90, max: 450 }) },
			),
			everyMs: fc.constantFrom(0, 20, 3_000),
			isDelivered: fc.boolean(),
			lateSeconds: fc.constantFrom(0, 0, 0, 3, 40, 400),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('pass' as const),
			seconds: fc.constantFrom(1, 7, 70, 400, 1_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('outage' as const),
			seconds: fc.constantFrom(5, 100, 900),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('publish' as const), form }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('unpublish' as const), form }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('refusals' as const),
			// n8n refuses the next runs, each so long after it was handed it.
			afterSeconds: fc.array(fc.constantFrom(0.02, 1, 8, 12), { minLength: 1, maxLength: 6 }),
			runSeconds: fc.constantFrom(0, 2, 20),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('pages' as const),
			seconds: fc.constantFrom(0.05, 1, 2.5),
		}),
	},
);

type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** n8n saves that it has taken a run again only with the next one: what ends the trigger before repeats that run. */
async function passRefusals(many: ManyTriggers): Promise<void> {
	if (!many.play.n8n.refuses) return;
	await many.pass(4 * 60_000);
	many.play.n8n.refuses = undefined;
	for (let form = 0; form < FORMS; form++) {
		many.play.submit({ formId: `frm_${form}`, isDelivered: true, inSeconds: 1 });
	}
	await many.pass(70_000);
}

async function play(many: ManyTriggers, one: Happening): Promise<void> {
	const { n8n, network } = many.play;
	if (['kill', 'publish', 'unpublish'].includes(one.kind)) await passRefusals(many);
	if (one.kind === 'arrive') {
		const { count, everyMs, isDelivered, lateSeconds } = one;
		const kind = { formId: `frm_${one.form}`, isDelivered, lateSeconds };
		many.play.submit({ count, everyMs, inSeconds: 0.01, ...kind });
	} else if (one.kind === 'pass') await many.pass(one.seconds * 1_000);
	else if (one.kind === 'outage') {
		network.outage = 'ECONNREFUSED';
		await many.pass(one.seconds * 1_000);
		network.outage = undefined;
	} else if (one.kind === 'pages') network.pageMs = one.seconds * 1_000;
	else if (one.kind === 'kill') await n8n.restart(20);
	else if (one.kind === 'refusals') {
		const afterSeconds = [...one.afterSeconds];
		n8n.runMs = one.runSeconds * 1_000;
		n8n.refuses = () => {
			const seconds = afterSeconds.shift();
			n8n.refusesAfterMs = (seconds ?? 0) * 1_000;
			return seconds === undefined ? undefined : 'No active execution found';
		};
	} else {
		const watcher = many.watchers[one.form];
		if (!watcher) return;
		if (one.kind === 'unpublish') await n8n.untilOver(n8n.unpublish(watcher));
		else await many.play.publish(watcher);
	}
}

it('loses nothing and repeats nothing, whatever happens to triggers that share a reading', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(happening, { maxLength: 25 }),
			fc.constantFrom('each' as const, 'together' as const),
			async (happenings, runFor) => {
				const many = await new ManyTriggers(FORMS, { runFor }).published();
				try {
					for (const one of happenings) await play(many, one);
					many.play.network.pageMs = 50;
					await passRefusals(many);
					await many.play.publish(...many.watchers);
					await many.pass(45 * 60_000);

					expect(many.play.problems()).toEqual([]);
				} finally {
					many.play.stop();
				}
			},
		),
		randomCases(10, 500),
	);
});
