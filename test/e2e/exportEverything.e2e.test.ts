/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse as parseCsv } from 'csv-parse/sync';
import { loadExample } from '../sandbox/client/examples';
import { waitFor } from '../sandbox/host/waitFor';
import type { EmulatorRequest, Submission } from '../emulator';
import { lockDatabase } from './support/databaseLock';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';

const TRIGGER = 'When clicking ‘Execute workflow’';
const PAGES_PER_FILE = 3;
/** Enough for three full files and one of two and a half pages. */
const SUBMISSIONS = 1_150;
/** The request for the second page of the second file. */
const REQUEST_IN_THE_MIDDLE = 5;

describe('The example that exports everything, in a real n8n', () => {
	let root: string;
	let host: RestartableHost;
	let formId: string;
	let submissions: Submission[];
	/** A folder for each test: n8n still finishes the current file after a stop. */
	let folder: string;
	let workflowId: string;

	beforeAll(async () => {
		root = mkdtempSync(join(tmpdir(), 'form-submissions-export-'));
		host = await createRestartableHost({ N8N_RESTRICT_FILE_ACCESS_TO: root });
		formId = host.emulator.addForm({ name: 'Contact' }).id;
		submissions = host.emulator.addSubmissions(formId, SUBMISSIONS);
	});

	beforeEach(async () => {
		folder = mkdtempSync(join(root, 'test-'));
		workflowId = (await host.n8n().workflows.create(exportOf({}))).id;
		host.emulator.clearRequests();
	});

	afterEach(() => {
		host.emulator.onAnswer(undefined);
		host.emulator.assertNoUnusedFaults();
	});

	afterAll(async () => {
		await host?.end();
		rmSync(root, { recursive: true, force: true });
	});

	function exportOf(parameters: Record<string, Record<string, unknown>>, into = folder) {
		const values = { Settings: { folder: into, pagesPerFile: PAGES_PER_FILE } };
		const { credential } = host;
		return loadExample('export-everything', { credential, formId, values, parameters });
	}

	const isPage = (path: string) => path.startsWith('/v1/submissions');
	const pagesAsked = () => host.emulator.requests.filter(({ path }) => isPage(path)).length;
	const isInTheMiddle = ({ url }: EmulatorRequest) =>
		isPage(url) && pagesAsked() + 1 === REQUEST_IN_THE_MIDDLE;

	/** Starts an export that hangs in the middle of its second file. */
	async function startAndHang(): Promise<string> {
		host.emulator.failNext('hang', { when: isInTheMiddle });
		return await startUpToTheMiddle();
	}

	async function startUpToTheMiddle(): Promise<string> {
		const id = await host.n8n().executions.start(workflowId, { trigger: TRIGGER });
		await waitFor('the export to reach its middle', (see) => {
			see(`${pagesAsked()} pages`);
			return pagesAsked() >= REQUEST_IN_THE_MIDDLE ? true : undefined;
		});
		return id;
	}

	async function exportToTheEnd(trigger = TRIGGER) {
		const { error, output } = await host.n8n().executions.run(workflowId, { trigger });
		return {
			beganAtFile: output('Start or resume')[0]?.file,
			written: output('Files written')[0]?.written,
			error,
		};
	}

	function idsIn(name: string): string[] {
		const [head = [], ...rows] = parseCsv(readFileSync(join(folder, name)), { bom: true });
		return rows.map((row) => row[head.indexOf('id')] ?? '');
	}

	function expectEachOnce(): void {
		const names = readdirSync(folder).sort();
		const ends = ['-0001.csv', '-0002.csv', '-0003.csv', '-0004.csv'];
		expect(names.map((name) => name.slice(-9))).toEqual(ends);
		expect(names.map((name) => idsIn(name).length)).toEqual([300, 300, 300, 250]);
		const newestFirst = submissions.map(({ id }) => id).reverse();
		expect(names.flatMap(idsIn)).toEqual(newestFirst);
	}

	it('writes each submission once, in files that each have a header', async () => {
		const { error } = await exportToTheEnd();

		expect(error).toBeUndefined();
		expectEachOnce();
		expect(pagesAsked()).toBe(12);
	});

	it('says which files it wrote', async () => {
		const { written } = await exportToTheEnd();

		const names = readdirSync(folder).sort();
		const [first = '', last = ''] = [names.at(0), names.at(-1)].map((name) =>
			join(folder, name ?? ''),
		);
		expect(written).toBe(`4 files, from ${first} to ${last}`);
	});

	it('exports everything even if started at the node that is called for one file', async () => {
		const { error } = await exportToTheEnd('When called for one file');

		expect(error).toBeUndefined();
		expectEachOnce();
	});

	it('also runs on a schedule', async () => {
		const schedule = { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } };
		const file = exportOf({ 'Every Sunday': schedule });
		const settings = { ...file.settings, saveDataSuccessExecution: 'all' };
		await host.n8n().workflows.update(workflowId, { ...file, settings });
		await host.n8n().workflows.publish(workflowId);
		await waitFor('a run on schedule', () => (pagesAsked() > 0 ? true : undefined));
		// From now on once a week, however long this run takes.
		await host.n8n().workflows.update(workflowId, { ...exportOf({}), settings });
		await host.n8n().workflows.publish(workflowId);

		// Each file has its own execution, and the scheduled one ends last.
		const runs = await host.n8n().executions.waitForCount(workflowId, 5);
		await host.n8n().workflows.unpublish(workflowId);

		expect(runs.map(({ error, status }) => error ?? status)).toEqual(Array(5).fill('success'));
		expect(runs[0]?.mode).toBe('trigger');
		expectEachOnce();
	});

	it('says what to do when the folder is missing, and continues once it exists', async () => {
		const missing = join(folder, 'missing');
		const { n8n } = host;
		await n8n().workflows.update(workflowId, exportOf({}, missing));

		const execution = await n8n().executions.run(workflowId, { trigger: TRIGGER });
		await n8n().workflows.update(workflowId, exportOf({}));
		const second = await exportToTheEnd();

		expect(execution.error).toMatch(
			/^The file was not written .*"Settings", enter an existing folder/,
		);
		expect(second).toMatchObject({ beganAtFile: 1, error: undefined });
		expectEachOnce();
	});

	it('continues after a user stops it', async () => {
		const executionId = await startAndHang();

		await host.n8n().executions.stop(executionId);
		const { status } = await host.n8n().executions.waitForEnd(executionId);
		const second = await exportToTheEnd();

		expect(status).toBe('canceled');
		expect(second).toMatchObject({ beganAtFile: 2, error: undefined });
		expectEachOnce();
	});

	it('repeats nothing when n8n is killed after writing a file but before recording it', async () => {
		let proceed = () => {};
		const until = new Promise<void>((resolve) => {
			proceed = resolve;
		});
		host.emulator.onAnswer((request, answer) =>
			answer.kind === 'response' && isInTheMiddle(request) ? { ...answer, until } : answer,
		);
		await startUpToTheMiddle();
		const release = await lockDatabase(host.userFolder);
		proceed();
		await waitFor('the second file', () => {
			const second = readdirSync(folder).find((name) => name.endsWith('-0002.csv'));
			// Until it is complete, it isn't CSV.
			const text = second === undefined ? '' : readFileSync(join(folder, second), 'utf8');
			return text.match(/\bsub_\w{20}\b/g)?.length === 300 ? true : undefined;
		});

		await host.kill();
		await release();
		await host.start();
		const second = await exportToTheEnd();

		expect(second).toMatchObject({ beganAtFile: 2, error: undefined });
		expectEachOnce();
	});
});
