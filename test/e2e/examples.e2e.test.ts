import { EXAMPLES, loadExample, type ExampleName } from '../../sandbox/client/examples';
import type { WorkflowFile } from '../../sandbox/client/n8nClient';
import { startReceiver, type Receiver } from '../../sandbox/host/receiver';
import { waitFor } from '../../sandbox/host/waitFor';
import type { Form } from '../../emulator';
import { startHost, type Host } from './support/host';

const POLLING_NODE = 'Look for submissions';
const DAY_MS = 24 * 60 * 60_000;

describe('The examples on a real n8n', () => {
	let host: Host;
	let receiver: Receiver;
	let form: Form;

	beforeAll(async () => {
		host = await startHost({});
		receiver = await startReceiver();
	}, 300_000);

	beforeEach(() => {
		form = host.emulator.addForm({ name: 'Contact' });
		receiver.received.length = 0;
		receiver.failNext(0);
	});

	afterAll(async () => {
		await receiver?.stop();
		await host?.stop();
	}, 60_000);

	const load = (example: ExampleName, parameters = {}) =>
		loadExample(example, { credential: host.credential, formId: form.id, parameters });

	const create = async (file: WorkflowFile) => (await host.n8n.workflows.create(file)).id;

	/** Those of a node that tries again do so at once. */
	const impatient = (file: WorkflowFile): WorkflowFile => ({
		...file,
		nodes: file.nodes.map((node) => ({ ...node, waitBetweenTries: 1 })),
	});

	const waitForReceived = async (count: number) =>
		await waitFor(`${count} requests at the receiver`, () => {
			return receiver.received.length >= count ? receiver.received : undefined;
		});

	it.each(EXAMPLES)('%s names nothing but nodes, in versions, that n8n has', async (example) => {
		const versions = await host.n8n.parameters.nodeVersions();

		for (const { type, typeVersion } of load(example).nodes) {
			expect({ type, versions: versions.get(type) }).toEqual({
				type,
				versions: expect.arrayContaining([typeVersion]),
			});
		}
	});

	it('new-submission-to-crm makes one contact of a submission, also where the CRM is away for a moment', async () => {
		const file = load('new-submission-to-crm', { 'Create the contact': { url: receiver.url } });
		const id = await create(impatient(file));
		await host.n8n.workflows.publish(id);
		receiver.failNext(2);

		const data = { name: 'Visitor', email: 'visitor@example.com', message: 'Hello' };
		const { submission } = await host.emulator.submit(form.id, data);
		const [execution] = await host.n8n.executions.waitForCount(id, 1);

		expect(execution?.status).toBe('success');
		expect(receiver.received.map(({ body }) => body)).toEqual([
			{
				name: 'Visitor',
				email: 'visitor@example.com',
				note: 'Hello',
				source: 'Contact',
				receivedAt: submission.meta.submittedAt,
			},
		]);
		expect(receiver.received[0]?.headers['idempotency-key']).toBe(submission.id);
		await host.n8n.workflows.unpublish(id);
	}, 120_000);

	it('tell-me-when-a-workflow-stops sends what the node said', async () => {
		const message = load('tell-me-when-a-workflow-stops', {
			'Send the message': { url: receiver.url },
		});
		const teller = await create(message);
		await host.n8n.workflows.publish(teller);
		const file = load('new-submission-to-crm', {
			'Create the contact': { url: 'http://127.0.0.1:1/' },
		});
		const settings = { ...file.settings, errorWorkflow: teller };
		const id = await create({ ...impatient(file), name: 'Contacts', settings });
		await host.n8n.workflows.publish(id);

		await host.emulator.submit(form.id, { name: 'Visitor' });
		const [sent] = await waitForReceived(1);

		expect(sent?.body.text).toMatch(
			new RegExp(`^The workflow "Contacts" stopped at "Create the contact": .+ http.*${id}.*`, 's'),
		);
		await host.n8n.workflows.unpublish(id);
		await host.n8n.workflows.unpublish(teller);
	}, 120_000);

	it('poll-submissions gives a submission once, also when the trigger gives it again', async () => {
		const earlier = host.emulator.addSubmissions(form.id, 3, { from: Date.now() - 60_000 });
		const startFrom = new Date(Date.now() - 600_000).toISOString();
		const trigger = load('poll-submissions').nodes.find(({ name }) => name === POLLING_NODE);
		const file = load('poll-submissions', {
			[POLLING_NODE]: { ...trigger?.parameters, options: { startFrom } },
		});
		const id = await create(file);
		await host.n8n.workflows.publish(id);
		const [first] = await host.n8n.executions.waitForCount(id, 1);

		// A trigger that was added anew knows nothing of what the one before it gave.
		const nodes = file.nodes.map((node) =>
			node.name === POLLING_NODE ? { ...node, id: `${node.id}-anew` } : node,
		);
		await host.n8n.workflows.update(id, { ...file, nodes });
		await host.n8n.workflows.publish(id);
		const [, second] = await host.n8n.executions.waitForCount(id, 2);

		const ids = earlier.map((submission) => submission.id);
		expect(first?.output('Pick the fields').map(({ submissionId }) => submissionId)).toEqual(ids);
		expect(second?.output(POLLING_NODE).map((row) => row.id)).toEqual(ids);
		expect(second?.output('Pick the fields')).toEqual([]);
		await host.n8n.workflows.unpublish(id);
	}, 120_000);

	it('yesterday-to-data-table keeps one row for each submission of yesterday, however often it runs', async () => {
		const timezone = 'Asia/Tokyo';
		const midnightMs = midnight(timezone, Date.now());
		const add = (createdAtMs: number, name: string) =>
			host.emulator.addSubmission({
				formId: form.id,
				createdAt: new Date(createdAtMs).toISOString(),
				data: { name, email: `${name}@example.com` },
			});
		add(midnightMs - DAY_MS - 1, 'too-early');
		const yesterday = [
			add(midnightMs - DAY_MS, 'first'),
			add(midnightMs - DAY_MS / 2, 'second'),
			add(midnightMs - 1, 'last'),
		];
		add(midnightMs, 'too-late');
		const file = load('yesterday-to-data-table');
		const id = await create({ ...file, settings: { ...file.settings, timezone } });

		const run = async () => await host.n8n.executions.run(id, { trigger: 'Every morning' });
		const executions = [await run(), await run()];

		expect(executions.map(({ error }) => error)).toEqual([undefined, undefined]);
		const [once, twice] = executions.map((execution) =>
			execution.output('Append or update the row'),
		);
		expect(once?.map(({ submissionId, name, message }) => [submissionId, name, message])).toEqual(
			yesterday.map(({ id: submissionId, data }) => [submissionId, data.name, null]),
		);
		// The rows have the ids that n8n gave them the first time.
		expect(twice?.map((row) => row.id)).toEqual(once?.map((row) => row.id));
	}, 120_000);
});

/** The latest midnight of a zone (Unix milliseconds); in Tokyo no clock is ever changed. */
function midnight(timeZone: string, nowMs: number): number {
	const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
	const [hours = 0, minutes = 0, seconds = 0] = format.format(nowMs).split(':').map(Number);
	return nowMs - (nowMs % 1000) - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
