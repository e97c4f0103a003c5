/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse as parseCsv } from 'csv-parse/sync';
import { everySeconds, type Interval } from '../../e2e/support/schedule';
import { loadExample } from '../../sandbox/client/examples';
import { waitFor } from '../../sandbox/host/waitFor';
import { executionsBegunBy } from '../support/executionLog';
import type { QueueWorld } from '../support/queueWorld';

const PAGES_PER_FILE = 3;
/** The second page of the second file. */
const PAGE_IN_THE_MIDDLE = 5;
const AS_SCHEDULE = { type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 };

export function describeExportEverything(world: () => QueueWorld, folder: () => string): void {
	it('export-everything, on schedule, continues with the file at which its worker was killed: nothing is missing or repeated', async () => {
		const { n8n, workers, addService } = world();
		const { emulator, credential } = await addService();
		const formId = emulator.addForm().id;
		const submissions = emulator.addSubmissions(formId, 1_150);
		const files = mkdtempSync(join(folder(), 'files-'));
		const file = loadExample('export-everything', {
			credential,
			formId,
			edits: {
				'One more page?': { from: '< 100', to: `< ${PAGES_PER_FILE}` },
				'Write the file': { from: '/home/node/.n8n-files', to: files },
			},
		});
		const { id: workflowId } = await n8n.workflows.create(file);
		const publish = async (seconds: Interval) => {
			const schedule = { ...AS_SCHEDULE, parameters: everySeconds(seconds) };
			const [note, first, ...others] = file.nodes;
			if (note === undefined || first === undefined) throw new Error('The example has no nodes');
			const nodes = [note, { ...first, ...schedule }, ...others];
			await n8n.workflows.update(workflowId, { ...file, nodes });
			await n8n.workflows.publish(workflowId);
		};
		const pagesAsked = () =>
			emulator.requests.filter(({ path }) => path.startsWith('/v1/submissions')).length;
		/** Begins a run on schedule, and no other after it; waits for the given page. */
		const beginOnSchedule = async (page: number) => {
			await publish(30);
			await waitFor('a run on schedule', () => (pagesAsked() >= page ? true : undefined));
			await publish('never');
		};
		const begunBefore = new Set(workers.flatMap(executionsBegunBy));
		emulator.failNext('hang', {
			when: ({ url }) =>
				url.startsWith('/v1/submissions') && pagesAsked() + 1 === PAGE_IN_THE_MIDDLE,
		});

		await beginOnSchedule(PAGE_IN_THE_MIDDLE);
		const worker = workers.find((one) => executionsBegunBy(one).some((id) => !begunBefore.has(id)));
		if (worker === undefined) throw new Error('No worker has started the export');
		await worker.kill();
		await worker.start();
		await beginOnSchedule(PAGE_IN_THE_MIDDLE + 1);
		await waitFor('a run on schedule to succeed', async (see) => {
			const runs = await n8n.executions.ofWorkflow(workflowId);
			see(runs.map(({ status, error }) => error ?? status));
			return runs.find(({ status, mode }) => status === 'success' && mode === 'trigger');
		});
		await n8n.workflows.unpublish(workflowId);

		const names = readdirSync(files).sort();
		const ids = names.flatMap((name) => {
			const [head = [], ...rows] = parseCsv(readFileSync(join(files, name)), { bom: true });
			return rows.map((row) => row[head.indexOf('id')]);
		});
		expect(names.map((name) => name.slice(-9))).toEqual(
			['1', '2', '3', '4'].map((number) => `-000${number}.csv`),
		);
		expect(ids).toEqual(submissions.map(({ id }) => id).reverse());
		emulator.assertNoUnusedFaults();
	});
}
