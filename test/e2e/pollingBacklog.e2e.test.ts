/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../sandbox/host/waitFor';
import { createPolledForm, type PolledForm } from './support/polledForm';
import { withHost } from './support/host';
import { pollingWorkflow } from './support/triggerWorkflow';

/** More than two polls can read if each page takes this long. BACKLOG in the environment sets more. */
const BACKLOG = Number(process.env.BACKLOG ?? 12_000);
const PAGE_MS = 900;

/**
 * One arrives and is waited for, which takes a poll or two. Returns how much of what had arrived had been
 * returned by then.
 */
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
	it('runs the workflow for new ones, one after another, before it is through with those', async () => {
		await withHost({}, async (host) => {
			const form = await createPolledForm(host, (id) => pollingWorkflow(host.credential, id));
			await host.n8n.workflows.publish(form.workflowId);
			await host.stop();
			form.arrive(BACKLOG, BACKLOG);
			host.emulator.onAnswer((_request, answer) =>
				answer.kind === 'response' ? { ...answer, latencyMs: PAGE_MS } : answer,
			);
			await host.start();
			await waitFor('the first execution', async () => (await form.returned()).length > 0, {
				timeoutMs: 300_000,
			});

			const shares = [await arriveBesideBacklog(form)];
			while (Number(shares.at(-1)) < 1) shares.push(await arriveBesideBacklog(form));

			expect(shares[0]).toBeLessThan(1);
			expect(await form.everything()).toEqual(form.arrived);
		});
	});
});
