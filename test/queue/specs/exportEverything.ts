/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Emulator, Submission } from '../../emulator';
import { loadExample } from '../../sandbox/client/examples';
import { parse as parseCsv } from 'csv-parse/sync';
import type { WorkflowFile } from '../../sandbox/client/workflowFile';
import { everySeconds, type Interval } from '../../e2e/support/schedule';
import { waitFor } from '../../sandbox/host/waitFor';
import { executionsBegunBy } from '../support/executionLog';
import type { QueueProcess, QueueWorld } from '../support/queueWorld';

const SUBMISSIONS = 1_150;
const PAGES_PER_FILE = 3;
/** The second page of the second file. */
const PAGE_IN_THE_MIDDLE = 5;
const TRIGGER = 'When clicking ‘Execute workflow’';
const AS_SCHEDULE = { type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 };

export function describeExportEverything(world: () => QueueWorld, folder: () => string): void {
	describe('export-everything on schedule', () => {
		let emulator: Emulator;
		let submissions: Submission[];
		let files: string;
		let workflowId: string;
		let publish: (seconds: Interval) => Promise<void>;

		beforeEach(async () => {
			const { n8n, addService } = world();
			const service = await addService();
			({ emulator } = service);
			const formId = emulator.addForm().id;
			submissions = emulator.addSubmissions(formId, SUBMISSIONS);
			files = mkdtempSync(join(folder(), 'files-'));
			const file = loadExample('export-everything', {
				credential: service.credential,
				formId,
				edits: {
					'One more page?': { from: '< 100', to: `< ${PAGES_PER_FILE}` },
					'Write the file': { from: '/home/node/.n8n-files', to: files },
				},
			});
			/** With a schedule in place of its first node. */
			const exportOf = (seconds: Interval): WorkflowFile => ({
				...file,
				settings: { ...file.settings, saveDataSuccessExecution: 'all' },
				nodes: file.nodes.map((node) =>
					node.name === TRIGGER
						? { ...node, ...AS_SCHEDULE, parameters: everySeconds(seconds) }
						: node,
				),
			});
			({ id: workflowId } = await n8n.workflows.create(exportOf('never')));
			publish = async (seconds) => {
				await n8n.workflows.update(workflowId, exportOf(seconds));
				await n8n.workflows.publish(workflowId);
			};
		});

		const pagesAsked = () =>
			emulator.requests.filter(({ path }) => path.startsWith('/v1/submissions')).length;

		/** Begins a run on schedule, and no other after it, however long this one takes. */
		async function beginOnSchedule() {
			const before = pagesAsked();
			await publish(30);
			await waitFor('a run on schedule', () => (pagesAsked() > before ? true : undefined));
			await publish('never');
		}

		/** Runs on schedule until enough executions have succeeded; each file has its own. */
		async function runOnSchedule(successes: number) {
			const { workflows, executions } = world().n8n;
			await beginOnSchedule();
			const succeeded = await waitFor(
				`${successes} executions to succeed`,
				async (see) => {
					const runs = await executions.ofWorkflow(workflowId);
					see(runs.map(({ status, error }) => error ?? status));
					const found = runs.filter(({ status }) => status === 'success');
					return found.length >= successes ? found : undefined;
				},
				{ everyMs: 500 },
			);
			await workflows.unpublish(workflowId);
			return succeeded;
		}

		const names = () => readdirSync(files).sort();

		function idsIn(name: string): string[] {
			const [head = [], ...rows] = parseCsv(readFileSync(join(files, name)), { bom: true });
			return rows.map((row) => row[head.indexOf('id')] ?? '');
		}

		const newestFirst = () => submissions.map(({ id }) => id).reverse();

		it('runs on a worker, with each submission in one file', async () => {
			const runs = await runOnSchedule(5);

			const scheduled = runs.filter(({ mode }) => mode === 'trigger').map(({ id }) => id);
			expect(scheduled).toHaveLength(1);
			expect(world().workers.flatMap(executionsBegunBy)).toEqual(expect.arrayContaining(scheduled));
			expect(names().flatMap(idsIn)).toEqual(newestFirst());
		});

		it('continues with the file at which its worker was killed: nothing is missing or repeated', async () => {
			const { workers } = world();
			const begunBefore = new Set(workers.flatMap(executionsBegunBy));
			const isAtWork = (worker: QueueProcess) =>
				executionsBegunBy(worker).some((id) => !begunBefore.has(id));
			emulator.failNext('hang', {
				when: ({ url }) =>
					url.startsWith('/v1/submissions') && pagesAsked() + 1 === PAGE_IN_THE_MIDDLE,
			});

			await beginOnSchedule();
			await waitFor('the export to reach its middle', () =>
				pagesAsked() >= PAGE_IN_THE_MIDDLE ? true : undefined,
			);
			const worker = workers.find(isAtWork);
			if (worker === undefined) throw new Error('No worker has started the export');
			await worker.kill();
			const [first = ''] = names();
			const second = first.replace('-0001.csv', '-0002.csv');
			// What a worker that dies a moment later leaves behind: a truncated file.
			const text = readFileSync(join(files, first), 'utf8');
			writeFileSync(join(files, second), text.slice(0, text.length / 2));
			await worker.start();
			// The execution that continues, and one for each remaining file.
			const runs = await runOnSchedule(1 + 1 + 3);

			expect(runs.filter(({ mode }) => mode === 'trigger')).toHaveLength(1);
			expect(names().map((name) => name.slice(-9))).toEqual(
				['1', '2', '3', '4'].map((number) => `-000${number}.csv`),
			);
			expect(names().slice(0, 2)).toEqual([first, second]);
			expect(names().flatMap(idsIn)).toEqual(newestFirst());
			emulator.assertNoUnusedFaults();
		});
	});
}
