/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';

import { QUEUE_SETTINGS } from './settings';

export type Figure = { what: string; seen: string; detail: string };

/** What the tests have measured, for people: nothing here passes or fails. */
export type Figures = {
	add: (what: string, seen: string, detail?: string) => void;
	print: () => void;
	/** Into `test/queue/RESULTS.md`, unless some are missing because a test failed or was left out. */
	write: () => void;
};

/** As many as a whole run gives. */
const FIGURES = 12;
const FILE = join(__dirname, '..', 'RESULTS.md');

/** Why the figures are what they are. The places named were read in n8n 2.41.1. */
const NOTES = [
	'## What the figures say',
	'',
	'- **A worker that dies.** n8n does not run an execution again whose worker died: `maxStalledCount: 0` stands in its code (`scaling/scaling.service.js`, `setupQueue`), and no setting changes it. The process that queued the execution ends it as `error` once the lock has run out and half a minute has passed, and empties it of what was delivered (`workflow-runner.js`, `processError`), so that n8n cannot retry it. Where that process is gone too, the main process marks the execution `crashed` at its next look at the queue (`recoverFromQueue`) and keeps its data: *Retry* works. What was emptied is still at the service: fetch it with *Get Many* and *Received After*, or use the polling trigger beside the webhook trigger.',
	'- **A webhook process that restarts** refuses connections while it is away and answers 404 while it starts, before its addresses are in place. Let the load balancer ask `/healthz/readiness`, or run two of them; the specification promises no repetitions.',
	'- **Two workers, one API key.** Each process keeps its own budget and learns of the other by the answers alone: at the edge of a window a request may be refused with 429. It is waited out and repeated; no row is lost or comes twice.',
	'',
];

export function createFigures(): Figures {
	const figures: Figure[] = [];
	return {
		add(what, seen, detail = '') {
			figures.push({ what, seen, detail });
		},
		print() {
			const table = new Table({
				head: ['What', 'Seen', 'Detail'],
				style: { head: [], border: [] },
				colWidths: [54, 14, 62],
				wordWrap: true,
			});
			for (const { what, seen, detail } of figures) table.push([what, seen, detail]);
			process.stdout.write(`\n${table.toString()}\n`);
		},
		write() {
			if (figures.length === FIGURES) writeFileSync(FILE, toMarkdown(figures));
		},
	};
}

function toMarkdown(figures: Figure[]): string {
	return [
		'# Results of `npm run test:queue`',
		'',
		'n8n in queue mode on one machine: a main process, two workers, one process that takes webhooks; Redis and PostgreSQL beside them. Only ratios and counts mean something on another machine: here all processes share the same processors, which several machines would not.',
		'',
		'| What | Seen | Detail |',
		'| --- | --- | --- |',
		...figures.map(({ what, seen, detail }) => `| ${what} | ${seen} | ${detail} |`),
		'',
		...NOTES,
		'## Settings',
		'',
		'The same for all of n8n’s processes, besides the addresses of Redis and PostgreSQL and one `N8N_ENCRYPTION_KEY`:',
		'',
		'```',
		...Object.entries(QUEUE_SETTINGS).map(([name, value]) => `${name}=${value}`),
		'```',
		'',
	].join('\n');
}
