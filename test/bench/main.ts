/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import '../support/setup';

import { measureDeliveries } from './deliveries';
import type { Figure } from './figure';
import { measureListening } from './listening';
import { measureListeningHeap } from './listeningHeap';
import { measureLists } from './lists';
import { measureMemory } from './memory';
import { measureRows } from './rows';

const MEASURES = {
	memory: measureMemory,
	rows: measureRows,
	lists: measureLists,
	listening: measureListening,
	listeningHeap: measureListeningHeap,
	deliveries: measureDeliveries,
};

/**
 * `npm run bench`, or `npm run bench memory` for one of them; the folder of another checkout, to compare lists
 * with its: `npm run bench lists ../other`. Exits with 1 if a bound doesn't hold.
 */
async function main(): Promise<void> {
	const given = process.argv.slice(2);
	const wanted = given.filter((one) => one in MEASURES);
	const other = given.find((one) => !(one in MEASURES));
	for (const [name, measure] of Object.entries(MEASURES)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		process.stderr.write(`Measuring: ${name} …\n`);
		for (const figure of await measure(other)) print(figure);
	}
}

/** As a line of a Markdown table, for `RESULTS.md`. */
function print({ what, seen, atMost }: Figure): void {
	const isWithinBound = atMost === undefined || seen <= atMost;
	const bound = atMost === undefined ? '' : `≤ ${atMost}`;
	const number = Number(seen.toFixed(3));
	process.stdout.write(
		`| ${what} | ${number}${isWithinBound ? '' : ' **too much**'} | ${bound} |\n`,
	);
	if (!isWithinBound) process.exitCode = 1;
}

void main()
	.catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
		process.exitCode = 1;
	})
	// Timers of n8n would keep the process alive.
	.finally(() => process.exit());
