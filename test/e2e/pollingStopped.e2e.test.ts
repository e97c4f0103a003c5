/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { randomInt } from 'node:crypto';

import { sleep, waitFor } from '../../sandbox/host/waitFor';
import { DURABLE } from './support/durable';
import { createPolledForm, type PolledForm } from './support/polledForm';
import { withHost, type RestartableHost } from './support/restartableHost';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

/** Six pages. */
const BACKLOG = 600;

/** n8n's own poll follows within this time of its start, a scheduled one within ten seconds more. */
const SOON_MS = 2_000;
const SCHEDULED_MS = 12_000;

/** How often n8n is stopped. Two of each kind in every run; STOPS in the environment sets more. */
const STOPS = Number(process.env.STOPS ?? 4);

/** Waits until n8n has begun to poll, and then for a random moment. */
async function whilePolling(
	{ emulator }: RestartableHost,
	{ formId }: PolledForm,
	withinMs: number,
) {
	await waitFor('a poll to begin', () =>
		emulator.requests.find(({ query }) => query.form_id === formId),
	);
	await sleep(randomInt(withinMs));
}

describe('An n8n that is stopped as a service manager stops it, while it polls a backlog', () => {
	it.concurrent.each([
		['the default mode', {}],
		['durable poll cursors', DURABLE],
	])('runs the workflow once for each submission, with %s', async (_mode, env) => {
		await withHost(env, async (host) => {
			const form = await createPolledForm(host, (formId) =>
				pollingWorkflow(host.credential, formId, { pollTimes: EVERY_TEN_SECONDS }),
			);
			await host.n8n().workflows.publish(form.workflowId);
			await host.stop();
			// Each page takes a moment, so that there is one to be stopped in.
			host.emulator.onAnswer((_request, answer) =>
				answer.kind === 'response' ? { ...answer, until: sleep(100) } : answer,
			);
			for (let stop = 0; stop < STOPS; stop++) {
				form.arrive(BACKLOG, BACKLOG);
				host.emulator.clearRequests();
				await host.start();
				await whilePolling(host, form, stop % 2 === 0 ? SOON_MS : SCHEDULED_MS);
				await host.stop();
			}
			host.emulator.onAnswer(undefined);
			host.emulator.clearRequests();
			await host.start();
			// A trigger that no longer polls has lost nothing.
			await waitFor('three polls after the last start', () =>
				host.emulator.requests.length >= 3 ? true : undefined,
			);

			expect(await form.everything()).toEqual(form.arrived);
		});
	});
});
