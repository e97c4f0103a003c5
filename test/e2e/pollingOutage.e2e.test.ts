import type { Answer } from '../emulator';
import { createPolledForm, credentialOfItsOwn, type PolledForm } from './support/polledForm';
import { POLL_MODES, withHost, type Host } from './support/host';
import { EVERY_TEN_SECONDS, pollingWorkflow, triggerWorkflow } from './support/triggerWorkflow';

const FREQUENT = { pollTimes: EVERY_TEN_SECONDS };

const UNAVAILABLE: Answer = { kind: 'response', status: 503, headers: {}, body: '' };

/** Polls with a key of its own, which the service will refuse. */
async function createRefused(host: Host) {
	const { apiKey, credential } = await credentialOfItsOwn(host);
	const form = await createPolledForm(host, (id) => pollingWorkflow(credential, id, FREQUENT));
	return { ...form, revoke: () => host.emulator.revokeKey(apiKey) };
}

/** Rejects after n8n has tried several times, as often as it tries to start a trigger. */
const publish = async ({ n8n }: Host, { workflowId }: PolledForm) =>
	await n8n.workflows.publish(workflowId);

/** Where its scheduler runs polls, n8n polls to publish only what it publishes for the first time. */
async function expectRefusal(host: Host, form: PolledForm, env: Record<string, string>) {
	const published = publish(host, form);
	if (env.N8N_SCHEDULER_POLL_TRIGGERS_ENABLED !== undefined) return await published;
	await expect(published).rejects.toThrow(/rejected the API key/);
}

/** From here on, every response is 503, unless the key is refused. */
function goDown({ emulator }: Host): void {
	emulator.onAnswer((_request, answer) =>
		answer.kind === 'response' && answer.status === 401 ? answer : UNAVAILABLE,
	);
}

describe('When n8n starts while the service is down, and gives up starting what fails', () => {
	it.concurrent.each(POLL_MODES)(
		'polling continues by itself and returns everything once, in %s',
		async (_mode, env) => {
			await withHost(env, async (host) => {
				const { n8n, emulator, credential } = host;
				const alone = await createPolledForm(host);
				const beside = await createPolledForm(host, (formId) =>
					triggerWorkflow()({ credential, formId, withPolling: true }),
				);
				const refused = await createRefused(host);
				const polled = [alone, beside];
				for (const { workflowId } of [...polled, refused]) {
					await n8n.workflows.publish(workflowId);
				}

				await host.stop();
				for (const form of polled) form.arrive(10);
				refused.revoke();
				goDown(host);
				await host.start();
				for (const form of polled) form.arrive(10);
				const first = await createPolledForm(host);
				await Promise.all([
					expect(publish(host, first)).rejects.toThrow(/is unavailable/),
					expectRefusal(host, refused, env),
				]);
				for (const form of polled) form.arrive(10);
				emulator.onAnswer(undefined);

				const returned = await Promise.all(polled.map(async (form) => await form.everything()));

				expect(returned).toEqual(polled.map(({ arrived }) => arrived));
			});
		},
	);
});
