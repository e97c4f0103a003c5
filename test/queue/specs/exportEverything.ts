/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadExample } from '../../../sandbox/client/examples';
import { parseCsv } from '../../../sandbox/csv';
import { executionsBegunBy } from '../support/executionLog';
import type { QueueWorld } from '../support/queueWorld';

const SUBMISSIONS = 1_150;
const PAGES_PER_FILE = 3;

export function describeExportEverything(world: () => QueueWorld, folder: () => string): void {
	describe('export-everything', () => {
		it('runs on schedule on a worker, with each submission in one file', async () => {
			const { n8n, workers, addService } = world();
			const { emulator, credential } = await addService();
			const formId = emulator.addForm().id;
			const submissions = emulator.addSubmissions(formId, SUBMISSIONS);
			const files = mkdtempSync(join(folder(), 'files-'));
			const file = loadExample('export-everything', {
				credential,
				formId,
				values: { Settings: { folder: files, pagesPerFile: PAGES_PER_FILE } },
				// The first run ends long before the next would begin.
				parameters: {
					'Every Sunday': { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } },
				},
			});
			const settings = { ...file.settings, saveDataSuccessExecution: 'all' };
			const { id } = await n8n.workflows.create({ ...file, settings });
			await n8n.workflows.publish(id);

			// Each file is an execution of its own, and the one on schedule is the last to end.
			const runs = await n8n.executions.waitForCount(id, 5, 120_000);
			await n8n.workflows.unpublish(id);

			expect(runs.map(({ error, status }) => error ?? status)).toEqual(Array(5).fill('success'));
			const scheduled = runs.filter(({ mode }) => mode === 'trigger').map((run) => run.id);
			expect(workers.flatMap(executionsBegunBy)).toEqual(expect.arrayContaining(scheduled));
			const ids = readdirSync(files)
				.sort()
				.flatMap((name) => {
					const [head = [], ...rows] = parseCsv(readFileSync(join(files, name), 'utf8'));
					return rows.map((row) => row[head.indexOf('id')]);
				});
			expect(ids).toEqual(submissions.map((one) => one.id).reverse());
		}, 180_000);
	});
}
