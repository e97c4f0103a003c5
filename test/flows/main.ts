/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import 'reflect-metadata';

import { FLOWS } from './flows';
import { sizes, type Size } from './sizes';

/** Prints what each flow enters and how much code there is; with `--json`, for a program. */
async function main([format]: string[]): Promise<void> {
	const flows: Record<string, string[]> = {};
	for (const [name, enter] of Object.entries(FLOWS)) flows[name] = await enter();
	if (format === '--json') process.stdout.write(JSON.stringify(flows));
	else printAll(flows);
}

function printAll(flows: Record<string, string[]>): void {
	for (const [name, files] of Object.entries(flows)) {
		print(`${name}: ${files.length} files`, ...files.map((file, index) => `${index + 1}. ${file}`));
	}
	const { product, polling, support, supportPerLine } = sizes();
	print(
		'Sizes:',
		`nodes/ and credentials/: ${inWords(product)}`,
		`polling/: ${inWords(polling)}`,
		`tests and all else that is not published: ${inWords(support)}`,
		`for each line of the product: ${supportPerLine.toFixed(2)}`,
	);
}

function print(title: string, ...lines: string[]): void {
	process.stdout.write([title, ...lines.map((line) => `  ${line}`), '', ''].join('\n'));
}

const inWords = ({ files, lines }: Size) => `${lines} lines in ${files} files`;

void main(process.argv.slice(2));
