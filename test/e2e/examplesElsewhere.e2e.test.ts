import { loadExample } from '../sandbox/client/examples';
import type { CredentialRef, Execution } from '../sandbox/client/n8nClient';
import { makeServiceAccount } from '../sandbox/standIns/googleAccount';
import { createGoogleSheets } from '../sandbox/standIns/googleSheets';
import { createGoogleDrive } from '../sandbox/standIns/googleDrive';
import { createHubspot } from '../sandbox/standIns/hubspot';
import { startInternet, type Internet } from '../sandbox/standIns/internet';
import type { Grid } from '../sandbox/standIns/sheetCells';
import type { Form } from '../emulator';
import { startFileHost, type FileHost } from './support/fileHost';
import { startHost, type Host } from './support/host';
import { CHOSEN, HOSTILE } from './support/hostileNames';

const DAY_MS = 24 * 60 * 60_000;
const WRITE = 'Append or update the rows';
const FIELDS = ['name', 'email', 'message', 'code'];
/** n8n's node takes a column of this name for its own. */
const OTHER_FIELDS = Object.fromEntries(
	Object.entries(CHOSEN).filter(([name]) => name !== 'row_number'),
);

describe('The examples that write to third-party services, in a real n8n', () => {
	const google = createGoogleSheets();
	const drive = createGoogleDrive();
	const hubspot = createHubspot();
	let internet: Internet;
	let host: Host;
	let form: Form;

	beforeAll(async () => {
		internet = await startInternet({ ...google.sites, ...drive.sites, ...hubspot.sites });
		host = await startHost(internet.env);
	});

	beforeEach(() => {
		form = host.emulator.addForm({ name: 'Contact' });
	});

	afterAll(async () => {
		await host?.stop();
		await internet?.stop();
	});

	const add = (data: Record<string, unknown>, ageMs = 3_600_000) =>
		host.emulator.addSubmission({ formId: form.id, data, createdAt: Date.now() - ageMs });

	describe('recent-submissions-to-google-sheets', () => {
		let account: CredentialRef;
		let grid: Grid;
		let documentId: string;

		beforeAll(async () => {
			const data = makeServiceAccount();
			account = await host.n8n.credentials.create('googleApi', 'Google', data);
		});

		beforeEach(() => {
			documentId = google.addDocument('Submissions');
			grid = google.cells(documentId, 'Submissions');
		});

		type Changes = { sheet?: string };

		/** The example as set up by a person, who chooses a sheet, and which fields get a column. */
		function load({ sheet = 'gid=0' }: Changes) {
			const { credential } = host;
			const authentication = 'serviceAccount';
			return loadExample('recent-submissions-to-google-sheets', {
				credential,
				formId: form.id,
				credentials: { 'Read the sheet': account, [WRITE]: account },
				options: {
					'Get recent submissions': { fields: [...FIELDS, ...Object.keys(OTHER_FIELDS)] },
				},
				parameters: {
					'Read the sheet': {
						authentication,
						documentId: { __rl: true, mode: 'list', value: documentId },
						sheetName: { __rl: true, mode: 'list', value: sheet },
					},
					[WRITE]: { authentication },
				},
			});
		}

		async function run(changes: Changes = {}): Promise<Execution> {
			const file = load(changes);
			const impatient = file.nodes.map((node) => ({ ...node, waitBetweenTries: 1 }));
			const { id } = await host.n8n.workflows.create({ ...file, nodes: impatient });
			return await host.n8n.executions.run(id, { trigger: 'Every morning' });
		}

		/** The cells of the named columns, row by row, without the header. */
		const columns = (...names: string[]): Grid =>
			grid.slice(1).map((row) => names.map((name) => row[header().indexOf(name)] ?? ''));
		const header = () => (grid[0] ?? []).map(String);

		it('writes whatever a visitor entered as text, under the names that the fields have', async () => {
			const entered = [
				{ name: '=IMPORTXML("https://example.com","//a")', message: '+1 555', code: '007' },
				{ name: '@SUM(A1)', message: '1/2', code: '1e3' },
			];
			entered.forEach((data) => add({ ...HOSTILE, ...data }));

			const runs = [await run(), await run()];

			expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
			expect(columns('name', 'message', 'code')).toEqual(
				entered.map(({ name, message, code }) => [name, message, code]),
			);
			const names = Object.keys(OTHER_FIELDS);
			expect(columns(...names)).toEqual(entered.map(() => Object.values(OTHER_FIELDS)));
			expect(columns('submittedAt').flat()).toEqual(
				entered.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
			);
		});

		it('adds no rows when it runs again, and updates the existing ones', async () => {
			const [first, second] = [add({ name: 'Ada' }), add({ name: 'Grace' })];

			await run();
			const column = header().indexOf('name');
			grid[1]?.splice(column, 1, 'Changed by hand');
			add({ name: 'Edsger' });
			const { error } = await run();

			expect(error).toBeUndefined();
			expect(columns('name')).toEqual([['Ada'], ['Grace'], ['Edsger']]);
			expect(columns('id').slice(0, 2)).toEqual([[first.id], [second.id]]);
		});

		it('catches up on up to seven days on which it did not run', async () => {
			add({ name: 'too old' }, 9 * DAY_MS);
			add({ name: 'missed' }, 6 * DAY_MS);

			await run();

			expect(columns('name')).toEqual([['missed']]);
		});

		it('keeps its columns in place when a submission lacks a field, and leaves other columns alone', async () => {
			add({ name: 'Ada', email: 'ada@example.com', message: 'Hello', code: '1' });
			await run();
			const before = header();
			grid[0]?.push('Called back');
			grid[1]?.push('yes');

			add({ email: 'only@example.com' });
			const { error } = await run();

			expect(error).toBeUndefined();
			expect(header()).toEqual([...before, 'Called back']);
			expect(before).toEqual(expect.arrayContaining(['id', 'formName', 'submittedAt', ...FIELDS]));
			expect(columns('name', 'email', 'Called back')).toEqual([
				['Ada', 'ada@example.com', 'yes'],
				['', 'only@example.com', ''],
			]);
		});

		describe('after someone renames the column', () => {
			const rename = (from: string, to: string) => {
				const [head = []] = grid;
				head[head.indexOf(from)] = to;
			};

			it.each([
				['email', 'E-Mail', 'Unexpected fields in node input'],
				['id', 'Number', 'Unexpected fields in node input'],
			])('%s, stops with a clear message and loses nothing', async (from, to, words) => {
				add({ name: 'Ada', email: 'ada@example.com' });
				await run();
				rename(from, to);
				const before = JSON.stringify(grid);
				add({ name: 'Grace', email: 'grace@example.com' });

				const { error } = await run();

				expect(error).toContain(words);
				expect(JSON.stringify(grid)).toBe(before);
				rename(to, from);
				await run();
				expect(columns('name')).toEqual([['Ada'], ['Grace']]);
			});
		});

		it('stops with a clear message when the sheet is missing, and catches up later', async () => {
			add({ name: 'Ada' });

			const { error } = await run({ sheet: '7' });

			expect(error).toContain('Sheet with ID 7 not found');
			await run();
			expect(columns('name')).toEqual([['Ada']]);
		});

		it('shortens text that is too long for a cell, and adds the other submissions', async () => {
			const message = `${'a'.repeat(49_979)}🙂${'b'.repeat(100)}`;
			['Ada', 'Grace'].forEach((name) => add({ name }));
			add({ name: 'Mallory', message });

			const { error } = await run();

			expect(error).toBeUndefined();
			expect(columns('name', 'message')).toEqual([
				['Ada', ''],
				['Grace', ''],
				['Mallory', `${message.slice(0, 49_979)}… (shortened)`],
			]);
		});

		it('retries when Google is briefly unavailable', async () => {
			add({ name: 'Ada' });
			google.failWrites(2);

			const { error } = await run();

			expect(error).toBeUndefined();
			expect(columns('name')).toEqual([['Ada']]);
		});
	});

	describe('new-submission-files', () => {
		let files: FileHost;
		let workflowId: string;

		beforeEach(async () => {
			files = await startFileHost({
				'/cv.pdf': 'A CV',
				'/a/photo.jpg': 'One',
				'/b/photo.jpg': 'Two',
			});
			drive.files.clear();
			drive.refuse(() => false);
			const account = await host.n8n.credentials.create(
				'googleApi',
				'Google',
				makeServiceAccount(),
			);
			const file = loadExample('new-submission-files', {
				credential: host.credential,
				formId: form.id,
				credentials: { 'Save the file': account },
			});
			const nodes = file.nodes.map((node) => ({
				...node,
				waitBetweenTries: 1,
				...(node.name === 'Save the file' && {
					parameters: { ...node.parameters, authentication: 'serviceAccount' },
				}),
			}));
			({ id: workflowId } = await host.n8n.workflows.create({ ...file, nodes }));
			await host.n8n.workflows.publish(workflowId);
		});

		afterEach(async () => {
			await host.n8n.workflows.unpublish(workflowId);
			await files.stop();
		});

		async function submit(entries: unknown[], status: 'new' | 'spam' = 'new') {
			const seed = { files: entries, status };
			const { submission } = await host.emulator.submit(form.id, HOSTILE, seed);
			const [run] = await host.n8n.executions.waitForCount(workflowId, 1);
			return { id: submission.id, run };
		}

		const saved = () =>
			[...drive.files.values()].map(({ name, content }) => [name, content.toString('utf8')]);

		it('saves each file under a name of its own, and sends its host nothing of the credential', async () => {
			const { id, run } = await submit([
				{ name: 'photo.jpg', url: `${files.url}/a/photo.jpg` },
				{ name: 'photo.jpg', url: `${files.url}/b/photo.jpg` },
				{ name: '../../etc/passwd', url: `${files.url}/cv.pdf` },
				// A service may give no more than a link.
				`${files.url}/cv.pdf?signature=x`,
			]);

			expect(run?.error ?? run?.status).toBe('success');
			expect(saved()).toEqual([
				[`${id}-1-photo.jpg`, 'One'],
				[`${id}-2-photo.jpg`, 'Two'],
				[`${id}-3-.._.._etc_passwd`, 'A CV'],
				[`${id}-4-cv.pdf`, 'A CV'],
			]);
			expect(files.requests).toHaveLength(4);
			expect(JSON.stringify(files.requests)).not.toMatch(
				new RegExp(`${host.apiKey}|authorization|api-key`, 'i'),
			);
		});

		it('saves the others when a link has expired or the drive refuses a file, and reports it', async () => {
			const url = `${files.url}/cv.pdf`;
			drive.refuse((name) => name.endsWith('too-big.pdf'));
			const { id, run } = await submit([
				{ name: 'gone.pdf', url: `${files.url}/gone.pdf` },
				{ name: 'too-big.pdf', url },
				{ name: 'cv.pdf', url },
			]);

			expect(run?.error).toContain(`Not every file of the submission ${id} was saved`);
			expect(saved()).toEqual([[`${id}-3-cv.pdf`, 'A CV']]);
		});

		it('saves no files of spam', async () => {
			const { run } = await submit([{ name: 'cv.pdf', url: `${files.url}/cv.pdf` }], 'spam');

			expect(run?.status).toBe('success');
			expect(files.requests).toEqual([]);
		});

		it('waits for a submission that the service does not list yet', async () => {
			host.emulator.failNext(
				{ status: 404 },
				{ when: ({ url }) => url.startsWith('/v1/submissions/') },
			);

			const { run } = await submit([{ name: 'cv.pdf', url: `${files.url}/cv.pdf` }]);

			expect(run?.error ?? run?.status).toBe('success');
			expect(saved()).toHaveLength(1);
		});
	});

	describe('new-submission-to-hubspot', () => {
		let workflowId: string;

		beforeEach(async () => {
			hubspot.contacts.clear();
			hubspot.refuse();
			const data = { appToken: hubspot.token };
			const account = await host.n8n.credentials.create('hubspotAppToken', 'HubSpot', data);
			const file = loadExample('new-submission-to-hubspot', {
				credential: host.credential,
				formId: form.id,
				credentials: { 'Create or update the contact': account },
			});
			const impatient = file.nodes.map((node) => ({ ...node, waitBetweenTries: 1 }));
			({ id: workflowId } = await host.n8n.workflows.create({ ...file, nodes: impatient }));
			await host.n8n.workflows.publish(workflowId);
		});

		afterEach(async () => {
			await host.n8n.workflows.unpublish(workflowId);
		});

		async function submitAll(...submissions: Array<Record<string, unknown>>) {
			for (const [index, data] of submissions.entries()) {
				await host.emulator.submit(form.id, data);
				await host.n8n.executions.waitForCount(workflowId, index + 1);
			}
			return await host.n8n.executions.ofWorkflow(workflowId);
		}

		const contacts = () => [...hubspot.contacts.values()].map(({ properties }) => properties);

		it('creates one contact per person, even for a second submission', async () => {
			const runs = await submitAll(
				{ name: 'Ada King Lovelace', email: 'ada@example.com', message: 'Hello' },
				{ name: 'Ada Lovelace', email: ' Ada@example.com ', message: 'Again' },
			);

			expect(runs.map(({ error, status }) => error ?? status)).toEqual(['success', 'success']);
			expect(contacts()).toEqual([
				{ email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace', message: 'Again' },
			]);
		});

		it('stops if there is no email address; any other field may be missing', async () => {
			const runs = await submitAll(
				{ ...HOSTILE, email: ' ' },
				{ ...HOSTILE, email: 'a@example.com' },
			);

			expect(runs.map(({ status }) => status)).toEqual(['error', 'success']);
			expect(runs[0]?.error).toContain('The email field is empty, so nothing was sent.');
			expect(runs[0]?.error).toContain(': 20000000, Q1, Q1. Why?');
			expect(contacts()).toEqual([{ email: 'a@example.com' }]);
		});

		it('continues when HubSpot refuses a submission, says which one, and sends it on a retry', async () => {
			hubspot.refuse('grace@example.com');

			const runs = await submitAll(
				...['Ada', 'Grace', 'Edsger'].map((name) => ({
					name,
					email: `${name.toLowerCase()}@example.com`,
					message: 'Hello',
				})),
			);
			const emails = contacts().map(({ email }) => email);
			hubspot.refuse();
			const retried = await host.n8n.executions.retry(runs[1]?.id ?? '');

			expect(runs.map(({ status }) => status)).toEqual(['success', 'error', 'success']);
			expect(runs[1]?.error).toContain('Property values were not valid');
			expect(runs[1]?.output('New submission')).toMatchObject([{ email: 'grace@example.com' }]);
			expect(emails).toEqual(['ada@example.com', 'edsger@example.com']);
			expect(retried).toBe('success');
			expect(contacts().map(({ email }) => email)).toContain('grace@example.com');
		});

		it('retries when HubSpot is briefly unavailable', async () => {
			hubspot.failNext(2);

			const [run] = await submitAll({ name: 'Ada', email: 'ada@example.com', message: 'Hi' });

			expect(run?.error ?? run?.status).toBe('success');
			expect(contacts()).toEqual([{ email: 'ada@example.com', firstname: 'Ada', message: 'Hi' }]);
		});
	});
});
