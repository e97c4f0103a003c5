/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import 'reflect-metadata';

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

import { measureCost } from './measures/cost';
import { measureDeliveries } from './measures/deliveries';
import { measureExtremes } from './measures/extremes';
import { measureMemory } from './measures/memory';
import { measurePolls } from './measures/polls';
import { measureSharing } from './measures/sharing';
import { measureWalks } from './measures/walks';
import type { Result } from './result';

const FILE = join(__dirname, 'RESULTS.md');

const HEAD = `# Results of \`npm run bench\`

Run against the emulator. Only ratios and counts apply to other machines; ratios of times, only if the computer was otherwise idle. Walks go over real HTTP (loopback), with 30 ms latency and 120 requests per window, shortened to 3 s (in sharing, it lasts a minute). Each part says when it was measured.
`;

/** The bench's measurements. Each can be run alone, by name. */
const MEASURES = {
	walks: measureWalks,
	cost: measureCost,
	polls: measurePolls,
	sharing: measureSharing,
	extremes: measureExtremes,
	deliveries: measureDeliveries,
};

/** Runs only by name, as a million submissions take a while. It writes its own file. */
const MEASURES_BY_NAME = { memory: measureMemory };

async function main(): Promise<void> {
	const wanted = process.argv.slice(2);
	const all = wanted.length === 0 ? MEASURES : { ...MEASURES, ...MEASURES_BY_NAME };
	let areWithinBounds = true;
	for (const [name, measure] of Object.entries(all)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		process.stderr.write(`Measuring: ${name} …\n`);
		const results = await measure();
		const table = tableOf(results);
		process.stdout.write(`${table}\n`);
		if (name in MEASURES) writeResults(name, table);
		areWithinBounds &&= results.every(({ isWithinBound }) => isWithinBound);
	}
	process.exitCode = areWithinBounds ? 0 : 1;
}

/** As Markdown, which a person can read at the terminal, too. */
function tableOf(results: Result[]): string {
	const rows = results.map(
		({ what, seen, bound, isWithinBound, detail }) =>
			`| ${what} | ${seen} | ${bound} | ${bound && (isWithinBound ? 'yes' : '**no**')} | ${detail} |`,
	);
	return ['| What | Seen | Bound | Holds | Detail |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** Replaces the part that was measured; the others stay as they were. */
function writeResults(name: string, table: string): void {
	const parts = new Map(
		readFileSync(FILE, 'utf8')
			.split(/^## /m)
			.slice(1)
			.map((part) => [part.slice(0, part.indexOf('\n')), part.trimEnd()]),
	);
	const day = new Date().toISOString().slice(0, 10);
	const load = (loadavg()[0] ?? NaN).toFixed(1);
	const when = `Measured on ${day} with Node.js ${process.version}. Load of the computer: ${load} on ${cpus().length} cores.`;
	parts.set(name, `${name}\n\n${when}\n\n${table}`);
	const inOrder = Object.keys(MEASURES).flatMap((one) => parts.get(one) ?? []);
	writeFileSync(FILE, [HEAD, ...inOrder.map((part) => `## ${part}\n`)].join('\n'));
}

void main();
