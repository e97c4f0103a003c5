/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../../sandbox/host/waitFor';
import { createPolledForm, type PolledForm } from './support/polledForm';
import { withHost } from './support/restartableHost';
import { pollingWorkflow } from './support/triggerWorkflow';

/** More than one poll can read if each page takes this long. BACKLOG in the environment sets more. */
const BACKLOG = Number(process.env.BACKLOG ?? 6_000);
const PAGE_MS = 900;

/** Returns how much of what had arrived had been returned by the time the newest one was. */
async function arriveBesideBacklog(form: PolledForm): Promise<number> {
	form.arrive(1);
	const newest = form.arrived.at(-1) ?? '';
	const before = form.arrived.length;
	return await waitFor(
		'the new submission',
		async () => {
			const returned = await form.returned();
			return returned.includes(newest) ? returned.length / before : undefined;
		},
		{ timeoutMs: 300_000, everyMs: 5_000 },
	);
}

describe('An n8n that was stopped while thousands of submissions came in', () => {
	it('runs the workflow for new ones before it is through with those', async () => {
		await withHost({}, async (host) => {
			const form = await createPolledForm(host, (id) => pollingWorkflow(host.credential, id));
			await host.n8n().workflows.publish(form.workflowId);
			await host.stop();
			form.arrive(BACKLOG, BACKLOG);
			host.emulator.onAnswer((_request, answer) =>
				answer.kind === 'response' ? { ...answer, latencyMs: PAGE_MS } : answer,
			);
			await host.start();
			await waitFor('the first execution', async () => (await form.returned()).length > 0, {
				timeoutMs: 300_000,
			});

			expect(await arriveBesideBacklog(form)).toBeLessThan(1);
			expect(await form.everything()).toEqual(form.arrived);
		});
	});
});
