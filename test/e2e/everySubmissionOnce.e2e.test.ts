import { loadExample } from '../sandbox/client/examples';
import { withNode } from '../sandbox/client/workflowFile';
import type { Execution, WorkflowFile } from '../sandbox/client/n8nClient';
import { waitFor } from '../sandbox/host/waitFor';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import { useHost } from './support/host';
import { HOSTILE } from './support/hostileNames';

/** Seconds between two runs of a Schedule Trigger. */
type Interval = number | 'never';

/**
 * The parameters of a Schedule Trigger. n8n runs what is set to more than 59 seconds every minute, so
 * "never" is once a year.
 */
const everySeconds = (seconds: Interval) => ({
	rule: {
		interval: [
			seconds === 'never'
				? { field: 'cronExpression', expression: '0 0 1 1 *' }
				: { field: 'seconds', secondsInterval: seconds },
		],
	},
});

describe('The example that sends every submission to the CRM, with retries, in a real n8n', () => {
	const host = useHost();
	let crm: Crm;
	let formId: string;
	let published: string[];

	beforeEach(async () => {
		crm = await startCrm();
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		published = [];
	});

	afterEach(async () => {
		for (const id of published) await host().n8n.workflows.unpublish(id);
		await crm.stop();
	});

	/** The example with its hour shortened to seconds; every run ends before the next one begins. */
	function exampleFile(seconds: Interval, url = crm.url, boxes = {}): WorkflowFile {
		return loadExample('every-submission-once', {
			...{ credential: host().credential, formId, boxes },
			parameters: { 'Every hour': everySeconds(seconds), 'Send to the CRM': { url } },
			edits: { 'Get submissions': { from: 'minutes: 10', to: 'seconds: 5' } },
		});
	}

	/** Takes a run that has written its records for interrupted after seconds. */
	function forgetsSoon(file: WorkflowFile): WorkflowFile {
		const text = JSON.stringify(file).replaceAll(
			'$now.minus({ minutes: 10 })',
			'$now.minus({ seconds: 20 })',
		);
		return JSON.parse(text) as WorkflowFile;
	}

	async function publish(file: WorkflowFile): Promise<string> {
		const { id } = await host().n8n.workflows.create(file);
		await host().n8n.workflows.publish(id);
		published.push(id);
		return id;
	}

	/** Changes how often the hour comes. */
	async function reschedule(workflowId: string, seconds: Interval): Promise<void> {
		const { workflows } = host().n8n;
		const parameters = everySeconds(seconds);
		const draft = withNode(await workflows.read(workflowId), 'Every hour', () => ({ parameters }));
		await workflows.update(workflowId, draft);
		await workflows.publish(workflowId);
	}

	const visitor = (name: string) => ({ ...HOSTILE, name, email: `${name}@example.com` });

	const submit = async (name: string) =>
		(await host().emulator.submit(formId, visitor(name))).submission.id;

	/** Adds submissions that were received a while ago and never delivered. */
	const receive = (count: number) =>
		host()
			.emulator.addSubmissions(formId, count, {
				from: Date.now() - 3_600_000,
				data: (index) => visitor(`visitor-${index}`),
			})
			.map(({ id }) => id);

	const waitForContacts = async (ids: string[]) =>
		await waitFor(`${ids.length} contacts`, (see) => {
			see(`${crm.contacts.size} contacts of ${crm.requests.length} requests`);
			return ids.every((id) => crm.contacts.has(id));
		});

	const runsOf = async (workflowId: string) => await host().n8n.executions.ofWorkflow(workflowId);

	/** Waits for a run that ends from now on and matches. */
	async function waitForRun(
		workflowId: string,
		what: string,
		isIt: (run: Execution) => boolean,
	): Promise<Execution> {
		const before = new Set((await runsOf(workflowId)).map(({ id }) => id));
		return await waitFor(
			what,
			async (see) => {
				const more = (await runsOf(workflowId)).filter(({ id }) => !before.has(id));
				see(`${more.length} more runs`);
				return more.find(isIt);
			},
			{ everyMs: 500 },
		);
	}

	/** Waits for a scheduled run that has seen these submissions. */
	const waitForLook = async (workflowId: string, ids: string[]) =>
		await waitForRun(workflowId, 'a run on schedule that saw them', (run) => {
			const seen = run.output('Get submissions').map(({ id }) => id);
			return run.ran('Every hour') && ids.every((id) => seen.includes(id));
		});

	const tableOf = (workflowId: string) => `Sent to the CRM ${workflowId}`;

	/** What the data table says about a submission. */
	async function recordsOf(workflowId: string, submissionId: string) {
		const rows = await host().n8n.dataTables.rows(tableOf(workflowId));
		return rows.filter((row) => row.submissionId === submissionId).map(({ state }) => state);
	}

	it('sends a submission once, as soon as it is delivered, whatever its fields are called', async () => {
		const workflowId = await publish(exampleFile('never'));

		const id = await submit('Ada');
		await waitForContacts([id]);
		await reschedule(workflowId, 10);
		const look = await waitForLook(workflowId, [id]);

		expect(crm.taken).toEqual([id]);
		const contact = { name: 'Ada', email: 'Ada@example.com', source: 'Contact' };
		expect(crm.contacts.get(id)).toMatchObject(contact);
		expect(look.error ?? look.status).toBe('success');
	});

	it('sends what arrived while the CRM was down once it is back; until then, its runs are red', async () => {
		const workflowId = await publish(exampleFile('never'));
		crm.answerWith(() => ({ status: 503, body: { message: 'Down for maintenance' } }));

		const delivered = await submit('Ada');
		const ids = [delivered, ...receive(4)];
		const [first] = await host().n8n.executions.waitForCount(workflowId, 1);
		await reschedule(workflowId, 15);
		await waitForRun(workflowId, 'a red run on schedule', (run) => run.error !== undefined);
		expect(crm.contacts.size).toBe(0);
		crm.answerWith(() => 'take');
		await waitForContacts(ids);

		expect(first?.error).toContain(
			`1 submission did not reach the CRM∶ ${delivered}, Ada@example.com (`,
		);
		expect(first?.error).toContain('Down for maintenance');
		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('says which one was not sent even if nothing answers at the address of the CRM', async () => {
		const [id] = receive(1);
		const workflowId = await publish(exampleFile(15, 'http://127.0.0.1:1/'));

		const { error } = await waitForRun(workflowId, 'a red run', (run) => run.error !== undefined);

		expect(error).toContain(
			`1 submission did not reach the CRM∶ ${id}, visitor-0@example.com (no answer∶ no connection 127.0.0.1∶1`,
		);
	});

	it('repeats at most those in progress after n8n is killed, with the same keys', async () => {
		const ids = receive(14);
		const inTheMiddle = ids[3] ?? '';
		crm.answerWith(({ key }) => (key === inTheMiddle ? 'takeAndHang' : 'take'));
		const workflowId = await publish(forgetsSoon(exampleFile(20)));

		await waitFor('the middle', () => crm.contacts.has(inTheMiddle));
		await waitFor('the others beside it', () => crm.taken.length === 10 || crm.taken.length === 14);
		const before = [...crm.taken];
		await host().kill();
		crm.answerWith(() => 'take');
		await host().start();
		await waitForContacts(ids);
		await waitForLook(workflowId, ids);

		const repeated = crm.taken.filter((key, index) => crm.taken.indexOf(key) !== index);
		expect(new Set(repeated).size).toBe(repeated.length);
		expect(repeated.length).toBeLessThanOrEqual(10);
		expect(before).toEqual(expect.arrayContaining(repeated));
	});

	it('lets only one of several runs at one moment send a submission', async () => {
		const workflowId = await publish(exampleFile('never'));
		const ids = receive(15);

		const runs = [1, 2, 3].map(
			async () => await host().n8n.executions.run(workflowId, { trigger: 'Every hour' }),
		);
		const statuses = (await Promise.all(runs)).map(({ status }) => status);

		expect(statuses).toEqual(['success', 'success', 'success']);
		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('does not send again what the CRM refuses, until a person deletes its row', async () => {
		const [refused = '', moved = '', ...others] = receive(5);
		crm.answerWith(({ key }) => {
			if (key === refused) return { status: 422, body: { message: 'This field is unknown' } };
			if (key === moved) {
				return { status: 301, headers: { location: 'https://example.com/new' }, body: '' };
			}
			return 'take';
		});
		const workflowId = await publish(exampleFile(10));

		const { error } = await waitForRun(workflowId, 'a red run', (run) => run.error !== undefined);
		const { status } = await waitForLook(workflowId, [refused]);
		const requestsBefore = crm.requests.length;
		crm.answerWith(() => 'take');
		await host().n8n.dataTables.deleteRows(tableOf(workflowId), 'submissionId', refused);
		await waitForContacts([refused]);

		expect(error).toMatch(/^2 submissions did not reach the CRM∶ /);
		expect(error).toContain(
			`${refused}, visitor-0@example.com (status 422∶ This field is unknown)`,
		);
		expect(error).toContain(`${moved}, visitor-1@example.com (status 301∶ the address has moved`);
		expect([status, requestsBefore]).toEqual(['success', 5]);
		expect([...crm.taken].sort()).toEqual([refused, ...others].sort());
	});

	it('counts what the CRM has already as sent', async () => {
		const [known = '', other = ''] = receive(2);
		crm.answerWith(({ key }) =>
			key === known ? { status: 409, body: { message: 'The contact exists' } } : 'take',
		);
		const workflowId = await publish(exampleFile(10));

		await waitForContacts([other]);
		await waitForLook(workflowId, [known]);
		await waitForLook(workflowId, [known]);

		expect((await runsOf(workflowId)).map(({ status }) => status)).not.toContain('error');
		expect(crm.requests.map(({ key }) => key).sort()).toEqual([known, other].sort());
		expect(await recordsOf(workflowId, known)).toEqual(['done']);
	});

	it('skips a submission without an address after one red run, and sends it once another field has the address and its row is deleted', async () => {
		const [sent = ''] = receive(1);
		const createdAt = Date.now() - 3_000_000;
		const [elsewhere = '', nowhere = ''] = [
			{ mail: 'ada@example.com', name: 'Ada' },
			{ email: ' ' },
		].map((data) => host().emulator.addSubmission({ formId, createdAt, data }).id);
		const workflowId = await publish(exampleFile(10));

		const { error } = await waitForRun(workflowId, 'a red run', (run) => run.error !== undefined);
		const { status: next } = await waitForLook(workflowId, [sent]);
		await host().n8n.workflows.update(workflowId, exampleFile(10, crm.url, { email: 'mail' }));
		await host().n8n.workflows.publish(workflowId);
		await host().n8n.dataTables.deleteRows(tableOf(workflowId), 'submissionId', elsewhere);
		await waitForContacts([elsewhere]);

		expect(error).toMatch(/^2 submissions did not reach the CRM∶ /);
		expect(error).toContain(`${elsewhere}, ada@example.com (it has no email address; `);
		expect(error).toContain(`${nowhere} (it has no email address; `);
		expect(next).toBe('success');
		expect(crm.taken).toEqual([sent, elsewhere]);
		expect(await recordsOf(workflowId, nowhere)).toEqual(['done']);
	});

	it('counts nothing as sent when the node that sends it does not run at all', async () => {
		const [id = ''] = receive(1);
		const nowhere = { host: '127.0.0.1', port: 1, database: 'crm', user: 'crm', password: '' };
		const account = await host().n8n.credentials.create('postgres', 'A database', nowhere);
		const asDatabase = {
			type: 'n8n-nodes-base.postgres',
			typeVersion: 2.5,
			parameters: { resource: 'database', operation: 'executeQuery', query: 'select 1' },
			credentials: { postgres: { id: account.id, name: account.name } },
		};
		const file = withNode(exampleFile(10), 'Send to the CRM', () => asDatabase);
		const workflowId = await publish(file);

		const { error } = await waitForRun(workflowId, 'a red run', (run) => run.error !== undefined);

		expect(error).toContain(id);
		expect(await recordsOf(workflowId, id)).toEqual([]);
	});

	it.each([
		['an empty list', '[]'],
		['nothing', ''],
		['JSON that is cut off', '{"ok":'],
	])('sends everything once to a CRM that responds with %s', async (_what, body) => {
		const headers = { 'content-type': 'application/json' };
		crm.answerWith(() => ({ status: 200, headers, body }));
		const ids = receive(3);
		const workflowId = await publish(exampleFile(10));

		await waitForContacts(ids);
		await waitForLook(workflowId, ids);

		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('sends no spam, and sends quarantined submissions only once they are released', async () => {
		const add = async (status: 'spam' | 'quarantined') =>
			(await host().emulator.submit(formId, visitor(status), { status })).submission.id;
		const workflowId = await publish(exampleFile('never'));

		const spam = await add('spam');
		const quarantined = await add('quarantined');
		const sentinel = await submit('sentinel');
		await waitForContacts([sentinel]);
		await reschedule(workflowId, 10);
		await waitForLook(workflowId, [sentinel]);
		expect(crm.taken).toEqual([sentinel]);
		host().emulator.setStatus(quarantined, 'new');
		await waitForContacts([quarantined]);

		expect(crm.taken).not.toContain(spam);
	});
});
