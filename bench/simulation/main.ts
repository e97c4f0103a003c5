/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
// Must come first: it keeps the package's log off the terminal.
import '../../test/support/setup';

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PROJECT } from '../../sandbox/paths';
import { plot } from './plot';
import { describeResults } from './results';
import { aMillionADay, besidePolling, moreProcesses } from './scenarios';
import { validate } from './validate';

const PICTURE = join(PROJECT, 'docs', 'scale.svg');
const RESULTS = join(__dirname, 'RESULTS.md');

/** Checks the model against real processes, then uses it for what can't be measured in minutes. */
async function main(): Promise<void> {
	process.stderr.write('Measuring real processes, some minutes …\n');
	const comparisons = await validate();
	process.stderr.write('Simulating …\n');
	const throughput = await moreProcesses();
	const shares = await besidePolling();
	const intake = await aMillionADay();

	const text = describeResults({ comparisons, throughput, shares, intake });
	writeFileSync(RESULTS, text);
	mkdirSync(dirname(PICTURE), { recursive: true });
	writeFileSync(PICTURE, await plot(throughput, shares));
	process.stdout.write(text);
	process.exitCode = comparisons.every(({ holds }) => holds) ? 0 : 1;
}

void main();
