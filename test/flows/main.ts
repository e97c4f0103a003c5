/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import 'reflect-metadata';

import { FLOWS } from './flows';
import { sizes, type Size } from './sizes';

async function main(): Promise<void> {
	for (const [name, enter] of Object.entries(FLOWS)) {
		const files = await enter();
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

void main();
