import { loadExample } from '../sandbox/client/examples';
import type { CredentialRef, Execution, WorkflowFile } from '../sandbox/client/n8nClient';
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
import { waitForSubmissions } from './support/submissionRuns';

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
	let googleAccount: CredentialRef;
	let form: Form;
	let published: string[];

	beforeAll(async () => {
		internet = await startInternet({ ...google.sites, ...drive.sites, ...hubspot.sites });
		host = await startHost(internet.env);
		const data = makeServiceAccount();
		googleAccount = await host.n8n.credentials.create('googleApi', 'Google', data);
	});

	beforeEach(() => {
		form = host.emulator.addForm({ name: 'Contact' });
		published = [];
	});

	afterEach(async () => {
		for (const id of published) await host.n8n.workflows.unpublish(id);
	});

	afterAll(async () => {
		await host?.stop();
		await internet?.stop();
	});

	const add = (data: Record<string, unknown>, ageMs = 3_600_000) =>
		host.emulator.addSubmission({ formId: form.id, data, createdAt: Date.now() - ageMs });

	/** Its nodes retry without waiting. */
	async function create(file: WorkflowFile): Promise<string> {
		const nodes = file.nodes.map((node) => ({ ...node, waitBetweenTries: 1 }));
		return (await host.n8n.workflows.create({ ...file, nodes })).id;
	}

	async function publish(file: WorkflowFile): Promise<string> {
		const id = await create(file);
		await host.n8n.workflows.publish(id);
		published.push(id);
		return id;
	}

	const submit = async (data: Record<string, unknown>, seed = {}) =>
		(await host.emulator.submit(form.id, data, seed)).submission.id;

	describe('recent-submissions-to-google-sheets', () => {
		let grid: Grid;
		let documentId: string;

		beforeEach(() => {
			documentId = google.addDocument('Submissions');
			grid = google.cells(documentId, 'Submissions');
		});

		/** As set up by a person, who chooses a sheet, and which fields get a column. */
		async function run(): Promise<Execution> {
			const authentication = 'serviceAccount';
			const file = loadExample('recent-submissions-to-google-sheets', {
				credential: host.credential,
				formId: form.id,
				credentials: { 'Read the sheet': googleAccount, [WRITE]: googleAccount },
				options: {
					'Get recent submissions': { fields: [...FIELDS, ...Object.keys(OTHER_FIELDS)] },
				},
				parameters: {
					'Read the sheet': {
						authentication,
						documentId: { __rl: true, mode: 'list', value: documentId },
						sheetName: { __rl: true, mode: 'list', value: 'gid=0' },
					},
					[WRITE]: { authentication },
				},
			});
			return await host.n8n.executions.run(await create(file), { trigger: 'Every morning' });
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

			const { error } = await run();

			expect(error).toBeUndefined();
			expect(columns('name', 'message', 'code')).toEqual(
				entered.map(({ name, message, code }) => [name, message, code]),
			);
			const names = Object.keys(OTHER_FIELDS);
			expect(columns(...names)).toEqual(entered.map(() => Object.values(OTHER_FIELDS)));
			expect(columns('submittedAt').flat()).toEqual(
				entered.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
			);
		});

		it('has a row for each submission of the last seven days, updates it, and leaves other columns alone', async () => {
			add({ name: 'too old' }, 7 * DAY_MS + 60_000);
			const ids = [add({ name: 'Ada', code: '1' }, 7 * DAY_MS - 60_000).id];
			await run();
			const before = header();
			grid[0]?.push('Called back');
			grid[1]?.splice(before.indexOf('name'), 1, 'Changed by hand');
			grid[1]?.push('yes');

			ids.push(add({ email: 'only@example.com' }).id);
			const { error } = await run();

			expect(error).toBeUndefined();
			expect(header()).toEqual([...before, 'Called back']);
			expect(columns('id', 'name', 'email', 'Called back')).toEqual([
				[ids[0], 'Ada', '', 'yes'],
				[ids[1], '', 'only@example.com', ''],
			]);
		});

		it('stops and says so when someone renames a column, and loses nothing', async () => {
			const rename = (from: string, to: string) => grid[0]?.splice(header().indexOf(from), 1, to);
			add({ name: 'Ada' });
			await run();
			rename('id', 'Number');
			const before = JSON.stringify(grid);
			add({ name: 'Grace' });

			const { error } = await run();

			expect(error).toContain('Unexpected fields in node input');
			expect(JSON.stringify(grid)).toBe(before);
			rename('Number', 'id');
			await run();
			expect(columns('name')).toEqual([['Ada'], ['Grace']]);
		});

		it('shortens text that is too long for a cell, and adds the other submissions', async () => {
			const message = `${'a'.repeat(49_979)}🙂${'b'.repeat(100)}`;
			add({ name: 'Ada' });
			add({ name: 'Mallory', message });

			const { error } = await run();

			expect(error).toBeUndefined();
			expect(columns('name', 'message')).toEqual([
				['Ada', ''],
				['Mallory', `${message.slice(0, 49_979)}… (shortened)`],
			]);
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
				'/L%C3%A4ufer%20%2F%20CV.pdf': 'Three',
				'/100%25%E9.pdf': 'Four',
			});
			drive.files.clear();
			drive.refuse(() => false);
			const file = loadExample('new-submission-files', {
				credential: host.credential,
				formId: form.id,
				credentials: { 'Save the file': googleAccount },
			});
			const nodes = file.nodes.map((node) =>
				node.name === 'Save the file'
					? { ...node, parameters: { ...node.parameters, authentication: 'serviceAccount' } }
					: node,
			);
			workflowId = await publish({ ...file, nodes });
		});

		afterEach(async () => await files.stop());

		const saved = () =>
			[...drive.files.values()].map(({ name, content }) => [name, content.toString('utf8')]);

		it('saves each file under a name of its own, but none of spam, and sends their host nothing of the credential', async () => {
			const url = `${files.url}/cv.pdf`;
			await submit(HOSTILE, { files: [{ name: 'spam.pdf', url }], status: 'spam' });
			const id = await submit(HOSTILE, {
				files: [
					{ name: 'photo.jpg', url: `${files.url}/a/photo.jpg` },
					{ name: 'photo.jpg', url: `${files.url}/b/photo.jpg` },
					{ name: '../../etc/passwd', url },
					// A service may give no more than a link.
					`${files.url}/L%C3%A4ufer%20%2F%20CV.pdf?signature=x`,
					`${files.url}/100%25%E9.pdf`,
				],
			});
			const [run] = await waitForSubmissions(host.n8n, workflowId, [id]);

			expect(run?.error ?? run?.status).toBe('success');
			expect(saved()).toEqual([
				[`${id}-1-photo.jpg`, 'One'],
				[`${id}-2-photo.jpg`, 'Two'],
				[`${id}-3-.._.._etc_passwd`, 'A CV'],
				[`${id}-4-Läufer _ CV.pdf`, 'Three'],
				[`${id}-5-100_25_E9.pdf`, 'Four'],
			]);
			expect(JSON.stringify(files.requests)).not.toMatch(
				new RegExp(`${host.apiKey}|authorization|api-key`, 'i'),
			);
		});

		it('saves the others when a link has expired or the drive refuses a file, names it, and saves it on a retry', async () => {
			const url = `${files.url}/cv.pdf`;
			drive.refuse((name) => name.endsWith('too-big.pdf'));
			const id = await submit(HOSTILE, {
				files: [
					{ name: 'too-big.pdf', url },
					{ name: 'gone.pdf', url: `${files.url}/gone.pdf` },
					{ name: 'cv.pdf', url },
				],
			});
			const [run] = await waitForSubmissions(host.n8n, workflowId, [id]);
			const savedBefore = saved();
			drive.refuse(() => false);
			// n8n runs it, but can't show the error of a download in its response.
			await host.n8n.executions.retry(run?.id ?? '').catch(() => undefined);
			await host.n8n.executions.waitForCount(workflowId, 2);

			expect(run?.error).toMatch(
				new RegExp(`^2 files were not saved: ${id}-1-too-big.pdf \\(.+\\); ${id}-2-gone.pdf \\(`),
			);
			expect(savedBefore).toEqual([[`${id}-3-cv.pdf`, 'A CV']]);
			expect(saved()).toEqual([...savedBefore, [`${id}-4-too-big.pdf`, 'A CV']]);
		});
	});

	describe('new-submission-to-hubspot', () => {
		let workflowId: string;

		beforeEach(async () => {
			hubspot.contacts.clear();
			hubspot.refuse();
			const data = { appToken: hubspot.token };
			const account = await host.n8n.credentials.create('hubspotAppToken', 'HubSpot', data);
			workflowId = await publish(
				loadExample('new-submission-to-hubspot', {
					credential: host.credential,
					formId: form.id,
					credentials: { 'Create or update the contact': account },
				}),
			);
		});

		const contacts = () => [...hubspot.contacts.values()].map(({ properties }) => properties);

		it('creates one contact per person, even for a second submission and if HubSpot is briefly unavailable', async () => {
			hubspot.failNext(2);

			const ids = [
				await submit({ name: 'Ada King Lovelace', email: 'ada@example.com', message: 'Hello' }),
				await submit({ name: 'Ada Lovelace', email: ' Ada@example.com ', message: 'Again' }),
			];
			const runs = await waitForSubmissions(host.n8n, workflowId, ids);

			expect(runs.filter(({ error }) => error !== undefined)).toEqual([]);
			expect(contacts()).toEqual([
				{ email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace', message: 'Again' },
			]);
		});

		it('sends the others when one has no address or HubSpot refuses it, and sends that one on a retry', async () => {
			hubspot.refuse('grace@example.com');

			const ids = [
				await submit({ ...HOSTILE, email: 'ada@example.com' }),
				await submit({ name: 'Grace', email: 'grace@example.com' }),
				await submit({ ...HOSTILE, email: ' ' }),
				await submit({ name: 'Edsger', email: 'edsger@example.com' }),
			];
			const runs = await waitForSubmissions(host.n8n, workflowId, ids);
			const emails = contacts().map(({ email }) => email);
			hubspot.refuse();
			const stopped = runs.filter(({ error }) => error !== undefined);
			for (const { id } of stopped) await host.n8n.executions.retry(id);
			const errors = stopped.map(({ error }) => error).join();

			expect(errors).toContain('did not reach HubSpot: ');
			expect(errors).toMatch(
				// n8n's HubSpot node keeps to itself what HubSpot says.
				new RegExp(`${ids[1]}, grace@example\\.com \\(Bad request`),
			);
			expect(errors).toMatch(
				new RegExp(`${ids[2]} \\(The email field is empty.*: 20000000, Q1, Q1\\. Why\\?`),
			);
			expect(emails).toEqual(['ada@example.com', 'edsger@example.com']);
			expect(contacts().map(({ email }) => email)).toEqual([...emails, 'grace@example.com']);
		});
	});
});
