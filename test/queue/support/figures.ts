/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import Table from 'cli-table3';

/** What the tests have measured, for people to read: nothing here passes or fails. */
export type Figures = ReturnType<typeof createFigures>;

/** Figures to print after the tests; those of a run with 2,000 deliveries are in `RESULTS.md`. */
export function createFigures() {
	const table = new Table({
		head: ['What', 'Seen', 'Detail'],
		style: { head: [], border: [] },
		colWidths: [54, 14, 62],
		wordWrap: true,
	});
	return {
		add(what: string, seen: string, detail = ''): void {
			table.push([what, seen, detail]);
		},
		print(): void {
			process.stdout.write(`\n${table.toString()}\n`);
		},
	};
}
