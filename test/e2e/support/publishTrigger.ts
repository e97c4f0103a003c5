import type { CredentialRef, N8nClient } from '../../sandbox/client/n8nClient';
import { TRIGGER } from '../../sandbox/client/workflowFile';
import type { N8nProcess } from '../../sandbox/host/n8nProcess';
import { waitFor } from '../../sandbox/host/waitFor';
import type { DeliveryOverrides, Emulator } from '../../emulator';
import { triggerWorkflow, type TriggerSetup } from './triggerWorkflow';

/** The list is read at least once a minute; on a busy machine, much else takes long. */
const LONGEST_MS = 300_000;

/** What it needs of a host; `n8n` is the client of the n8n that is currently running. */
type Host = { emulator: Emulator; credential: CredentialRef; n8n: N8nClient };

/** Publishes a workflow that the trigger starts, for a form of its own. */
export async function publishTrigger(host: Host, more: Partial<TriggerSetup> = {}) {
	const { emulator, credential } = host;
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const make = triggerWorkflow();
	const setup = { credential, formId, ...more };
	const { id: workflowId } = await host.n8n.workflows.create(make(setup));
	await host.n8n.workflows.publish(workflowId);
	const wanted: string[] = [];
	/** Of a run that a kill ended, n8n has only what it was to begin with. */
	const rows = async () =>
		(await host.n8n.executions.ofWorkflow(workflowId)).flatMap(({ ran, output, pending }) =>
			ran(TRIGGER) ? output(TRIGGER) : pending,
		);
	/** A submission whose delivery never comes; returns its ID. */
	const submitUnheard = (): string => {
		const { id } = emulator.addSubmission({ formId });
		wanted.push(id);
		return id;
	};
	/** Returns how long it took (milliseconds). */
	const untilRun = async (id: string) => {
		const fromMs = Date.now();
		await waitFor(
			`submission ${wanted.indexOf(id) + 1} of ${wanted.length}`,
			async () => (await rows()).some((row) => row.id === id),
			{ timeoutMs: LONGEST_MS, everyMs: 100 },
		);
		return Date.now() - fromMs;
	};
	/** Someone submits the form, and the service delivers it, if its destination is still there. */
	const submit = async (seed?: { status: 'spam' }, name = 'Ada'): Promise<string> => {
		const { submission, results } = await emulator.submit(formId, { name }, seed);
		if (!seed) wanted.push(submission.id);
		const answered = emulator.destinations(formId).map(({ url }) => ({ url, status: 200 }));
		expect(results).toMatchObject(answered);
		return submission.id;
	};
	const publishAgain = async () => await host.n8n.workflows.publish(workflowId);
	const publishChanged = async () => {
		const options = { columns: ['id', 'status'] };
		await host.n8n.workflows.update(workflowId, make({ ...setup, options }));
		await publishAgain();
	};
	const ownDestination = () => {
		const [destination] = emulator.destinations(formId);
		if (destination === undefined) throw new Error('No destination was registered');
		return destination;
	};
	return {
		workflowId,
		formId,
		/** The workflow's file, for changes. */
		make,
		rows,
		untilRun,
		submit,
		/** Someone submits the form, and the delivery goes to this process of n8n; returns the submission's ID. */
		async submitTo({ url }: Pick<N8nProcess, 'url'>): Promise<string> {
			const destination = ownDestination();
			const submission = emulator.addSubmission({ formId });
			const here = new URL(new URL(destination.url).pathname, url).href;
			const delivery = emulator.buildDelivery(submission, { ...destination, url: here });
			expect((await emulator.deliver(delivery)).status).toBe(200);
			wanted.push(submission.id);
			return submission.id;
		},
		/**
		 * A burst, spam, deliveries that never come, n8n stopped and killed while nothing is on its way, the workflow
		 * published again, and the destination deleted. `isHeardWhileDown`: another process of n8n then receives the
		 * deliveries.
		 */
		async liveThrough(
			main: Pick<N8nProcess, 'start' | 'stop' | 'kill'>,
			{ burst, isHeardWhileDown }: { burst: number; isHeardWhileDown: boolean },
		): Promise<void> {
			const submitWhileDown = async () => (isHeardWhileDown ? await submit() : submitUnheard());
			await submit();
			await Promise.all(Array.from({ length: burst }, async () => await submit()));
			await submit({ status: 'spam' });
			await untilRun(submitUnheard());
			await main.stop();
			const whileStopped = await submitWhileDown();
			await main.start();
			await untilRun(whileStopped);
			await untilRun(await submit());
			submitUnheard();
			await main.kill();
			const whileKilled = await submitWhileDown();
			await main.start();
			await untilRun(whileKilled);
			await submit();
			await publishAgain();
			await submit();
			await publishChanged();
			await submit();
			for (const { id } of emulator.destinations(formId)) emulator.removeDestination(id);
			await submit();
		},
		/** Delivers spam that differs from a genuine delivery; returns the response's status. */
		async forge(overrides: DeliveryOverrides): Promise<number> {
			const spam = emulator.addSubmission({ formId, status: 'spam' });
			const delivery = emulator.buildDelivery(spam, ownDestination(), overrides);
			return (await emulator.deliver(delivery)).status;
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
