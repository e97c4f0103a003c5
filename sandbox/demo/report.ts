import Table from 'cli-table3';
import pc from 'picocolors';

export type Check = { title: string; expected: string; seen: string; isAsExpected: boolean };

/** What the demo tells a person, and whether all of it was as expected. */
export type Report = {
	heading: (text: string) => void;
	line: (text: string) => void;
	table: (head: string[], rows: string[][]) => void;
	/** What should be seen, what was, and whether that is the same. */
	check: (title: string, expected: string, seen: string) => void;
	/** A step that broke off. */
	failed: (title: string, error: unknown) => void;
	/** Prints the outcome; true when everything was as expected. */
	summary: () => boolean;
};

const WIDEST = 120;
const COLUMN_FRAME = 3;

export function createReport(print: (text: string) => void): Report {
	const checks: Check[] = [];

	function add(check: Check): void {
		checks.push(check);
		if (check.isAsExpected) return print(`${pc.green('✓')} ${check.title}: ${check.seen}`);
		print(`${pc.red('✗')} ${check.title}: expected ${check.expected}, seen ${check.seen}`);
	}

	return {
		heading: (text) => print(`\n${pc.bold(text)}`),
		line: (text) => print(text),
		table: (head, rows) => print(renderTable(head, rows)),
		check: (title, expected, seen) =>
			add({ title, expected, seen, isAsExpected: expected === seen }),
		failed(title, error) {
			const seen = error instanceof Error ? error.message : String(error);
			add({ title, expected: 'no error', seen, isAsExpected: false });
		},
		summary() {
			const failed = checks.filter(({ isAsExpected }) => !isAsExpected);
			const passed = checks.length - failed.length;
			print(`\n${pc.bold('Summary')}`);
			print(
				renderTable(
					['', 'What', 'Expected', 'Seen'],
					checks.map(({ title, expected, seen, isAsExpected }) => [
						isAsExpected ? pc.green('✓') : pc.red('✗'),
						title,
						shorten(expected, 40),
						shorten(seen, 40),
					]),
				),
			);
			const outcome = `${passed} of ${checks.length} as expected`;
			print(failed.length === 0 ? pc.green(outcome) : pc.red(outcome));
			return failed.length === 0 && checks.length > 0;
		},
	};
}

function renderTable(head: string[], rows: string[][]): string {
	const width = Math.min(process.stdout.columns ?? WIDEST, WIDEST);
	const longest = Math.floor((width - COLUMN_FRAME * head.length) / Math.min(head.length, 3));
	// Its own colours would also be written where nobody sees colours.
	const style = { head: [], border: [], compact: true };
	const table = new Table({ head: head.map(pc.bold), style });
	table.push(...rows.map((row) => row.map((cell) => shorten(cell, longest))));
	return table.toString();
}

export function shorten(text: string, length: number): string {
	const line = text.replace(/\s*\n\s*/g, ' ⏎ ');
	return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
