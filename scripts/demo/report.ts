/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import Table from 'cli-table3';
import { styleText } from 'node:util';

/** What the demo prints, and whether everything was as expected. */
export type Report = ReturnType<typeof createReport>;

/** Characters of a cell that are shown. */
const MAX_CELL = 36;

export const print = (text: string) => process.stdout.write(`${text}\n`);

export function createReport() {
	let checks = 0;
	const failed: string[] = [];
	return {
		table: (head: string[], rows: string[][]): void => void print(renderTable(head, rows)),
		/** Prints what was seen, and what was expected if that is something else. */
		check(title: string, expected: string, seen: string): void {
			checks += 1;
			if (expected === seen) return void print(`${styleText('green', '✓')} ${title}: ${seen}`);
			const line = styleText('red', `✗ ${title}: expected ${expected}, seen ${seen}`);
			failed.push(line);
			print(line);
		},
		/** Prints the outcome; returns true if everything was as expected. */
		summary(): boolean {
			const isAsExpected = failed.length === 0 && checks > 0;
			const outcome = `${checks - failed.length} of ${checks} as expected`;
			print(['', ...failed, styleText(isAsExpected ? 'green' : 'red', outcome)].join('\n'));
			return isAsExpected;
		},
	};
}

function renderTable(head: string[], rows: string[][]): string {
	// The library would print its own colors even where colors aren't supported.
	const style = { head: [], border: [], compact: true };
	const table = new Table({ head: head.map((name) => styleText('bold', name)), style });
	table.push(...rows.map((row) => row.map(shorten)));
	return table.toString();
}

function shorten(text: string): string {
	const line = text.replace(/\s*\n\s*/g, ' ⏎ ');
	return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1)}…` : line;
}
