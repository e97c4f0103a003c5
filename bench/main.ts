/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { measureCost } from './measures/cost';
import { measureDeliveries } from './measures/deliveries';
import { measureMemory } from './measures/memory';
import { measureWalks } from './measures/walks';
import type { Result } from './result';

/** What the figures mean, and why any bound that fails does so. */
const NOTES = [
	'## What the figures say',
	'',
	"- **Time ÷ ideal.** The ideal assumes that each page takes as long as in a bare walk over a persistent connection. n8n's own request helper, which every node has to use, opens a connection for every page and takes almost a millisecond of CPU time; the comparison line shows what it needs on its own, the minimum for any node. The first walk of a process takes longer, because its code is loaded and compiled meanwhile; an n8n that has made requests before has that behind it. Get Many gives the request for the next page a few milliseconds to leave before it turns a page into rows, so that this work falls into the wait. Two walks at once leave each window some 35 ms late, because the `Date` headers show the service's clock with limited precision. With the service's real window of a minute instead of three seconds, that loss is a twentieth of what it is here.",
	'- **Between runs.** The first walk of a process took 1.041 to 1.076 times the ideal and a later one 1.012 to 1.046. With 30 ms a page, any other work on the computer shows.',
	'- **CPU.** An export has to keep what it parsed, so it is compared with a `JSON.parse` that keeps it as well; a good part of that is garbage collection around the rows that stay. Over HTTP, the request helper, which every node has to use, takes most of the time.',
	'- **What `formName` costs.** The names of forms come from `GET /v1/forms`, once every ten minutes for each key and process, and again when a submission belongs to a form that is not among them. The time of a walk includes it; the ideal does not.',
	"- **Deliveries.** Most of the time goes into n8n's execution. Before it starts one, n8n checks that the workflow may use each credential that any of its nodes has (`CredentialsPermissionChecker.check`, called by `WorkflowRunner.run` in n8n 2.41.1), which queries the database several times; n8n's own Webhook node with Header Auth is about as fast, and without a credential nearly twice as fast. A workflow whose other nodes have credentials pays for the check in any case. This trigger adds little: it verifies deliveries with a credential that it reads at most once a minute.",
	'',
];

/** The bench's measurements, all in one run. */
const MEASURES = {
	walks: measureWalks,
	cost: measureCost,
	deliveries: measureDeliveries,
};

/** Runs only by name, as a million submissions take a while. It writes its own file. */
const MEASURES_BY_NAME = { memory: measureMemory };

async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	const results: Result[] = [];
	const all = wanted.length === 0 ? MEASURES : { ...MEASURES, ...MEASURES_BY_NAME };
	for (const [name, measure] of Object.entries(all)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		process.stderr.write(`Measuring: ${name} …\n`);
		results.push(...(await measure()));
	}
	const table = tableOf(results);
	process.stdout.write(`${table}\n`);
	if (wanted.length === 0) writeResults(table);
	process.exitCode = results.every(({ isWithinBound }) => isWithinBound) ? 0 : 1;
}

/** As Markdown, which a person can read at the terminal, too. */
function tableOf(results: Result[]): string {
	const rows = results.map(
		({ what, seen, bound, isWithinBound, detail }) =>
			`| ${what} | ${seen} | ${bound} | ${bound && (isWithinBound ? 'yes' : '**no**')} | ${detail} |`,
	);
	return ['| What | Seen | Bound | Holds | Detail |', '|---|---|---|---|---|', ...rows].join('\n');
}

function writeResults(table: string): void {
	const text = [
		'# Results of `npm run bench`',
		'',
		'On the emulator over real HTTP (loopback), with 30 ms latency and 120 requests per window, shortened to 3 s. Only ratios and counts apply to other machines.',
		'',
		table,
		'',
		...NOTES,
	].join('\n');
	writeFileSync(join(__dirname, 'RESULTS.md'), text);
}

void main();
