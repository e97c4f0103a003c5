/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse as parseCsv } from 'csv-parse/sync';
import { loadExample } from '../sandbox/client/examples';
import { waitFor } from '../sandbox/host/waitFor';
import type { EmulatorRequest, Submission } from '../emulator';
import { lockDatabase } from './support/database';
import { HOSTILE } from './support/hostileNames';
import { useHost } from './support/host';

const TRIGGER = 'When clicking ‘Execute workflow’';
const PAGES_PER_FILE = 3;
/** Enough for three full files and one of two and a half pages. */
const SUBMISSIONS = 1_150;
/** The request for the second page of the second file. */
const REQUEST_IN_THE_MIDDLE = 5;

describe('The example that exports everything, in a real n8n', () => {
	const host = useHost();
	let formId: string;
	let submissions: Submission[];
	/** One for each test. */
	let folder: string;
	let workflowId: string;

	beforeAll(async () => {
		formId = host().emulator.addForm({ name: 'Contact' }).id;
		const data = (index: number) => (index === 0 ? HOSTILE : { name: `Visitor ${index}` });
		submissions = host().emulator.addSubmissions(formId, SUBMISSIONS, { data });
	});

	beforeEach(async () => {
		folder = mkdtempSync(join(host().exportFolder, 'test-'));
		workflowId = (await host().n8n.workflows.create(exportOf())).id;
		host().emulator.clearRequests();
	});

	afterEach(() => host().emulator.onAnswer(undefined));

	function exportOf() {
		return loadExample('export-everything', {
			credential: host().credential,
			formId,
			edits: {
				'One more page?': { from: '< 100', to: `< ${PAGES_PER_FILE}` },
				'Write the file': { from: '/home/node/.n8n-files', to: folder },
			},
		});
	}

	const isPage = (path: string) => path.startsWith('/v1/submissions');
	const pagesAsked = () => host().emulator.requests.filter(({ path }) => isPage(path)).length;
	const isInTheMiddle = ({ url }: EmulatorRequest) =>
		isPage(url) && pagesAsked() + 1 === REQUEST_IN_THE_MIDDLE;

	async function exportToTheEnd() {
		const before = namesOfFiles();
		const { error } = await host().n8n.executions.run(workflowId, { trigger: TRIGGER });
		return { error, added: namesOfFiles().filter((name) => !before.includes(name)) };
	}

	const namesOfFiles = () => readdirSync(folder).sort();
	const rowsIn = (name: string): Record<string, string>[] =>
		parseCsv(readFileSync(join(folder, name)), { bom: true, columns: true });

	const idsIn = (name: string) => rowsIn(name).map(({ id }) => id ?? '');

	function expectEachOnce(): void {
		const names = namesOfFiles();
		const ends = ['-0001.csv', '-0002.csv', '-0003.csv', '-0004.csv'];
		expect(names.map((name) => name.slice(-9))).toEqual(ends);
		expect(names.map((name) => idsIn(name).length)).toEqual([300, 300, 300, 250]);
		const newestFirst = submissions.map(({ id }) => id).reverse();
		expect(names.flatMap(idsIn)).toEqual(newestFirst);
	}

	it('writes each submission once, in files that each have a header, each field under its name, and then begins anew', async () => {
		const { error } = await exportToTheEnd();

		expect(error).toBeUndefined();
		expectEachOnce();
		expect(pagesAsked()).toBe(12);
		const [oldest] = rowsIn(namesOfFiles().at(-1) ?? '').slice(-1);
		const { '=Total': formula, ...fields } = HOSTILE;
		expect(oldest).toMatchObject({
			...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
			"'=Total": formula,
		});
		const second = await exportToTheEnd();
		expect(second.error).toBeUndefined();
		expect(second.added).toHaveLength(4);
	});

	it('repeats nothing when n8n is killed after writing a file but before recording it', async () => {
		let proceed = () => {};
		const until = new Promise<void>((resolve) => {
			proceed = resolve;
		});
		host().emulator.onAnswer((request, answer) =>
			answer.kind === 'response' && isInTheMiddle(request) ? { ...answer, until } : answer,
		);
		await host().n8n.executions.start(workflowId, { trigger: TRIGGER });
		await waitFor('the export to reach its middle', (see) => {
			see(`${pagesAsked()} pages`);
			return pagesAsked() >= REQUEST_IN_THE_MIDDLE;
		});
		const release = await lockDatabase(host().userFolder);
		proceed();
		await waitFor('the second file', () => {
			const second = readdirSync(folder).find((name) => name.endsWith('-0002.csv'));
			// Until it is complete, it isn't CSV.
			const text = second === undefined ? '' : readFileSync(join(folder, second), 'utf8');
			return text.match(/\bsub_\w{20}\b/g)?.length === 300;
		});

		await host().kill();
		await release();
		await host().start();
		const second = await exportToTheEnd();

		expect(second.error).toBeUndefined();
		expectEachOnce();
	});
});
