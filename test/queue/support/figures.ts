/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';

import { QUEUE_SETTINGS } from './settings';

export type Figure = { what: string; seen: string; detail: string };

/** What the tests have measured, for people to read: nothing here passes or fails. */
export type Figures = ReturnType<typeof createFigures>;

/** How many figures a complete run has. */
const FIGURES = 8;
const FILE = join(__dirname, '..', 'RESULTS.md');

/** Explains the figures. The places in n8n's code refer to version 2.41.1. */
const NOTES = [
	'## What the figures say',
	'',
	'- **A worker that dies.** n8n does not rerun an execution whose worker died: `maxStalledCount: 0` is fixed in its code (`scaling/scaling.service.js`, `setupQueue`), and no setting changes it. Once the lock has expired and half a minute has passed, the process that queued the execution ends it as `error` and removes the delivered data (`workflow-runner.js`, `processError`), so n8n cannot retry it. If that process is gone too, the main process marks the execution as `crashed` the next time it checks the queue (`recoverFromQueue`) and keeps the data: *Retry* works. The service still has the submissions whose data was removed: fetch them with *Get Many* and *Received After*, or use the polling trigger alongside the webhook trigger.',
	'- **A webhook process that restarts** refuses connections while it is down, and responds with 404 while it starts, until its addresses are registered. Have the load balancer check `/healthz/readiness`, or run two such processes; the specification does not promise repeated deliveries.',
	'',
];

export function createFigures() {
	const figures: Figure[] = [];
	return {
		add(what: string, seen: string, detail = ''): void {
			figures.push({ what, seen, detail });
		},
		print(): void {
			const table = new Table({
				head: ['What', 'Seen', 'Detail'],
				style: { head: [], border: [] },
				colWidths: [54, 14, 62],
				wordWrap: true,
			});
			for (const { what, seen, detail } of figures) table.push([what, seen, detail]);
			process.stdout.write(`\n${table.toString()}\n`);
		},
		/** Writes `test/queue/RESULTS.md`, unless a test failed or was skipped, so that figures are missing. */
		write(): void {
			if (figures.length === FIGURES) writeFileSync(FILE, toMarkdown(figures));
		},
	};
}

function toMarkdown(figures: Figure[]): string {
	return [
		'# Results of `npm run test:queue`',
		'',
		'n8n in queue mode on one machine: a main process, two workers, one webhook process, and next to them Redis and PostgreSQL. Only ratios and counts apply to other machines: here, all processes share the same processors; on several machines, they would not.',
		'',
		'| What | Seen | Detail |',
		'| --- | --- | --- |',
		...figures.map(({ what, seen, detail }) => `| ${what} | ${seen} | ${detail} |`),
		'',
		...NOTES,
		'## Settings',
		'',
		'The same for all of n8n’s processes, in addition to the addresses of Redis and PostgreSQL and a shared `N8N_ENCRYPTION_KEY`:',
		'',
		'```',
		...Object.entries(QUEUE_SETTINGS).map(([name, value]) => `${name}=${value}`),
		'```',
		'',
	].join('\n');
}
