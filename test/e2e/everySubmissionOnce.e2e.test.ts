import { loadExample } from '../sandbox/client/examples';
import type { Execution, WorkflowFile } from '../sandbox/client/n8nClient';
import { startReceiver, type Receiver } from '../sandbox/host/receiver';
import { waitFor } from '../sandbox/host/waitFor';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';
import { everySeconds, type Interval } from './support/schedule';

/** Twelve seconds (in minutes): on any machine longer than it takes to send one submission. */
const A_MOMENT = 0.2;
const DAY_MS = 24 * 60 * 60_000;
/** What a visitor may enter as a name. */
const MENTION = '@everyone <!channel> **[Reset your password](https://evil.example)**';

describe('The example that sends every submission to the CRM once, in a real n8n', () => {
	let host: RestartableHost;
	let crm: Crm;
	let formId: string;
	let published: string[];

	beforeAll(async () => {
		host = await createRestartableHost({});
	});

	beforeEach(async () => {
		crm = await startCrm();
		formId = host.emulator.addForm({ name: 'Contact' }).id;
		published = [];
	});

	afterEach(async () => {
		for (const id of published) await host.n8n().workflows.unpublish(id);
		await crm.stop();
	});

	afterAll(async () => {
		await host?.end();
	});

	/** Shortens its 15-minute and hourly intervals to a few seconds. */
	type Pace = {
		seconds?: Interval;
		reportSeconds?: Interval;
		timeoutSeconds?: number;
		errorWorkflow?: string;
	};

	const publish = async (pace: Pace = {}) => await publishFile(exampleFile(pace));

	function exampleFile(pace: Pace): WorkflowFile {
		const { seconds = 3, reportSeconds = seconds, timeoutSeconds, errorWorkflow } = pace;
		const file = loadExample('every-submission-once', {
			credential: host.credential,
			formId,
			values: { Settings: { minutes: A_MOMENT } },
			parameters: {
				'Every 15 minutes': everySeconds(seconds),
				'Every hour': everySeconds(reportSeconds),
				'Send to the CRM': { url: crm.url },
			},
		});
		const settings = {
			...file.settings,
			...(timeoutSeconds && { executionTimeout: timeoutSeconds }),
			...(errorWorkflow && { errorWorkflow }),
		};
		return { ...file, settings };
	}

	async function publishFile(file: WorkflowFile): Promise<string> {
		const { id } = await host.n8n().workflows.create(file);
		await host.n8n().workflows.publish(id);
		published.push(id);
		return id;
	}

	const visitor = (name: string) => ({ name, email: `${name}@example.com`, message: 'Hello' });

	const submit = async (name: string) =>
		(await host.emulator.submit(formId, visitor(name))).submission.id;

	/** Adds submissions that were received a while ago and never delivered. */
	const receive = (count: number) =>
		host.emulator
			.addSubmissions(formId, count, {
				from: Date.now() - 3_600_000,
				data: (index) => visitor(`visitor-${index}`),
			})
			.map(({ id }) => id);

	const waitForContacts = async (ids: string[]) =>
		await waitFor(`${ids.length} contacts`, (see) => {
			see(`${crm.contacts.size} contacts of ${crm.requests.length} requests`);
			return ids.every((id) => crm.contacts.has(id)) ? true : undefined;
		});

	/** Waits for a new run that matches, however many other runs come first. */
	async function waitForRun(
		workflowId: string,
		what: string,
		isIt: (run: Execution) => boolean,
	): Promise<Execution> {
		const ofWorkflow = async () => await host.n8n().executions.ofWorkflow(workflowId);
		const before = new Set((await ofWorkflow()).map(({ id }) => id));
		return await waitFor(
			what,
			async (see) => {
				const more = (await ofWorkflow()).filter(({ id }) => !before.has(id));
				see(`${more.length} more runs`);
				return more.find(isIt);
			},
			{ everyMs: 500 },
		);
	}

	/** What the data table says about a submission. */
	async function recordOf(workflowId: string, submissionId: string) {
		const rows = await host.n8n().dataTables.rows(`Sent to the CRM ${workflowId}`);
		return rows.find((row) => row.submissionId === submissionId);
	}

	/** Waits for a scheduled run that has seen these submissions. */
	const waitForLook = async (workflowId: string, ids: string[]) =>
		await waitForRun(workflowId, 'a run on schedule that saw them', (run) => {
			const seen = run.output('Get recent submissions').map(({ id }) => id);
			return ids.every((id) => seen.includes(id));
		});

	it('sends a submission once, as soon as it is delivered', async () => {
		const workflowId = await publish();

		const id = await submit('visitor');
		await waitForContacts([id]);
		await waitForLook(workflowId, [id]);

		expect(crm.requests).toEqual([
			{
				key: id,
				body: expect.objectContaining({
					name: 'visitor',
					email: 'visitor@example.com',
					note: 'Hello',
				}),
			},
		]);
	});

	it('sends the very first submissions, though they arrive at once', async () => {
		const workflowId = await publish({ seconds: 'never' });

		const names = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances'];
		const ids = await Promise.all(names.map(async (name) => await submit(name)));
		const runs = await host.n8n().executions.waitForCount(workflowId, names.length);

		expect(runs.map(({ error, status }) => error ?? status)).toEqual(names.map(() => 'success'));
		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('counts nothing as sent when the node that sends it does not run at all', async () => {
		const [id = ''] = receive(1);
		const nowhere = { host: '127.0.0.1', port: 1, database: 'crm', user: 'crm', password: '' };
		const account = await host.n8n().credentials.create('postgres', 'A database', nowhere);
		const file = exampleFile({});
		const asDatabase = {
			type: 'n8n-nodes-base.postgres',
			typeVersion: 2.5,
			parameters: {
				resource: 'database',
				operation: 'executeQuery',
				query: 'select 1',
				options: {},
			},
			credentials: { postgres: { id: account.id, name: account.name } },
		};
		const workflowId = await publishFile({
			...file,
			nodes: file.nodes.map((node) =>
				node.name === 'Send to the CRM' ? { ...node, ...asDatabase } : node,
			),
		});
		const state = await waitFor('the outcome of an attempt', async (see) => {
			const record = await recordOf(workflowId, id).catch(() => undefined);
			see(record);
			return record?.state === 'sent' || record?.state === 'failed' ? record.state : undefined;
		});

		expect(state).toBe('failed');
		await host.n8n().workflows.update(workflowId, file);
		await host.n8n().workflows.publish(workflowId);
		await waitForContacts([id]);
	});

	it('sends submissions that arrived while the CRM was down once it is back', async () => {
		await publish();
		crm.answerWith(() => ({ status: 503, body: { message: 'Down for maintenance' } }));

		const ids = [await submit('one'), await submit('two'), ...receive(20)];
		await waitFor('the CRM to have been asked', () =>
			crm.requests.length > 25 ? true : undefined,
		);
		expect(crm.contacts.size).toBe(0);
		crm.answerWith(() => 'take');
		await waitForContacts(ids);

		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('sends submissions that arrived while n8n was down once it is back', async () => {
		const workflowId = await publish();

		await host.stop();
		const ids = receive(20);
		await host.start();
		await waitForContacts(ids);
		await waitForLook(workflowId, ids);

		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('repeats at most the submission in progress after n8n is killed', async () => {
		const ids = receive(10);
		const inTheMiddle = ids[5] ?? '';
		crm.answerWith(({ key }) => (key === inTheMiddle ? 'takeAndHang' : 'take'));
		// One run at a time: a second run would have another submission in progress. The first is cut off
		// long before, as there are few.
		const workflowId = await publish({ seconds: 15 });

		await waitFor('the middle', () => (crm.contacts.has(inTheMiddle) ? true : undefined));
		await host.kill();
		crm.answerWith(() => 'take');
		await host.start();
		await waitForContacts(ids);
		await waitFor('the one under way to come again', () =>
			crm.taken.filter((key) => key === inTheMiddle).length > 1 ? true : undefined,
		);
		await waitForLook(workflowId, ids);

		expect([...crm.taken].sort()).toEqual([...ids, inTheMiddle].sort());
	});

	it('continues when the CRM refuses a submission, and reports it once', async () => {
		const receiver: Receiver = await startReceiver();
		try {
			const notifier = await publishFile(
				loadExample('notify-me-when-a-workflow-fails', {
					credential: host.credential,
					parameters: { 'Send the message': { url: receiver.url } },
				}),
			);
			const createdAt = Date.now() - 3_600_000;
			const refused = host.emulator.addSubmission({
				formId,
				createdAt,
				data: { ...visitor('Mallory'), name: MENTION },
			}).id;
			const ids = [...receive(9), refused];
			crm.answerWith(({ key }) =>
				key === refused ? { status: 400, body: { message: `${MENTION} is taken` } } : 'take',
			);
			const workflowId = await publish({ reportSeconds: 10, errorWorkflow: notifier });

			await waitForContacts(ids.filter((id) => id !== refused));
			await waitFor('the message', () => receiver.received[0]);
			for (let look = 0; look < 2; look++) {
				await waitForRun(workflowId, 'one more look', (run) => run.ran('Get unsent submissions'));
			}

			const texts = receiver.received.map(({ body }) => String(body.text));
			expect(texts).toEqual([
				expect.stringContaining(`: 1 submission did not reach the CRM: ${refused} (status 400).`),
			]);
			expect(texts[0]).not.toContain('everyone');
			expect(await recordOf(workflowId, refused)).toMatchObject({
				visitor: `${MENTION}, Mallory@example.com`.slice(0, 50),
				reason: `status 400: ${MENTION} is taken`,
			});
			crm.answerWith(() => 'take');
			await waitForContacts([refused]);
		} finally {
			await receiver.stop();
		}
	});

	it('reports refused submissions by hand as often as asked, without using up the message', async () => {
		const [id = ''] = receive(1);
		crm.answerWith(() => ({ status: 422, body: 'This field is unknown' }));
		const workflowId = await publish({ reportSeconds: 'never' });
		await waitForRun(workflowId, 'a refusal', (run) => run.ran('Mark as failed'));

		const report = async () =>
			(await host.n8n().executions.run(workflowId, { trigger: 'Every hour' })).error;

		expect(await report()).toContain(`${id} (status 422)`);
		expect(await report()).toContain(`${id} (status 422)`);
		expect(await recordOf(workflowId, id)).toMatchObject({
			reason: 'status 422: This field is unknown',
		});
	});

	it.each([301, 302, 303, 307, 308])(
		'counts a redirect with %s as refused: its target would get no submission',
		async (status) => {
			const ids = receive(2);
			crm.answerWith(() => ({ status, headers: { location: '/login' }, body: '' }));
			const workflowId = await publish();

			const told = await waitForRun(workflowId, 'a message', (run) =>
				run.ran('Report what was not sent'),
			);
			crm.answerWith(() => 'take');
			await waitForContacts(ids);

			expect(told.error).toContain(`(status ${status})`);
		},
	);

	it.each([
		['an empty list', '[]'],
		['nothing', ''],
		['a bare text', '"ok"'],
		['JSON that is cut off', '{"ok":'],
	])('sends everything once to a CRM that responds with %s', async (_what, body) => {
		const headers = { 'content-type': 'application/json' };
		crm.answerWith(() => ({ status: 200, headers, body }));
		const ids = receive(5);
		const workflowId = await publish();

		await waitForContacts(ids);
		await waitForLook(workflowId, ids);

		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('sends the others though the response for one never ends', async () => {
		const ids = receive(8);
		const endless = ids[0] ?? '';
		crm.answerWith(({ key }) => (key === endless ? 'trickle' : 'take'));
		// Long enough to send all others, so that none is cut off after it was sent.
		await publish({ seconds: 12, timeoutSeconds: 10 });

		await waitForContacts(ids.slice(1));
		crm.answerWith(() => 'take');
		await waitForContacts(ids);

		expect([...crm.taken].sort()).toEqual([...ids].sort());
	});

	it('reports briefly what the CRM answered with a whole page', async () => {
		const body = '<p>Bad gateway</p>'.repeat(1_000);
		crm.answerWith(() => ({ status: 503, headers: { 'content-type': 'text/html' }, body }));
		const createdAt = Date.now() - DAY_MS - 60_000;
		for (let count = 0; count < 12; count++)
			host.emulator.addSubmission({ formId, createdAt, data: visitor('Ada') });
		const workflowId = await publish({ reportSeconds: 'never' });

		const told = await waitFor('a message about all of them', async () => {
			const report = await host.n8n().executions.run(workflowId, { trigger: 'Every hour' });
			return report.error?.startsWith('12 submissions') ? report.error : undefined;
		});

		expect(told.length).toBeLessThan(1_900);
	});

	it('reports a submission only after it has failed for a day', async () => {
		crm.answerWith(() => ({ status: 503, body: { message: 'Down for maintenance' } }));
		const add = (ageMs: number) =>
			host.emulator.addSubmission({
				formId,
				createdAt: Date.now() - ageMs,
				data: visitor('Ada'),
			}).id;
		const [old, young] = [add(DAY_MS + 60_000), add(DAY_MS - 600_000)];
		const workflowId = await publish();

		const told = await waitForRun(workflowId, 'a message', (run) =>
			run.ran('Report what was not sent'),
		);

		expect(told.error).toContain(`${old} (`);
		expect(told.error).not.toContain(young);
	});

	describe('when a submission lacks a field that the CRM gets', () => {
		const lacking = async () =>
			(await host.emulator.submit(formId, { 'Full name': 'Ada', email: 'ada@example.com' }))
				.submission.id;

		it('fails with an error that names the field, and sends it once it is mapped', async () => {
			const workflowId = await publish({ seconds: 'never' });

			const id = await lacking();
			const [run] = await host.n8n().executions.waitForCount(workflowId, 1);

			expect(run?.error).toContain('The submission has no field "name", "message", so it was not');
			expect(run?.error).toContain('Full name, email');
			expect(run?.error).toContain(
				'publish the workflow again. The submission is then sent automatically.',
			);
			expect(crm.requests).toEqual([]);
			expect(await recordOf(workflowId, id)).toMatchObject({
				state: 'field missing',
				visitor: 'Ada, ada@example.com',
				reason: expect.stringMatching(
					/^no field "name", "message": .* publish the workflow again$/,
				),
			});
			const report = await host.n8n().executions.run(workflowId, { trigger: 'Every hour' });
			expect(report.error).toContain(`${id} (no field "name", "message")`);
		});

		it('sends the others, on schedule and without an error', async () => {
			const late = host.emulator.addSubmission({
				formId,
				createdAt: Date.now() - 3_600_000,
				data: { email: 'ada@example.com' },
			}).id;
			const ids = receive(3);
			const workflowId = await publish();

			await waitForContacts(ids);
			const run = await waitForRun(workflowId, 'a run that had it in hand', (one) =>
				one.ran('List missing fields'),
			);

			expect(run.error ?? run.status).toBe('success');
			expect(crm.contacts.has(late)).toBe(false);
		});
	});

	it('sends no spam, and sends quarantined submissions only once they are released', async () => {
		const add = (status: 'spam' | 'quarantined') =>
			host.emulator.submit(formId, visitor(status), { status });
		const workflowId = await publish();

		const spam = (await add('spam')).submission.id;
		const { id } = (await add('quarantined')).submission;
		const sentinel = await submit('sentinel');
		await waitForLook(workflowId, [sentinel]);
		expect([...crm.taken]).toEqual([sentinel]);
		host.emulator.setStatus(id, 'new');
		await waitForContacts([id]);

		expect([...crm.taken]).not.toContain(spam);
	});
});
