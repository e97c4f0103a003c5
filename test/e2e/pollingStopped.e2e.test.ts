/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { randomInt } from 'node:crypto';

import { sleep, waitFor } from '../sandbox/host/waitFor';
import { DURABLE, POLL_MODES, type Host, withHost } from './support/host';
import { createPolledForm, type PolledForm } from './support/polledForm';

/** Six pages. */
const BACKLOG = 600;

/** n8n's own poll follows within this time of its start, a scheduled one within ten seconds more. */
const SOON_MS = 2_000;
const SCHEDULED_MS = 12_000;

/** How often n8n is stopped. Two of each kind in every run; STOPS in the environment sets more. */
const STOPS = Number(process.env.STOPS ?? 4);

/** Waits until n8n has begun to poll, and then for a random moment. */
async function whilePolling({ emulator }: Host, { formId }: PolledForm, withinMs: number) {
	await waitFor('a poll to begin', () =>
		emulator.requests.find(({ query }) => query.form_id === formId),
	);
	await sleep(randomInt(withinMs));
}

/**
 * A service whose pages take a moment, so that n8n can be stopped in between. `silentUntil` has it
 * respond to no scheduled poll before something ends.
 */
function slowService({ emulator }: Host, { formId }: PolledForm, ownPolls: number) {
	let silence: Promise<unknown> = Promise.resolve();
	const pollsBegun = () =>
		emulator.requests.filter(({ query }) => query.form_id === formId && query.cursor === undefined)
			.length;
	emulator.onAnswer((_request, answer) => {
		const until = sleep(100).then(async () => {
			if (pollsBegun() > ownPolls) await silence;
		});
		return answer.kind === 'response' ? { ...answer, until } : answer;
	});
	return {
		silentUntil(end: Promise<unknown>): void {
			silence = end;
		},
	};
}

describe('An n8n that is stopped as a service manager stops it, while it polls a backlog', () => {
	it.concurrent.each([
		// In these modes, n8n loses what a scheduled poll returns just before it exits (see
		// docs/guarantees.md), so none ends then.
		...POLL_MODES.map(([mode, env]) => [mode, env, true] as const),
		['durable poll cursors', DURABLE, false] as const,
	])('runs the workflow once for each submission, in %s', async (_mode, env, isSilent) => {
		// Where its scheduler runs polls, n8n runs none itself at its start. For its own, it waits.
		const ownPolls = env.N8N_SCHEDULER_POLL_TRIGGERS_ENABLED === undefined ? 1 : 0;
		await withHost(env, async (host) => {
			const form = await createPolledForm(host);
			await host.n8n.workflows.publish(form.workflowId);
			await host.stop();
			const service = slowService(host, form, ownPolls);
			for (let stop = 0; stop < STOPS; stop++) {
				form.arrive(BACKLOG, BACKLOG);
				host.emulator.clearRequests();
				await host.start();
				await whilePolling(host, form, stop % 2 === 0 ? SOON_MS : SCHEDULED_MS);
				const stopped = host.stop();
				if (isSilent) service.silentUntil(stopped);
				await stopped;
			}
			host.emulator.onAnswer(undefined);
			host.emulator.clearRequests();
			await host.start();
			// A trigger that no longer polls has lost nothing.
			await waitFor('three polls after the last start', () => host.emulator.requests.length >= 3);

			expect(await form.everything()).toEqual(form.arrived);
		});
	});
});
