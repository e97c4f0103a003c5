import { TRIGGER } from '../sandbox/client/workflowFile';
import { PUBLICATION_MODES, useHost, withHost } from './support/host';
import { publishTrigger } from './support/publishTrigger';
import type { TriggerSetup } from './support/triggerWorkflow';

/** It takes three at most on a machine that isn't busy; what no delivery announces takes up to sixty. */
const SECONDS_MS = 15_000;

/** Keeps static data of its own, like one that counts; a run for Slow ends after those of the next submissions. */
const SLOW_CODE = `
	const data = $getWorkflowStaticData('global');
	if ($input.first().json.name === 'Slow') {
		await new Promise((resolve) => setTimeout(resolve, 20_000));
		data.count = 1;
	}
	return $input.all();
`;

describe.each(PUBLICATION_MODES)('The trigger, in %s', (_mode, env) => {
	it('runs the workflow within seconds of a delivery, with the row of the list', async () => {
		await withHost(env, async (host) => {
			const trigger = await publishTrigger(host);
			const tookMs = await trigger.untilRun(await trigger.submit());

			expect(tookMs).toBeLessThan(SECONDS_MS);
			expect(await trigger.rows()).toMatchObject([{ status: 'new', tags: '', files: '' }]);
		});
	});

	it('returns each submission once, and no spam, whatever happens to deliveries and n8n', async () => {
		await withHost(env, async (host) => {
			const trigger = await publishTrigger(host);
			await trigger.liveThrough(host, { burst: 5, isHeardWhileDown: false });

			expect(await trigger.everything()).toEqual(trigger.wanted);
		});
	});

	it('repeats nothing after a kill if a run with static data of its own has set its place back', async () => {
		await withHost(env, async (host) => {
			const trigger = await publishTrigger(host, { otherNodeCode: SLOW_CODE });
			await trigger.untilRun(await trigger.submit());
			await trigger.submit(undefined, 'Slow');
			await trigger.submit();
			await trigger.submit();
			await host.n8n.executions.waitForCount(trigger.workflowId, 4);

			await host.kill();
			await host.start();

			expect(await trigger.everything()).toEqual(trigger.wanted);
		});
	});
});

describe('The trigger, where nothing is registered', () => {
	const host = useHost();

	it.each<[string, Partial<TriggerSetup>]>([
		['since that is turned off', { options: { register: false } }],
		['since it runs for all forms', { formId: undefined }],
		[
			'since that is turned off, with a pause between runs',
			{ runFor: 'together', options: { register: false, pauseMinutes: 1 } },
		],
	])(
		'%s, returns each submission within a minute, and once, though n8n is killed',
		async (_why, setup) => {
			const trigger = await publishTrigger(host(), setup);
			const beganMs = Date.now();
			await trigger.untilRun(await trigger.submit());
			const tookMs = Date.now() - beganMs;
			for (let count = 0; count < 3; count++) await trigger.submit();
			await host().kill();
			await trigger.submit();
			await host().start();

			expect(await trigger.everything()).toEqual(trigger.wanted);
			expect(tookMs).toBeLessThan(60_000 + SECONDS_MS);
			expect(host().emulator.destinations(trigger.formId)).toEqual([]);
			await host().n8n.workflows.unpublish(trigger.workflowId);
		},
	);

	it('has what comes in a pause in one run', async () => {
		const trigger = await publishTrigger(host(), {
			runFor: 'together',
			options: { pauseMinutes: 1 },
		});
		await trigger.untilRun(await trigger.submit());
		for (let count = 0; count < 4; count++) await trigger.submit();
		const runs = await host().n8n.executions.waitForCount(trigger.workflowId, 2);
		await host().n8n.workflows.unpublish(trigger.workflowId);

		expect(runs.map(({ output }) => output(TRIGGER).length)).toEqual([1, 4]);
	});
});
