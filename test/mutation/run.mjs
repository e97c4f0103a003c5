/** `npm run mutation -- <module> …`: runs Stryker on each module with its tests, and notes its score. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { MODULES } from './modules.mjs';

const NODES = 'nodes/FormSubmissions/';
const REPORT = 'reports/mutation/mutation.json';
const SCORES = new URL('SCORES.md', import.meta.url);
const HEAD = `# Scores of \`npm run mutation\`

The share of mutants that were killed or timed out, in the last run on each module.

| Module | Score | Killed | Timed out | Survived | Not covered | Minutes | Run on |
| ------ | ----: | -----: | --------: | -------: | ----------: | ------: | ------ |
`;

const asked = process.argv.slice(2);
const modules = Object.keys(MODULES).filter(
	(module) => asked.length === 0 || asked.some((part) => module.startsWith(part)),
);
if (modules.length === 0)
	throw new Error(`No such module. There are: ${Object.keys(MODULES).join(', ')}`);
for (const module of modules) measure(module);

function measure(module) {
	const startedMs = Date.now();
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
	note(module, files[NODES + module].mutants, (Date.now() - startedMs) / 60_000);
}

/** Writes a module's score in the place of its old one, and drops those of modules that are gone. */
function note(module, mutants, minutes) {
	const count = (wanted) => mutants.filter(({ status }) => status === wanted).length;
	const counts = ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map(count);
	const [killed, timedOut, survived, notCovered] = counts;
	const caught = killed + timedOut;
	const score = `${((100 * caught) / (caught + survived + notCovered)).toFixed(1)} %`;
	const today = new Date().toISOString().slice(0, 10);
	const row = [`\`${module}\``, score, ...counts, minutes.toFixed(1), today];
	const rows = new Map(existsSync(SCORES) ? rowsIn(readFileSync(SCORES, 'utf8')) : []);
	rows.set(module, `| ${row.join(' | ')} |`);
	const lines = [...rows].filter(([name]) => name in MODULES).sort();
	writeFileSync(SCORES, `${HEAD}${lines.map(([, line]) => `${line}\n`).join('')}`);
	spawnSync('node_modules/.bin/prettier', ['--write', fileURLToPath(SCORES)]);
}

function rowsIn(text) {
	return [...text.matchAll(/^\| `([^`]+)` .*$/gm)].map(([row, module]) => [module, row]);
}
