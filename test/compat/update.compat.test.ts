import { ALL } from '../sandbox/install/installations';
import { waitFor } from '../sandbox/host/waitFor';
import { ACTION, actionWorkflow, byId, START, TRIGGER } from '../sandbox/client/workflowFile';
import type { Destination, Form, Submission } from '../emulator';
import { useHost } from '../e2e/support/host';
import { triggerWorkflow } from '../e2e/support/triggerWorkflow';

const HOUR_MS = 3_600_000;

/** One n8n with its data, restarted on its version and then updated from one to the next. */
describe('Workflows saved on the oldest n8n, while it is restarted and updated', () => {
	const host = useHost(() => ({}), ALL[0]);
	let form: Form;
	let earlier: Submission[];
	let registered: Destination[];
	let listening: string;
	let ofAllForms: string;
	let listing: string;
	const received: string[] = [];

	beforeAll(async () => {
		form = host().emulator.addForm({ name: 'Contact' });
		earlier = [3, 1].map((hoursAgo) =>
			host().emulator.addSubmission({
				formId: form.id,
				createdAt: Date.now() - hoursAgo * HOUR_MS,
				data: { message: `${hoursAgo} hours ago` },
			}),
		);
		const { workflows } = host().n8n;
		const setup = { credential: host().credential, formId: form.id };
		listening = (await workflows.create(triggerWorkflow()(setup))).id;
		const startFrom = new Date(Date.now() - 2 * HOUR_MS).toISOString();
		const ofAll = triggerWorkflow()({ credential: host().credential, options: { startFrom } });
		ofAllForms = (await workflows.create(ofAll)).id;
		const listed = actionWorkflow(host().credential, {
			resource: 'submission',
			operation: 'getAll',
			formId: byId(form.id),
			returnAll: true,
			filters: { status: ['new', 'spam'], receivedBefore: new Date().toISOString() },
			options: { order: 'oldestFirst', fields: ['message', 'nowhere'] },
		});
		listing = (await workflows.create(listed)).id;
		await workflows.publish(listening);
		await workflows.publish(ofAllForms);
		registered = host().emulator.destinations(form.id);
	});

	it.each(ALL.map((installation) => ({ installation, n8n: installation.versions.n8n })))(
		'go on at the same destination, and return the same rows, on n8n $n8n',
		async ({ installation, n8n }) => {
			await host().stop();
			await host().start(installation);
			expect(await host().n8n.version()).toBe(n8n);
			expect(registered).toHaveLength(1);
			expect(host().emulator.destinations(form.id)).toEqual(registered);
			const { executions } = host().n8n;
			// n8n is ready before its triggers are; then they refuse what isn't signed.
			await waitFor('the trigger', async () => {
				const { status } = await fetch(registered[0]?.url ?? '', { method: 'POST' });
				return status === 401;
			});

			const { submission, results } = await host().emulator.submit(form.id, { name: 'Ada' });
			received.push(submission.id);
			expect(results.map(({ status }) => status)).toEqual([200]);
			const runs = await executions.waitForCount(listening, received.length);
			expect(runs.map((run) => run.output(TRIGGER)[0]?.id)).toEqual(received);

			const ofAll = await waitFor('those of all forms', async (see) => {
				const runs = await executions.ofWorkflow(ofAllForms);
				const ids = runs.flatMap((run) => run.output(TRIGGER).map((row) => row.id));
				see(ids);
				return ids.length > received.length ? ids : undefined;
			});
			expect([...ofAll].sort()).toEqual([earlier[1]?.id ?? '', ...received].sort());

			const list = await executions.run(listing, { trigger: START });
			expect(list.output(ACTION)).toMatchObject(
				earlier.map(({ id, data }) => ({ id, message: data.message, nowhere: null })),
			);
		},
	);
});
