import {
	EXAMPLES,
	inCrm,
	loadExample,
	readExample,
	type ExampleName,
	withoutPause,
} from '../sandbox/client/examples';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import { nodeOf, withNode } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { startCrm, type Crm } from '../sandbox/standIns/crm';
import type { Answer, Form } from '../emulator';
import { useHost } from './support/host';
import { HOSTILE, hostilePartOf } from './support/hostileNames';
import { waitForSubmissions } from './support/submissionRuns';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

const DAY_MS = 24 * 60 * 60_000;

describe('The examples in a real n8n', () => {
	const host = useHost();
	let crm: Crm;
	let form: Form;
	let published: string[];
	/** The versions of each node type. The list takes megabytes, so it is fetched only once. */
	let versions: Map<string, number[]>;

	beforeAll(async () => {
		versions = await host().n8n.nodeVersions();
	});

	beforeEach(async () => {
		published = [];
		form = host().emulator.addForm({ name: 'Contact' });
		crm = await startCrm();
	});

	afterEach(async () => {
		for (const id of published) await host().n8n.workflows.unpublish(id);
		await crm.stop();
	});

	const load = (example: ExampleName, parameters = {}, boxes = {}) =>
		loadExample(example, { credential: host().credential, formId: form.id, parameters, boxes });

	const create = async (file: WorkflowFile) => (await host().n8n.workflows.create(file)).id;

	/** The CRM example, with the addresses of its two requests entered. */
	function toCrm(boxes = {}): WorkflowFile {
		return loadExample('new-submission-to-any-crm', {
			credential: host().credential,
			formId: form.id,
			...inCrm(crm.url),
			boxes,
		});
	}

	/** Publishes a workflow of whose failures a chat is told; both are unpublished after the test. */
	async function publishWithNotifier(file: WorkflowFile): Promise<string> {
		const notifier = await create(
			load('notify-me-when-a-workflow-fails', { 'Send the message': { url: crm.url } }),
		);
		const id = await create({ ...file, settings: { ...file.settings, errorWorkflow: notifier } });
		for (const one of [notifier, id]) await host().n8n.workflows.publish(one);
		published.push(notifier, id);
		return id;
	}

	async function publishContacts(): Promise<string> {
		return await publishWithNotifier({ ...withoutPause(toCrm()), name: 'Contacts' });
	}

	/** From now on, the CRM takes everything but this person. */
	const refuse = (name: string, message: string) =>
		crm.answerWith(({ body }) =>
			body.name === name ? { status: 400, body: { message } } : 'take',
		);

	/** Of those that it took; one that arrived twice is listed twice. */
	const names = () =>
		crm.taken.map((key) => crm.contacts.get(key)?.name).filter((name) => name !== undefined);

	/** The first message in the chat. */
	const waitForMessage = async () =>
		await waitFor('the message', () =>
			crm.requests.map(({ body }) => body.text).find((text) => typeof text === 'string'),
		);

	/** Everyone has an address of their own. */
	const submit = async (name: string, seed = {}) => {
		const email = `${name.replace(/\W/g, '')}@example.com`;
		const data = { name, email, message: 'Hello' };
		return (await host().emulator.submit(form.id, data, seed)).submission;
	};

	it.each(EXAMPLES)('%s has only nodes that n8n knows, and can be imported twice', (example) => {
		for (const { type, typeVersion, webhookId } of readExample(example).nodes) {
			expect({ type, webhookId, versions: versions.get(type) }).toEqual({
				type,
				webhookId: undefined,
				versions: expect.arrayContaining([typeVersion]),
			});
		}
	});

	it('new-submission-to-any-crm sends each submission but no spam, even if the CRM is briefly unavailable; one that it refuses is reported, and can be retried', async () => {
		const id = await publishContacts();
		crm.answerWith(() => (crm.requests.length < 3 ? { status: 503, body: {} } : 'take'));

		await submit('Spam', { status: 'spam' });
		const ada = await submit('Ada');
		await waitFor('her contact', () => crm.contacts.get(ada.id));
		refuse('Grace', 'The email address is taken');
		const ids = [ada.id, (await submit('Grace')).id, (await submit('Edsger')).id];
		const runs = await waitForSubmissions(host().n8n, id, ids);
		const message = await waitForMessage();
		const named = names().sort();
		crm.answerWith(() => 'take');
		const failed = runs.find(({ status }) => status === 'error');
		const retried = await host().n8n.executions.retry(failed?.id ?? '');

		expect(crm.contacts.get(ada.id)).toEqual({
			name: 'Ada',
			email: 'Ada@example.com',
			message: 'Hello',
			source: 'Contact',
			receivedAt: ada.meta.submittedAt,
		});
		expect(named).toEqual(['Ada', 'Edsger']);
		expect(failed?.error).toContain('The email address is taken');
		expect(message).toMatch(/at "Report what was not sent": .*The email address is taken/s);
		expect(message).toContain(`/executions/${failed?.id}`);
		expect(retried).toBe('success');
		expect(names()).toContain('Grace');
	});

	it('new-submission-to-any-crm sends nothing without an email address, and sends it once that is corrected and retried', async () => {
		const mail = 'Your "e-mail", please';
		const id = await create(toCrm());
		await host().n8n.workflows.publish(id);
		published.push(id);

		await host().emulator.submit(form.id, { ...HOSTILE, [mail]: 'ada@example.com', email: ' ' });
		const [stopped] = await host().n8n.executions.waitForCount(id, 1);
		const sentBefore = crm.requests.length;
		await host().n8n.workflows.update(id, toCrm({ email: mail, name: 'Tel. no.' }));
		const retried = await host().n8n.executions.retry(stopped?.id ?? '', 'current');

		expect(stopped?.error).toMatch(
			/^1 submission did not reach the CRM∶ sub_\w+, ada@example\.com \(it has no email address; if another field holds one, drag that into Pick the fields\)/,
		);
		expect(sentBefore).toBe(0);
		expect(retried).toBe('success');
		expect(crm.requests.map(({ body }) => body)).toEqual([
			expect.objectContaining({ email: 'ada@example.com', name: '007' }),
		]);
	});

	it('new-submission-to-any-crm, with the polling trigger, sends each submission of a poll once, whatever becomes of the others', async () => {
		const emails = {
			Ada: 'ada@example.com',
			Grace: 'grace@example.com',
			Edsger: '',
			Donald: 'd@x.org',
		};
		for (const [name, email] of Object.entries(emails)) {
			host().emulator.addSubmission({ formId: form.id, data: { name, email } });
		}
		const polling = pollingWorkflow(host().credential, form.id, {
			startFrom: new Date(Date.now() - 600_000).toISOString(),
			pollTimes: EVERY_TEN_SECONDS,
		}).nodes[0];
		const file = withNode(toCrm(), 'New submission', ({ name }) => ({ ...polling, name }));
		const id = await create(withoutPause(file));
		refuse('Grace', 'The email address is taken');

		await host().n8n.workflows.publish(id);
		published.push(id);
		const [run] = await host().n8n.executions.waitForCount(id, 1);
		const named = names();
		crm.answerWith(() => 'take');
		const retried = await host().n8n.executions.retry(run?.id ?? '');
		const again = names().slice(named.length);

		expect(named).toEqual(['Ada', 'Donald']);
		expect(run?.error).toMatch(
			/^2 submissions did not reach the CRM∶ sub_\w+, grace@example\.com \(status 400∶ The email address is taken\); sub_\w+ \(it has no email address/,
		);
		expect([retried, ...again]).toEqual(['error', 'Grace']);
	});

	it('notify-me-when-a-workflow-fails mentions no one, and links only to the execution', async () => {
		const id = await publishContacts();
		const name =
			'@everyone <!channel> **[Reset your password](https://evil.example/login)** www.evil.example';
		// The CRM repeats what the visitor entered, as many do.
		refuse(name, `${name} is not valid`);

		await submit(name);

		const [reason = '', link = ''] = String(await waitForMessage()).split(/(?=http:\/\/127)/);
		expect(reason).toContain('everyone channel Reset your password');
		expect(reason).not.toMatch(/[@<>*_`~|[\]]|:\/\/|\.\w/);
		expect(reason).toMatch(/ sub \w+, /);
		expect(link).toMatch(new RegExp(`/workflow/${id}/executions/\\d+$`));
	});

	it('notify-me-when-a-workflow-fails says in whole sentences why a trigger fails', async () => {
		const pollTimes = EVERY_TEN_SECONDS;
		const polling = pollingWorkflow(host().credential, form.id, { pollTimes });
		await publishWithNotifier({ ...polling, name: 'Polling' });
		const down: Answer = { kind: 'response', status: 503, headers: {}, body: '' };

		host().emulator.onAnswer(() => down);
		const message = await waitForMessage();
		host().emulator.onAnswer(undefined);

		const address = host().baseUrl.replace('http://', '');
		expect(message).toMatch(
			/^The workflow "Polling" failed at "Form Submissions Polling Trigger", form "frm \w+": /,
		);
		expect(message).toContain('The service is unavailable (status 503). If it keeps');
		expect(message).toContain('what came meanwhile runs by itself afterward.');
		expect(message).toContain(address);
		expect(message).not.toMatch(/\.\.|http: /);
	});

	it.each([
		['new-submission-to-any-crm', 'Look up the contact'],
		['every-submission-once', 'Send to the CRM'],
		['notify-me-when-a-workflow-fails', 'Send the message'],
	] as const)(
		'%s is not published before a person has entered where it sends',
		async (example, node) => {
			const id = await create(load(example));

			await expect(host().n8n.workflows.publish(id)).rejects.toThrow(
				`Node "${node}":\n  - Missing or invalid required parameters`,
			);
		},
	);

	describe('recent-submissions-to-data-table', () => {
		const WRITE = 'Append or update the row';
		const add = (data: Record<string, unknown>, ageMs = 3_600_000) =>
			host().emulator.addSubmission({ formId: form.id, createdAt: Date.now() - ageMs, data });

		/** A person has mapped two fields, one with a dot in its name. */
		function mapped(more: Record<string, string> = {}): WorkflowFile {
			const { columns } = nodeOf(load('recent-submissions-to-data-table'), WRITE).parameters;
			const { value, ...rest } = columns as { value: Record<string, unknown> };
			const own = {
				name: '={{ $json.name }}',
				email: '={{ $json["Q1. Why?"] }}',
			};
			const chosen = { columns: { ...rest, value: { ...value, ...own, ...more } } };
			const file = load('recent-submissions-to-data-table', {
				[WRITE]: {
					...nodeOf(load('recent-submissions-to-data-table'), WRITE).parameters,
					...chosen,
				},
			});
			return { ...file, settings: { ...file.settings, timezone: 'Asia/Tokyo' } };
		}

		const run = async (id: string) =>
			await host().n8n.executions.run(id, { trigger: 'Every morning' });

		const tableOf = (id: string) => `Form submissions ${id}`;

		const rowsOf = async (id: string) => await host().n8n.dataTables.rows(tableOf(id));

		it('keeps one row per submission of the last seven days, whatever its fields are called', async () => {
			add({ name: 'too early' }, 7 * DAY_MS + 60_000);
			const recent = [add(HOSTILE, 7 * DAY_MS - 60_000), add({ name: 'Ada' })];
			const id = await create(mapped());

			const runs = [await run(id), await run(id)];
			const rows = await rowsOf(id);

			expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
			expect(rows.map((row) => row.submissionId)).toEqual(recent.map((one) => one.id));
			expect(rows.map(({ name, email }) => [name, email])).toEqual([
				[null, 'Because'],
				['Ada', null],
			]);
			expect(hostilePartOf(JSON.parse(String(rows[0]?.answers)))).toEqual(HOSTILE);
			expect(rows[0]?.submittedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		});

		it('writes the others when a value does not fit its column, and reports which one', async () => {
			const id = await create(mapped());
			await run(id);
			await host().n8n.dataTables.addColumn(tableOf(id), 'guests', 'number');
			const [first, refused, last] = [1, 'many @here', 3].map((guests) => add({ guests }).id);
			await host().n8n.workflows.update(id, mapped({ guests: '={{ $json.guests }}' }));

			const { error } = await run(id);
			const rows = await rowsOf(id);

			expect(error).toMatch(
				new RegExp(`^1 submission could not be written∶ ${refused} \\(.*\\)\\. Usually, a column`),
			);
			expect(error).not.toContain('many');
			expect(rows.map(({ submissionId, guests }) => [submissionId, guests]).sort()).toEqual(
				[
					[first, 1],
					[last, 3],
				].sort(),
			);
		});
	});

	it('new-submission picks fields under their names, and can be imported and published twice', async () => {
		const entered = { Q1: 'Yes', 'Q1. Why?': 'Because', 'topics[]': 'Billing', 'x[20000000]': 'z' };
		const assignments = Object.keys(entered).map((name) => {
			return { id: name, name, type: 'string', value: `={{ $json[${JSON.stringify(name)}] }}` };
		});
		const { parameters } = nodeOf(load('new-submission'), 'Pick the fields');
		const picked = { ...parameters, assignments: { assignments } };
		const file = () => load('new-submission', { 'Pick the fields': picked });
		const ids = [await create(file()), await create(file())];

		for (const id of ids) await host().n8n.workflows.publish(id);
		published.push(...ids);
		const { results } = await host().emulator.submit(form.id, { ...HOSTILE, ...entered });
		const [run] = await host().n8n.executions.waitForCount(ids[0] ?? '', 1);

		expect(results.map(({ status }) => status)).toEqual([200, 200]);
		expect(run?.output('Pick the fields')).toEqual([entered]);
	});
});
