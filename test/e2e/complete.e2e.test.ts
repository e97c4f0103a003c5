import { publishComplete } from './support/completeTrigger';
import { DURABLE } from './support/durable';
import { PUBLICATION_MODES, withHost } from './support/restartableHost';

describe('The webhook trigger in mode None Missed', () => {
	it.each(PUBLICATION_MODES)(
		'runs the workflow within seconds of a delivery, with the row of the list, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const trigger = await publishComplete(host);
				await trigger.untilPolled();

				await trigger.untilRun(await trigger.submit(), 20_000);

				expect(await trigger.rows()).toMatchObject([{ status: 'new', tags: '', files: '' }]);
			});
		},
	);

	it.each([...PUBLICATION_MODES, ['durable polls', DURABLE] as const])(
		'returns each submission once, and no spam, whatever happens to deliveries and n8n, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const trigger = await publishComplete(host);
				await trigger.submit();
				await trigger.untilPolled();
				for (let n = 0; n < 5; n++) await trigger.submit();
				await trigger.submit({ status: 'spam' });
				trigger.submitUnheard();
				await trigger.untilPolled();
				await host.stop();
				trigger.submitUnheard();
				await host.start();
				await trigger.untilPolled();
				await trigger.submit();
				await host.kill();
				trigger.submitUnheard();
				await host.start();
				await trigger.untilPolled();
				await trigger.publishChanged();
				await trigger.submit();
				trigger.deleteDestination();
				await trigger.submit();

				expect(await trigger.everything()).toEqual(trigger.wanted);
			});
		},
	);
});
