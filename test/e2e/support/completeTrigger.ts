import type { CredentialRef, N8nClient } from '../../sandbox/client/n8nClient';
import { waitFor } from '../../sandbox/host/waitFor';
import type { DeliveryOverrides, Emulator } from '../../emulator';
import { triggerWorkflow } from './triggerWorkflow';

const TRIGGER = 'New Submission';

/** The next poll begins within a minute, and may take a minute itself. */
const MANY_POLLS_MS = 300_000;

/** What it needs of a host; `n8n` is the client of the n8n that is currently running. */
type Host = { emulator: Emulator; credential: CredentialRef; n8n: () => N8nClient };

/** Publishes a workflow that the webhook trigger starts in mode None Missed, for a form of its own. */
export async function publishComplete({ emulator, credential, n8n }: Host) {
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const make = triggerWorkflow();
	const setup = { credential, formId, mode: 'complete' as const };
	const { id: workflowId } = await n8n().workflows.create(make(setup));
	await n8n().workflows.publish(workflowId);
	const wanted: string[] = [];
	const rows = async () =>
		(await n8n().executions.ofWorkflow(workflowId)).flatMap(({ output }) => output(TRIGGER));
	const lists = () => emulator.requests.filter(({ query }) => query.form_id === formId).length;
	const submitUnheard = () => {
		wanted.push(emulator.addSubmission({ formId }).id);
	};
	/** Returns how long it took (milliseconds). */
	const untilRun = async (id: string, timeoutMs = MANY_POLLS_MS) => {
		const fromMs = Date.now();
		await waitFor(
			id,
			async () => ((await rows()).some((row) => row.id === id) ? true : undefined),
			{ timeoutMs, everyMs: 100 },
		);
		return Date.now() - fromMs;
	};
	return {
		rows,
		untilRun,
		/** Someone submits the form, and the service delivers it, if its destination is still there. */
		async submit(seed?: { status: 'spam' }): Promise<string> {
			const { submission, results } = await emulator.submit(formId, { name: 'Ada' }, seed);
			if (!seed) wanted.push(submission.id);
			const answered = emulator.destinations(formId).map(({ url }) => ({ url, status: 200 }));
			expect(results).toMatchObject(answered);
			return submission.id;
		},
		/** A submission whose delivery never comes. */
		submitUnheard,
		/** Delivers spam that differs from a genuine delivery; returns the response's status. */
		async forge(overrides: DeliveryOverrides): Promise<number> {
			const [destination] = emulator.destinations(formId);
			if (destination === undefined) throw new Error('No destination was registered');
			const spam = emulator.addSubmission({ formId, status: 'spam' });
			const delivery = emulator.buildDelivery(spam, destination, overrides);
			return (await emulator.deliver(delivery)).status;
		},
		deleteDestination(): void {
			for (const { id } of emulator.destinations(formId)) emulator.removeDestination(id);
		},
		/** Waits until the next poll has read the list, and waits. */
		async untilPolled() {
			const before = lists();
			await waitFor('a poll', () => (lists() > before ? true : undefined), {
				timeoutMs: MANY_POLLS_MS,
			});
		},
		async publishChanged() {
			const options = { columns: ['id', 'status'] };
			await n8n().workflows.update(workflowId, make({ ...setup, options }));
			await n8n().workflows.publish(workflowId);
		},
		/** Waits for all that are wanted, and for one more; returns the IDs in the order of submission. */
		async everything() {
			submitUnheard();
			for (const one of wanted) await untilRun(one);
			const places = new Map(wanted.map((one, index) => [one, index]));
			const place = (one: unknown) => places.get(String(one)) ?? -1;
			const ids = (await rows()).map((row) => String(row.id));
			return ids.sort((one, other) => place(one) - place(other));
		},
		/** The IDs of what is to run the workflow, oldest first. */
		wanted,
	};
}
