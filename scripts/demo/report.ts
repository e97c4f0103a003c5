/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import Table from 'cli-table3';
import { styleText } from 'node:util';

type Check = { title: string; expected: string; seen: string; isAsExpected: boolean };

/** What the demo prints, and whether everything was as expected. */
export type Report = ReturnType<typeof createReport>;

/** Characters of a cell that are shown. */
const MAX_CELL = 36;

export function createReport(print: (text: string) => void) {
	const checks: Check[] = [];

	function add(check: Check): void {
		checks.push(check);
		if (check.isAsExpected)
			return print(`${styleText('green', '✓')} ${check.title}: ${check.seen}`);
		print(
			`${styleText('red', '✗')} ${check.title}: expected ${check.expected}, seen ${check.seen}`,
		);
	}

	return {
		heading: (text: string): void => print(`\n${styleText('bold', text)}`),
		line: (text: string): void => print(text),
		table: (head: string[], rows: string[][]): void => print(renderTable(head, rows)),
		/** Prints what was expected and what was seen, and whether they match. */
		check: (title: string, expected: string, seen: string): void =>
			add({ title, expected, seen, isAsExpected: expected === seen }),
		/** Prints a step that failed with an error. */
		failed(title: string, error: unknown): void {
			const seen = error instanceof Error ? error.message : String(error);
			add({ title, expected: 'no error', seen, isAsExpected: false });
		},
		/** Prints the outcome; returns true if everything was as expected. */
		summary(): boolean {
			const failed = checks.filter(({ isAsExpected }) => !isAsExpected);
			const passed = checks.length - failed.length;
			print('');
			for (const { title, expected, seen } of failed)
				print(styleText('red', `✗ ${title}: ${expected}, not ${seen}`));
			const outcome = `${passed} of ${checks.length} as expected`;
			print(failed.length === 0 ? styleText('green', outcome) : styleText('red', outcome));
			return failed.length === 0 && checks.length > 0;
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
