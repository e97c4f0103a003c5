/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import 'reflect-metadata';

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Table from 'cli-table3';

import { measureCost } from './measures/cost';
import { measureDeliveries } from './measures/deliveries';
import { measurePolling } from './measures/polling';
import { measureRealN8n } from './measures/realN8n';
import { measureSignature } from './measures/signature';
import { measureWalks } from './measures/walks';
import type { Result } from './result';

/** Every measurement of the bench, side by side in one run. */
const MEASURES = {
	walks: measureWalks,
	cost: measureCost,
	signature: measureSignature,
	polling: measurePolling,
	n8n: measureRealN8n,
	deliveries: measureDeliveries,
};

async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	const results: Result[] = [];
	for (const [name, measure] of Object.entries(MEASURES)) {
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
	].join('\n');
	writeFileSync(join(__dirname, 'RESULTS.md'), text);
}

void main();
