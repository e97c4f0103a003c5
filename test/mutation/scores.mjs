import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const NODES = 'nodes/FormSubmissions/';
const FILE = new URL('SCORES.md', import.meta.url);

const HEAD = `# Scores of \`npm run mutation\`

The share of mutants that were killed or timed out, in the last run on each module.

| Module | Score | Killed | Timed out | Survived | Not covered | Run on |
| ------ | ----: | -----: | --------: | -------: | ----------: | ------ |
`;

/** Writes the scores of the modules that a run was about in the place of their old ones. */
class ScoresReporter {
	onMutationTestReportReady({ files }) {
		const rows = new Map(existsSync(FILE) ? rowsIn(readFileSync(FILE, 'utf8')) : []);
		for (const [path, { mutants }] of Object.entries(files)) {
			const module = path.replace(NODES, '');
			rows.set(module, rowOf(module, mutants));
		}
		const lines = [...rows].filter(([module]) => existsSync(NODES + module)).sort();
		writeFileSync(FILE, `${HEAD}${lines.map(([, row]) => `${row}\n`).join('')}`);
	}
}

function rowsIn(text) {
	return [...text.matchAll(/^\| `([^`]+)` .*$/gm)].map(([row, module]) => [module, row]);
}

function rowOf(module, mutants) {
	const count = (wanted) => mutants.filter(({ status }) => status === wanted).length;
	const counts = ['Killed', 'Timeout', 'Survived', 'NoCoverage'].map(count);
	const [killed, timedOut, survived, notCovered] = counts;
	const caught = killed + timedOut;
	const score = `${((100 * caught) / (caught + survived + notCovered)).toFixed(1)} %`;
	const today = new Date().toISOString().slice(0, 10);
	return `| ${[`\`${module}\``, score, ...counts, today].join(' | ')} |`;
}

export const strykerPlugins = [
	{ kind: 'Reporter', name: 'scores', injectableClass: ScoresReporter },
];
