import type { JsonObject, WorkflowFile } from '../sandbox/client/n8nClient';
import { sleep, waitFor } from '../sandbox/host/waitFor';
import { createPolledForm, type PolledForm } from './support/polledForm';
import { POLL_MODES, withHost, type Host } from './support/host';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

/** Long enough for n8n to have begun a publication, which it may not complete while a poll waits. */
const BEGINNING_MS = 8_000;

const HOUR_MS = 3_600_000;

/** A promise that is fulfilled from outside. */
function createMoment() {
	let come = () => {};
	const hasCome = new Promise<void>((resolve) => {
		come = resolve;
	});
	return { hasCome, come };
}

/** A polled form that can be published with its trigger changed, and whose pages are held back. */
type Republished = PolledForm & {
	publishChanged: () => Promise<void>;
	/** When the first page is released, and when the later publication is complete. */
	released: ReturnType<typeof createMoment>;
	republished: ReturnType<typeof createMoment>;
};

async function createRepublished(
	host: Host,
	options: { startFrom?: string } = {},
): Promise<Republished> {
	// Both publications poll at the same times, so n8n may mistake their schedules for one.
	const setup = { ...options, pollTimes: EVERY_TEN_SECONDS };
	const form = await createPolledForm(host, (formId) =>
		pollingWorkflow(host.credential, formId, setup),
	);
	return {
		...form,
		released: createMoment(),
		republished: createMoment(),
		async publishChanged() {
			const { workflows } = host.n8n;
			await workflows.update(form.workflowId, withParameters(form.file, { simplify: false }));
			await workflows.publish(form.workflowId);
		},
	};
}

function withParameters(file: WorkflowFile, parameters: JsonObject): WorkflowFile {
	const nodes = file.nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...parameters },
	}));
	return { ...file, nodes };
}

/**
 * The service responds with the first page of each form only once it is released, and to scheduled
 * polls only once the form was published again: what a poll returns after n8n has read the position
 * for the later publication may come twice (docs/guarantees.md).
 */
function holdPages({ emulator }: Host, forms: Republished[]): void {
	const held = new Set<Republished>();
	emulator.onAnswer((request, answer) => {
		const form = forms.find(({ formId }) => request.url.includes(formId));
		if (!form || answer.kind !== 'response') return answer;
		if (!held.has(form)) {
			held.add(form);
			return { ...answer, until: form.released.hasCome };
		}
		return isFromScheduledPoll(request) ? { ...answer, until: form.republished.hasCome } : answer;
	});
}

/** To publish a trigger with a position, one submission is enough. */
function isFromScheduledPoll({ url }: { url: string }): boolean {
	return url.includes('limit=100');
}

/** Publishes it again, changed, while n8n's own poll is in progress; submissions keep arriving. */
async function publishDuringPoll({ emulator }: Host, form: Republished): Promise<void> {
	await waitFor('a poll to begin', () =>
		emulator.requests.find(({ query }) => query.form_id === form.formId),
	);
	form.arrive(1);
	const published = form.publishChanged();
	form.arrive(1);
	await Promise.race([published, sleep(BEGINNING_MS)]);
	form.released.come();
	await published;
	form.republished.come();
	form.arrive(1);
}

describe('A workflow published again while n8n polls to publish it', () => {
	it.concurrent.each(POLL_MODES)('runs once for each submission, in %s', async (_mode, env) => {
		await withHost(env, async (host) => {
			const startFrom = new Date(Date.now() - 2 * HOUR_MS).toISOString();
			const since = await createRepublished(host, { startFrom });
			since.arrive(50, HOUR_MS);
			const restarted = await createRepublished(host);
			await host.n8n.workflows.publish(restarted.workflowId);
			await host.stop();
			restarted.arrive(44);
			host.emulator.clearRequests();
			const polled = [since, restarted];
			holdPages(host, polled);
			await host.start();

			await Promise.all([
				publishDuringPoll(host, restarted),
				host.n8n.workflows.publish(since.workflowId),
				publishDuringPoll(host, since),
			]);
			const returned = await Promise.all(polled.map(async (form) => await form.everything()));

			expect(returned).toEqual(polled.map(({ arrived }) => arrived));
		});
	});
});
