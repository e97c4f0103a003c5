import { waitFor } from '../sandbox/host/waitFor';
import { DURABLE } from './support/durable';
import { PUBLICATION_MODES, withHost, type RestartableHost } from './support/restartableHost';
import { triggerWorkflow } from './support/triggerWorkflow';

const TRIGGER = 'New Submission';

/** The next poll begins within a minute, and may take a minute itself. */
const MANY_POLLS_MS = 300_000;

/** A workflow that the webhook trigger starts in mode None Missed, and its form. */
async function publishComplete(host: RestartableHost) {
	const { emulator, credential, n8n } = host;
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const make = triggerWorkflow();
	const setup = { credential, formId, mode: 'complete' as const };
	const { id } = await n8n().workflows.create(make(setup));
	await n8n().workflows.publish(id);
	const wanted: string[] = [];
	const rows = async () =>
		(await n8n().executions.ofWorkflow(id)).flatMap(({ output }) => output(TRIGGER));
	const lists = () => emulator.requests.filter(({ query }) => query.form_id === formId).length;
	return {
		rows,
		/** Someone submits the form, and the service delivers it. */
		async submit(seed?: { status: 'spam' }): Promise<string> {
			const { submission, results } = await emulator.submit(formId, { name: 'Ada' }, seed);
			if (!seed) wanted.push(submission.id);
			expect(results.map(({ status }) => status)).toEqual([200]);
			return submission.id;
		},
		/** A submission whose delivery never comes. */
		submitUnheard(): void {
			wanted.push(emulator.addSubmission({ formId }).id);
		},
		/** Waits until the next poll has read the list, and waits. */
		async untilPolled() {
			const before = lists();
			await waitFor('a poll', () => (lists() > before ? true : undefined), {
				timeoutMs: MANY_POLLS_MS,
			});
		},
		async untilRun(id: string, timeoutMs = MANY_POLLS_MS) {
			const fromMs = Date.now();
			await waitFor(
				id,
				async () => ((await rows()).some((row) => row.id === id) ? true : undefined),
				{ timeoutMs, everyMs: 100 },
			);
			return Date.now() - fromMs;
		},
		async publishChanged() {
			await n8n().workflows.update(id, make({ ...setup, options: { columns: ['id', 'status'] } }));
			await n8n().workflows.publish(id);
		},
		/** Waits for all that are wanted, and for one more; returns the IDs in the order of submission. */
		async everything() {
			wanted.push(emulator.addSubmission({ formId }).id);
			for (const one of wanted) await this.untilRun(one);
			const places = new Map(wanted.map((one, index) => [one, index]));
			const place = (one: unknown) => places.get(String(one)) ?? -1;
			const ids = (await rows()).map((row) => String(row.id));
			return ids.sort((one, other) => place(one) - place(other));
		},
		wanted,
	};
}

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

				expect(await trigger.everything()).toEqual(trigger.wanted);
			});
		},
	);
});
