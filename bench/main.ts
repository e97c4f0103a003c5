/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';

import { measureCost } from './measures/cost';
import { measureDeliveries } from './measures/deliveries';
import { measureMemory } from './measures/memory';
import { measurePolling } from './measures/polling';
import { measureRealN8n } from './measures/realN8n';
import { measureSignature } from './measures/signature';
import { measureWalks } from './measures/walks';
import type { Result } from './result';

/** What the figures say, and why a bound does not hold where one does not. */
const NOTES = [
	'## What the figures say',
	'',
	"- **Time ÷ ideal.** The ideal counts a page at the latency of a bare walk over a kept-open connection. n8n's own request helper, which every node has to use, opens a connection for every page and takes most of a millisecond of CPU time; the comparison line shows what it needs with nothing around it, which no node can go below. A window is left some 35 ms late, because the `Date` of the answers tells the service's clock only so well. With the service's real window of a minute instead of three seconds, the latter is a twentieth of what it is here.",
	'- **CPU ÷ bare JSON.parse.** A bare `JSON.parse` throws away what it parsed; an export keeps its rows. The line below shows the same against a `JSON.parse` that keeps them, from which the package, with all its checks and the flat rows it makes, hardly differs: what it keeps is smaller than what was parsed. The bound of 2 is out of reach for anything that outputs rows.',
	'- **What `formName` costs.** A form that was chosen from the list brings its name along: no request. Otherwise the names come from `GET /v1/forms`, once in ten minutes for each key and process, and again where a form turns up that is not among them. The bounds of a poll speak of the requests for submissions; the one for names, which the first poll with something new makes, has a line of its own. The time of a walk includes it, the ideal does not.',
	'- **What cells cost.** Joining and escaping are measured by themselves, since an export spends most of its time on requests and on `JSON.parse`: the lines name what the whole takes.',
	"- **What a credential costs.** n8n's Webhook node without a credential takes nearly twice the deliveries of one with Header Auth. Before it starts an execution, n8n checks that the workflow may use each credential that any of its nodes carries (`CredentialsPermissionChecker.check`, called by `WorkflowRunner.run`), which asks the database several times; a Header Auth webhook reads and decrypts the credential besides. The check depends on the nodes as they are stored, not on what a node reads, so this trigger can't do without it as long as it carries the credential it registers with. What it can do without, it does: a delivery is verified with the stored secret and reads no credential. A workflow whose other nodes carry credentials pays for the check in any case. (The places were read in n8n 2.41.1; the rates are measured above.)",
	'',
];

/** Every measurement of the bench, side by side in one run. */
const MEASURES = {
	walks: measureWalks,
	cost: measureCost,
	signature: measureSignature,
	polling: measurePolling,
	n8n: measureRealN8n,
	deliveries: measureDeliveries,
};

/** Only where asked for by name: a million submissions take their time. It writes its own file. */
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
	const table = new Table({
		head: ['What', 'Seen', 'Bound', 'Holds', 'Detail'],
		style: { head: [], border: [] },
	});
	for (const { what, seen, bound, isWithinBound, detail } of results) {
		table.push([what, seen, bound, bound && (isWithinBound ? 'yes' : 'NO'), detail]);
	}
	process.stdout.write(`${table.toString()}\n`);
	if (wanted.length === 0) writeResults(results);
	process.exitCode = results.every(({ isWithinBound }) => isWithinBound) ? 0 : 1;
}

function writeResults(results: Result[]): void {
	const rows = results.map(
		({ what, seen, bound, isWithinBound, detail }) =>
			`| ${what} | ${seen} | ${bound} | ${bound && (isWithinBound ? 'yes' : '**no**')} | ${detail} |`,
	);
	const text = [
		'# Results of `npm run bench`',
		'',
		'On the emulator over real HTTP (loopback), 30 ms latency, 120 requests a window, the window shortened to 3 s. Only ratios and counts mean something on another machine.',
		'',
		'| What | Seen | Bound | Holds | Detail |',
		'|---|---|---|---|---|',
		...rows,
		'',
		...NOTES,
	].join('\n');
	writeFileSync(join(__dirname, 'RESULTS.md'), text);
}

void main();
