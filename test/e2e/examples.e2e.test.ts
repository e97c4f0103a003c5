import { EXAMPLES, loadExample, readExample, type ExampleName } from '../sandbox/client/examples';
import type { Execution, WorkflowFile } from '../sandbox/client/n8nClient';
import { startReceiver, type Receiver } from '../sandbox/host/receiver';
import { waitFor } from '../sandbox/host/waitFor';
import { MAIN } from '../sandbox/install/installations';
import type { Form } from '../emulator';
import { startHost, type Host } from './support/host';
import { testedInstallation } from './support/restartableHost';
import { midnight, zoneAtNoon } from './support/zones';

const POLLING_NODE = 'Poll for submissions';
const DAY_MS = 24 * 60 * 60_000;

/** Older versions run nodes that they don't list, and publish workflows that lack a value. */
const onNewest = testedInstallation() === MAIN ? it : it.skip;

describe('The examples in a real n8n', () => {
	let host: Host;
	let receiver: Receiver;
	let form: Form;
	let published: string[];
	/** The versions of each node type. The list takes megabytes, so it is fetched only once. */
	let versions: Map<string, number[]>;

	beforeAll(async () => {
		host = await startHost({});
		versions = await host.n8n.catalog.nodeVersions();
		receiver = await startReceiver();
	});

	beforeEach(() => {
		published = [];
		form = host.emulator.addForm({ name: 'Contact' });
		receiver.received.length = 0;
		receiver.failNext(0);
		receiver.refuse(() => undefined);
	});

	afterEach(async () => {
		for (const id of published) await host.n8n.workflows.unpublish(id);
	});

	afterAll(async () => {
		await receiver?.stop();
		await host?.stop();
	});

	const load = (example: ExampleName, parameters = {}, fields?: string[]) =>
		loadExample(example, {
			credential: host.credential,
			formId: form.id,
			parameters,
			...(fields && { options: { 'Get recent submissions': { fields } } }),
		});

	const create = async (file: WorkflowFile) => (await host.n8n.workflows.create(file)).id;

	/** Makes nodes retry without waiting. */
	const impatient = (file: WorkflowFile): WorkflowFile => ({
		...file,
		nodes: file.nodes.map((node) => ({ ...node, waitBetweenTries: 1 })),
	});

	/** Publishes new-submission-to-crm, of whose failures a chat is told; both are unpublished after the test. */
	async function publishContacts(crmUrl: string): Promise<string> {
		const notifier = await create(
			load('notify-me-when-a-workflow-fails', {
				'Send the message': { url: `${receiver.url}/chat` },
			}),
		);
		const file = load('new-submission-to-crm', { 'Create the contact': { url: crmUrl } });
		const settings = { ...file.settings, errorWorkflow: notifier };
		const id = await create({ ...impatient(file), name: 'Contacts', settings });
		for (const one of [notifier, id]) await host.n8n.workflows.publish(one);
		published.push(notifier, id);
		return id;
	}

	const submit = async (name: string) =>
		await host.emulator.submit(form.id, { name, email: 'visitor@example.com', message: 'Hello' });

	const waitForReceived = async (count: number) =>
		await waitFor(`${count} requests at the receiver`, () => {
			return receiver.received.length >= count ? receiver.received : undefined;
		});

	onNewest.each(EXAMPLES)('%s uses only nodes and node versions that n8n has', (example) => {
		for (const { type, typeVersion } of load(example).nodes) {
			expect({ type, versions: versions.get(type) }).toEqual({
				type,
				versions: expect.arrayContaining([typeVersion]),
			});
		}
	});

	it('new-submission-to-crm creates one contact per submission, even if the CRM is briefly unavailable', async () => {
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
	});

	describe('new-submission-to-crm, with a form of other fields', () => {
		const fields = { 'Full name': 'Ada', 'Visitor\'s "nick"': 'A', größe: 'S', contact: 'ada@x.y' };
		const body = (parameters: Array<{ name: string; value: string }>) => ({
			'Create the contact': { url: receiver.url, bodyParameters: { parameters } },
		});

		async function runWith(parameters: Array<{ name: string; value: string }>) {
			const file = load('new-submission-to-crm', {});
			const node = file.nodes.find(({ name }) => name === 'Create the contact');
			const mapped = { ...node?.parameters, ...body(parameters)['Create the contact'] };
			const id = await create(load('new-submission-to-crm', { 'Create the contact': mapped }));
			await host.n8n.workflows.publish(id);
			published.push(id);
			await host.emulator.submit(form.id, fields);
			const [execution] = await host.n8n.executions.waitForCount(id, 1);
			return execution;
		}

		it('sends nothing before a person has mapped them, and says what to drag', async () => {
			const examples = load('new-submission-to-crm').nodes.find(
				({ name }) => name === 'Create the contact',
			)?.parameters.bodyParameters as { parameters: Array<{ name: string; value: string }> };

			const execution = await runWith(examples.parameters);

			expect(execution?.status).toBe('error');
			expect(execution?.error).toContain(
				'The submission has no field "name", "email", "message", so nothing was sent.',
			);
			expect(execution?.error).toContain('Full name, Visitor\'s "nick", größe, contact');
			expect(execution?.error).toMatch(/ publish the workflow again\. .* see the note\.$/);
			expect(receiver.received).toEqual([]);
		});

		it('sends what was mapped, however it was written', async () => {
			const execution = await runWith([
				{ name: 'extra', value: '={{ $json["Phone number"] ?? "" }}' },
				{ name: 'name', value: '={{ $json["Full name"] }}' },
				{ name: 'mail', value: "={{ $('New submission').item.json.contact.trim() }}" },
				{ name: 'nick', value: '={{ $json["Visitor\'s \\"nick\\""] }}' },
				{ name: 'size', value: '={{ $json.größe }}' },
				{ name: 'phone', value: '={{ $json.phone ?? "" }}' },
				{ name: 'fax', value: "={{ $json.fax ?? '' }}" },
			]);

			expect(execution?.error ?? execution?.status).toBe('success');
			expect(receiver.received.map((request) => request.body)).toEqual([
				{ extra: '', name: 'Ada', mail: 'ada@x.y', nick: 'A', size: 'S', phone: '', fax: '' },
			]);
		});
	});

	it('new-submission-to-crm continues when the CRM refuses a submission, which is reported and can be retried', async () => {
		const id = await publishContacts(receiver.url);
		receiver.refuse(({ name }) => (name === 'Grace' ? 'The email address is taken' : undefined));
		const names = () =>
			receiver.received.map(({ body }) => body.name).filter((name) => name !== undefined);

		for (const name of ['Ada', 'Grace', 'Edsger']) await submit(name);
		const runs = await host.n8n.executions.waitForCount(id, 3);
		const [sent] = await waitFor('the message', () => {
			const messages = receiver.received.filter(({ body }) => typeof body.text === 'string');
			return messages.length > 0 ? messages : undefined;
		});
		const named = names().sort();
		receiver.refuse(() => undefined);
		const failed = runs.find(({ status }) => status === 'error');
		const retried = await host.n8n.executions.retry(failed?.id ?? '');

		expect(named).toEqual(['Ada', 'Edsger']);
		expect(failed?.error).toContain('The email address is taken');
		expect(sent?.body.text).toMatch(/at "Create the contact": .*The email address is taken/s);
		expect(sent?.body.text).toContain(`/executions/${failed?.id}`);
		expect(retried).toBe('success');
		expect(names()).toContain('Grace');
	});

	it('notify-me-when-a-workflow-fails sends the error message of the node', async () => {
		const id = await publishContacts('http://127.0.0.1:1/');

		await submit('Visitor');
		const [sent] = await waitForReceived(1);

		expect(sent?.body.text).toMatch(
			new RegExp(`^The workflow "Contacts" failed at "Create the contact": .+ http.*${id}.*`, 's'),
		);
	});

	it('notify-me-when-a-workflow-fails mentions no one, and links only to the execution', async () => {
		const id = await publishContacts(receiver.url);
		// The CRM repeats what the visitor entered, as many do.
		receiver.refuse(({ name }) =>
			name === undefined ? undefined : `${String(name)} is not valid`,
		);

		const name =
			'@everyone <!channel> **[Reset your password](https://evil.example/login)** www.evil.example';
		await submit(name);
		const [sent] = await waitForReceived(1);

		const [reason = '', link = ''] = String(sent?.body.text).split(/(?=http:\/\/127)/);
		expect(reason).toContain('everyone channel Reset your password');
		expect(reason).not.toMatch(/[@<>*[\]]|:\/\/|\.\w/);
		expect(link).toMatch(new RegExp(`/workflow/${id}/executions/\\d+$`));
	});

	onNewest.each([
		['new-submission-to-crm', 'Create the contact'],
		['every-submission-once', 'Send to the CRM'],
		['notify-me-when-a-workflow-fails', 'Send the message'],
	] as const)(
		'%s is not published before a person has entered where it sends',
		async (example, node) => {
			const id = await create(load(example));

			await expect(host.n8n.workflows.publish(id)).rejects.toThrow(
				`Node "${node}":\n  - Missing or invalid required parameters: url`,
			);
		},
	);

	it('poll-submissions returns each submission once, and a sample every time it is tested', async () => {
		const earlier = host.emulator.addSubmissions(form.id, 3, { from: Date.now() - 60_000 });
		const ids = earlier.map((submission) => submission.id);
		const startFrom = new Date(Date.now() - 600_000).toISOString();
		const trigger = load('poll-submissions').nodes.find(({ name }) => name === POLLING_NODE);
		const file = load('poll-submissions', {
			[POLLING_NODE]: { ...trigger?.parameters, options: { startFrom } },
		});
		const id = await create(file);
		const tryIt = async () => await host.n8n.executions.run(id, { trigger: POLLING_NODE });
		const picked = (execution?: Execution) =>
			execution?.output('Pick the fields').map(({ submissionId }) => submissionId);

		const samples = [await tryIt(), await tryIt()];
		await host.n8n.workflows.publish(id);
		const published = (await host.n8n.executions.waitForCount(id, 3))[2];
		samples.push(await tryIt());

		expect(samples.map(picked)).toEqual([ids.slice(-1), ids.slice(-1), ids.slice(-1)]);
		expect(picked(published)).toEqual(ids);
		await host.n8n.workflows.unpublish(id);
	});

	const tableExample = 'recent-submissions-to-data-table';
	describe(tableExample, () => {
		const timezone = zoneAtNoon(Date.now());
		const WRITE = 'Append or update the row';
		const FIELDS = ['name', 'email', 'message'];
		const add = (createdAtMs: number, name: string) =>
			host.emulator.addSubmission({
				formId: form.id,
				createdAt: new Date(createdAtMs).toISOString(),
				data: { name, email: `${name}@example.com` },
			});

		async function createWorkflow(): Promise<string> {
			const file = load('recent-submissions-to-data-table', {}, FIELDS);
			return await create({ ...file, settings: { ...file.settings, timezone } });
		}

		const run = async (id: string) =>
			await host.n8n.executions.run(id, { trigger: 'Every morning' });

		const tableOf = (id: string) => `Form submissions ${id}`;

		const rowsOf = async (id: string) => await host.n8n.dataTables.rows(tableOf(id));

		it('keeps one row per submission of the last seven days, however often it runs', async () => {
			const midnightMs = midnight(timezone, Date.now());
			add(midnightMs - 7 * DAY_MS - 1, 'too-early');
			const recent = [
				add(midnightMs - 7 * DAY_MS, 'first'),
				add(midnightMs - 1, 'second'),
				add(midnightMs, 'last'),
			];
			const id = await createWorkflow();

			const first = await run(id);
			const once = await rowsOf(id);
			const second = await run(id);
			const twice = await rowsOf(id);

			expect([first.error, second.error]).toEqual([undefined, undefined]);
			expect(once.map(({ submissionId, name, message }) => [submissionId, name, message])).toEqual(
				recent.map(({ id: submissionId, data }) => [submissionId, data.name, null]),
			);
			// The rows keep the IDs that n8n assigned the first time.
			expect(twice.map((row) => row.id)).toEqual(once.map((row) => row.id));
		});

		it('writes the others when a value does not fit its column, and reports which one', async () => {
			const id = await createWorkflow();
			await run(id);
			await host.n8n.dataTables.addColumn(tableOf(id), 'guests', 'number');
			const guests = (value: unknown) =>
				host.emulator.addSubmission({
					formId: form.id,
					createdAt: Date.now() - 60_000,
					data: { guests: value },
				}).id;
			const [first, refused, last] = [guests(1), guests('many @here'), guests(3)];
			const file = load('recent-submissions-to-data-table');
			const columns = withColumn(file, WRITE, 'guests', '={{ $json.guests }}');
			const updated = load('recent-submissions-to-data-table', columns, [...FIELDS, 'guests']);
			await host.n8n.workflows.update(id, updated);

			const { error } = await run(id);
			const rows = await host.n8n.dataTables.rows(tableOf(id));

			expect(error).toContain(
				`1 of 3 submissions could not be written: ${refused}. A value does not`,
			);
			expect(error).not.toContain('many');
			expect(rows.map(({ submissionId, guests: value }) => [submissionId, value])).toEqual([
				[first, 1],
				[last, 3],
			]);
		});

		it('stops with a clear message when someone renames a column, and catches up later', async () => {
			const id = await createWorkflow();
			add(Date.now() - 120_000, 'Ada');
			await run(id);
			add(Date.now() - 60_000, 'Grace');
			await host.n8n.dataTables.renameColumn(tableOf(id), 'email', 'mail');

			const { error } = await run(id);
			await host.n8n.dataTables.renameColumn(tableOf(id), 'mail', 'email');
			const healed = await run(id);

			expect(error).toContain('2 of 2 submissions could not be written');
			expect(error).toContain('The table no longer has a column "email"');
			expect(healed.error).toBeUndefined();
			expect((await rowsOf(id)).map(({ name, email }) => [name, email])).toEqual([
				['Ada', 'Ada@example.com'],
				['Grace', 'Grace@example.com'],
			]);
		});

		it('writes nothing while a column uses a field that the form lacks, and says which', async () => {
			host.emulator.addSubmission({ formId: form.id, data: { 'Full name': 'Ada' } });
			const id = await create(load('recent-submissions-to-data-table', {}, ['Full name']));

			const { error } = await run(id);

			expect(error).toContain('has no field "name", "email", "message", so nothing was written');
			expect(error).toContain("The submission's fields: Full name.");
			expect(await rowsOf(id)).toEqual([]);
		});

		it('recreates a deleted table with the last seven days', async () => {
			const id = await createWorkflow();
			add(Date.now() - 60_000, 'Ada');
			await run(id);
			await host.n8n.dataTables.remove(tableOf(id));

			const { error } = await run(id);

			expect(error).toBeUndefined();
			expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['Ada']);
		});

		it('writes to its own table, whatever other tables are called', async () => {
			await run(await createTable('Form submissions'));
			await run(await createTable('Old Form submissions'));
			add(Date.now() - 60_000, 'only');
			const id = await createWorkflow();

			const { error, output } = await run(id);

			expect(error).toBeUndefined();
			expect(output('Create the table once')[0]?.name).toBe(tableOf(id));
			expect((await rowsOf(id)).map(({ name }) => name)).toEqual(['only']);
		});

		/** A workflow that creates a table with another name, started by the same trigger. */
		async function createTable(tableName: string): Promise<string> {
			const [trigger, make] = ['Every morning', 'Create the table once'];
			const file = load('recent-submissions-to-data-table', { [make]: { tableName } });
			return await create({
				...file,
				nodes: file.nodes.filter(({ name }) => [trigger, make].includes(name)),
				connections: { [trigger]: { main: [[{ node: make, type: 'main', index: 0 }]] } },
			});
		}
	});

	it.each(EXAMPLES)('%s contains no webhook ID, so that it can be imported twice', (example) => {
		const { nodes } = readExample(example);

		expect(nodes.filter((node) => 'webhookId' in node)).toEqual([]);
	});

	it('new-submission can be imported and published twice', async () => {
		const [one, two] = [await create(load('new-submission')), await create(load('new-submission'))];

		await host.n8n.workflows.publish(one);
		await host.n8n.workflows.publish(two);
		const { results } = await host.emulator.submit(form.id, { name: 'Visitor' });

		expect(results.map(({ status }) => status)).toEqual([200, 200]);
		await host.n8n.workflows.unpublish(one);
		await host.n8n.workflows.unpublish(two);
	});
});

/** The parameters of a node whose columns a person has added one to. */
function withColumn({ nodes }: WorkflowFile, nodeName: string, column: string, value: string) {
	const { columns } = nodes.find(({ name }) => name === nodeName)?.parameters ?? {};
	const mapping = columns as { value: Record<string, unknown> };
	return { [nodeName]: { columns: { ...mapping, value: { ...mapping.value, [column]: value } } } };
}
