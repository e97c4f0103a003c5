import { publishComplete } from './support/completeTrigger';
import { DURABLE, PUBLICATION_MODES, withHost } from './support/host';

/** It takes three at most on a machine that isn't busy; what no delivery announces takes up to sixty. */
const SECONDS_MS = 15_000;

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
});
