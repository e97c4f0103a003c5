/** `npm run mutation -- <module> …`: runs Stryker on each module with its tests, and prints its score. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { MODULES } from './modules.mjs';

const NODES = 'nodes/FormSubmissions/';
const REPORT = 'reports/mutation/mutation.json';

const asked = process.argv.slice(2);
const modules = Object.keys(MODULES).filter(
	(module) => asked.length === 0 || asked.some((part) => module.startsWith(part)),
);
if (modules.length === 0)
	throw new Error(`No such module. There are: ${Object.keys(MODULES).join(', ')}`);
for (const module of modules) measure(module);

function measure(module) {
	const tests = MODULES[module].map((test) => `test/unit/${test}.test.ts`);
	for (const file of [NODES + module, ...tests]) {
		if (!existsSync(file)) throw new Error(`There is no ${file}: correct modules.mjs`);
	}
	const { status } = spawnSync(
		'node_modules/.bin/stryker',
		['run', 'test/mutation/stryker.config.json', '--mutate', NODES + module],
		{ stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: tests.join() } },
	);
	if (status !== 0) throw new Error(`Stryker could not measure ${module}`);
	const { files } = JSON.parse(readFileSync(REPORT, 'utf8'));
	printScore(module, files[NODES + module].mutants);
}

/** The share of mutants that were killed or timed out. */
function printScore(module, mutants) {
	const count = (wanted) => mutants.filter(({ status }) => status === wanted).length;
	const caught = count('Killed') + count('Timeout');
	const all = caught + count('Survived') + count('NoCoverage');
	process.stdout.write(`${module}: ${caught} of ${all} mutants caught\n`);
}
