import { publishComplete } from './support/completeTrigger';
import { DURABLE, PUBLICATION_MODES, withHost } from './support/host';

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

describe('The webhook trigger in mode Every Submission Once', () => {
	it.each(PUBLICATION_MODES)(
		'runs the workflow within seconds of a delivery, with the row of the list, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const trigger = await publishComplete(host);
				const tookMs = await trigger.untilRun(await trigger.submit());

				expect(tookMs).toBeLessThan(SECONDS_MS);
				expect(await trigger.rows()).toMatchObject([{ status: 'new', tags: '', files: '' }]);
			});
		},
	);

	it.each([...PUBLICATION_MODES, ['durable polls', DURABLE] as const])(
		'returns each submission once, and no spam, whatever happens to deliveries and n8n, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const trigger = await publishComplete(host);
				await trigger.liveThrough(host, { burst: 5, isHeardWhileDown: false });

				expect(await trigger.everything()).toEqual(trigger.wanted);
			});
		},
	);

	it.each(PUBLICATION_MODES)(
		'repeats nothing after a kill if a run with static data of its own has set its place back, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const trigger = await publishComplete(host, { otherNodeCode: SLOW_CODE });
				await trigger.untilRun(await trigger.submit());
				await trigger.submit(undefined, 'Slow');
				await trigger.submit();
				await trigger.submit();
				await host.n8n.executions.waitForCount(trigger.workflowId, 4);

				await host.kill();
				await host.start();

				expect(await trigger.everything()).toEqual(trigger.wanted);
			});
		},
	);
});
