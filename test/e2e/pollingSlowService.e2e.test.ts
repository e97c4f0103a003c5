import type { AnswerHook } from '../emulator';
import { DURABLE, withHost } from './support/host';
import { createPolledForm } from './support/polledForm';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

/** Two pages take longer than the 45 seconds after which n8n's durable scheduler abandons a poll. */
const PAGE_MS = 25_000;

/** The list of forms never comes, and a page of submissions only after the given time. */
const slow =
	(pageMs: number): AnswerHook =>
	({ url }, answer) => {
		if (url.startsWith('/v1/forms')) return { kind: 'hang' };
		return answer.kind === 'response' ? { ...answer, latencyMs: pageMs } : answer;
	};

describe("Polls under n8n's durable scheduler", () => {
	it('return everything although two pages take 50 seconds and the list of forms hangs', async () => {
		await withHost(DURABLE, async (host) => {
			const polled = await createPolledForm(host, () =>
				pollingWorkflow(host.credential, undefined, { pollTimes: EVERY_TEN_SECONDS }),
			);
			await host.n8n.workflows.publish(polled.workflowId);
			polled.arrive(150);
			host.emulator.onAnswer(slow(PAGE_MS));
			await polled.all();

			host.emulator.onAnswer(slow(0));
			expect(await polled.everything()).toEqual(polled.arrived);
		});
	});
});
