/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse as parseCsv } from 'csv-parse/sync';
import { loadExample, type ExampleName } from '../sandbox/client/examples';
import type { WorkflowFile } from '../sandbox/client/n8nClient';
import {
	ACTION,
	actionWorkflow,
	byId,
	nodeOf,
	START,
	withNode,
} from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { createGoogleDrive, DRIVE_ACCOUNT } from '../sandbox/standIns/googleDrive';
import { createGoogleSheets, DOCUMENT, SHEETS_ACCOUNT } from '../sandbox/standIns/googleSheets';
import { startInternet, type Internet } from '../sandbox/standIns/internet';
import { startMailServer } from '../sandbox/standIns/mail';
import { startSite } from '../sandbox/standIns/site';
import { AWKWARD } from './support/awkward';
import { useHost } from './support/host';
import { waitForSubmissions } from './support/submissionRuns';

const CLICK = 'When clicking ‘Execute workflow’';
const FAILING = 'new-submission';

describe('The examples that send to no CRM, with what forms really send, in a real n8n', () => {
	const drive = createGoogleDrive();
	const sheets = createGoogleSheets();
	let internet: Internet;
	let formId: string;
	let published: string[];

	beforeAll(async () => {
		internet = await startInternet({ ...drive.sites, ...sheets.sites });
	});

	const host = useHost(() => internet.env);

	beforeEach(() => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		published = [];
		drive.files.length = 0;
		sheets.grid.length = 0;
	});

	afterEach(async () => {
		for (const id of published) await host().n8n.workflows.unpublish(id);
	});

	afterAll(async () => await internet?.stop());

	const load = (example: ExampleName, more: Partial<Parameters<typeof loadExample>[1]> = {}) =>
		loadExample(example, { credential: host().credential, formId, ...more });

	const addAll = () =>
		AWKWARD.map(({ data }) => host().emulator.addSubmission({ formId, data }).id);

	async function submitAll(seed: (what: string) => object = () => ({})): Promise<string[]> {
		const ids = [];
		for (const { what, data } of AWKWARD) {
			ids.push((await host().emulator.submit(formId, data, seed(what))).submission.id);
		}
		return ids;
	}

	async function publish(file: WorkflowFile): Promise<string> {
		const { id } = await host().n8n.workflows.create(file);
		await host().n8n.workflows.publish(id);
		published.push(id);
		return id;
	}

	/** Publishes it, and waits until each submission has run it without an error. */
	async function publishAndSubmit(file: WorkflowFile): Promise<string[]> {
		const id = await publish(file);
		const sent = await submitAll();
		const runs = await waitForSubmissions(host().n8n, id, sent);
		expect(runs.map(({ error }) => error).filter(Boolean)).toEqual([]);
		return sent;
	}

	async function click(file: WorkflowFile) {
		const { id } = await host().n8n.workflows.create(file);
		const execution = await host().n8n.executions.run(id, { trigger: CLICK });
		expect(execution.error).toBeUndefined();
		return execution;
	}

	/** A person has chosen to pass on the other fields, too. */
	function withAllFields(file: WorkflowFile): WorkflowFile {
		return withNode(file, 'Pick the fields', ({ parameters }) => ({
			parameters: { ...parameters, includeOtherFields: true },
		}));
	}

	/** What arrived, by the submission's ID. */
	const arrived: Array<[ExampleName, () => Promise<{ sent: string[]; came: unknown[] }>]> = [
		[
			'new-submission',
			async () => {
				const id = await publish(withAllFields(load('new-submission')));
				const sent = await submitAll();
				const runs = await waitForSubmissions(host().n8n, id, sent);
				expect(runs.map(({ error }) => error).filter(Boolean)).toEqual([]);
				const picked = runs.flatMap((run) => run.output('Pick the fields'));
				return { sent, came: picked.map(({ submissionId }) => submissionId) };
			},
		],
		[
			'new-submission-files',
			async () => {
				const site = await startSite(() => ({
					body: 'A CV',
					headers: { 'content-type': 'application/pdf' },
				}));
				const { n8n } = host();
				const account = await n8n.credentials.create(
					'googleDriveOAuth2Api',
					'Drive',
					DRIVE_ACCOUNT,
				);
				const credentials = { 'Save the file': account };
				const id = await publish(load('new-submission-files', { credentials }));
				const sent = await submitAll((what) => ({
					files: [{ name: `${what}/../"cv".pdf`, url: `${site.url}/cv.pdf` }],
				}));
				await waitForSubmissions(n8n, id, sent);
				await site.stop();
				return { sent, came: drive.files.map(({ name }) => /^(sub_\w+)-1-/.exec(name)?.[1]) };
			},
		],
		[
			'export-to-csv',
			async () => {
				const sent = addAll();
				const fileName = join(host().exportFolder, 'corpus.csv');
				await click(load('export-to-csv', { parameters: { 'Write the file': { fileName } } }));
				const rows: Array<Record<string, string>> = parseCsv(readFileSync(fileName), {
					bom: true,
					columns: true,
				});
				return { sent, came: rows.map(({ id }) => id) };
			},
		],
		[
			'export-to-excel',
			async () => {
				const sent = addAll();
				const run = await click(load('export-to-excel'));
				expect(run.items('Convert to Excel')).toHaveLength(1);
				return { sent, came: run.output('Fit the cells').map(({ id }) => id) };
			},
		],
		[
			'export-everything',
			async () => {
				const sent = addAll();
				const folder = mkdtempSync(join(host().exportFolder, 'corpus-'));
				const to = { from: '/home/node/.n8n-files', to: folder };
				await click(load('export-everything', { edits: { 'Write the file': to } }));
				const rows = readdirSync(folder).flatMap((name): Array<Record<string, string>> =>
					parseCsv(readFileSync(join(folder, name)), { bom: true, columns: true }),
				);
				return { sent, came: rows.map(({ id }) => id) };
			},
		],
		[
			'new-submission-to-google-sheets',
			async () => {
				const { n8n } = host();
				const account = await n8n.credentials.create(
					'googleSheetsOAuth2Api',
					'Google',
					SHEETS_ACCOUNT,
				);
				const { parameters } = nodeOf(load('new-submission-to-google-sheets'), 'Read the IDs');
				const file = load('new-submission-to-google-sheets', {
					credentials: { 'Read the IDs': account, 'Append the row': account },
					parameters: { 'Read the IDs': { ...parameters, ...DOCUMENT } },
				});
				// A person has a column for each field.
				addAll();
				const list = {
					resource: 'submission',
					operation: 'getAll',
					formId: byId(formId),
					returnAll: true,
				};
				const options = { options: { groups: 'columns' } };
				const { id } = await n8n.workflows.create(
					actionWorkflow(host().credential, { ...list, ...options }),
				);
				const recent = await n8n.executions.run(id, { trigger: START });
				const fields = recent.output(ACTION).flatMap((row) => Object.keys(row));
				const named = fields.map((field) => (/^\d+$/.test(field) ? `field_${field}` : field));
				sheets.grid.push([...new Set(['id', ...named])]);
				const sent = await publishAndSubmit(file);
				return { sent, came: sheets.grid.slice(1).map(([id]) => id) };
			},
		],
		[
			'new-submission-by-email',
			async () => {
				const mail = await startMailServer();
				const account = await host().n8n.credentials.create('smtp', 'Mail', mail.account);
				const { parameters } = nodeOf(load('new-submission-by-email'), 'Send the email');
				const addresses = { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' };
				const file = load('new-submission-by-email', {
					credentials: { 'Send the email': account },
					parameters: { 'Send the email': { ...parameters, ...addresses } },
				});
				const sent = await publishAndSubmit(file);
				await mail.stop();
				return { sent, came: mail.received.map(({ html }) => /sub_\w+/.exec(html ?? '')?.[0]) };
			},
		],
		[
			'new-submission-to-chat',
			async () => {
				const texts: string[] = [];
				const chat = await startSite(({ body }) => {
					texts.push(String(body.text));
					return { body: 'ok' };
				});
				const { parameters } = nodeOf(load('new-submission-to-chat'), 'Send the message');
				const url = { 'Send the message': { ...parameters, url: `${chat.url}/hooks/x` } };
				const sent = await publishAndSubmit(load('new-submission-to-chat', { parameters: url }));
				await chat.stop();
				return { sent, came: texts.map((text) => /^id: (sub_\w+)/m.exec(text)?.[1]) };
			},
		],
		[
			'new-submission-to-data-table',
			async () => {
				const sent = await publishAndSubmit(load('new-submission-to-data-table'));
				const rows = await host().n8n.dataTables.rows(`New submissions ${published.at(-1)}`);
				return { sent, came: rows.map(({ submissionId }) => submissionId) };
			},
		],
	];

	it.each(arrived)('%s passes on each submission once', async (_, run) => {
		const { sent, came } = await run();

		expect([...came].sort()).toEqual([...sent].sort());
	});

	it('everything-from-one-person finds each by its address, however that was entered', async () => {
		const ids = addAll();
		const address = (index: number) => AWKWARD[index]?.address ?? '';
		const good = ids.map((_, index) => index).filter((index) => address(index) !== '');

		for (const index of good) {
			const edit = { from: '"value":""', to: `"value":${JSON.stringify(address(index))}` };
			const edits = { 'Enter the address': edit };
			const run = await click(load('everything-from-one-person', { edits }));

			const found = run.output('Fit the cells').filter((row) => row.formId === formId);
			expect(found.map((row) => [row.id, row['How it was found']])).toEqual([[ids[index], 'is']]);
		}
	});

	it('notify-me-when-a-workflow-fails sends one message for each, which names the submission and mentions no one', async () => {
		const texts: string[] = [];
		const chat = await startSite(({ body }) => {
			texts.push(String(body.text));
			return { body: '' };
		});
		const url = { 'Send the message': { url: chat.url } };
		const notifier = await publish(load('notify-me-when-a-workflow-fails', { parameters: url }));
		// It fails with all that the visitor entered.
		const jsCode =
			"const { id, ...row } = $input.first().json;\nthrow new Error(`${id} @everyone ${JSON.stringify(row)}`.replace(/:/g, '∶'));";
		const code = { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
		const throwing = withNode(load(FAILING), 'Pick the fields', () => code);
		const id = await publish({ ...throwing, settings: { errorWorkflow: notifier } });

		const sent = await submitAll();
		await waitForSubmissions(host().n8n, id, sent);
		const named = () => texts.map((text) => `sub_${/sub (\w+)/.exec(text)?.[1]}`);
		await waitFor('a message for each', (see) => {
			const missing = AWKWARD.filter((_one, index) => !named().includes(sent[index] ?? ''));
			see(missing.map(({ what }) => what));
			return missing.length === 0;
		});
		await chat.stop();

		expect(texts).toHaveLength(sent.length);
		for (const text of texts) {
			const [reason = ''] = text.split(/(?=http:\/\/127)/);
			expect(reason).not.toMatch(/[@<>*_`~|[\]]|:\/\/|\.\p{L}/u);
		}
	});
});
