/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import Table from 'cli-table3';
import { styleText } from 'node:util';

import type { Finding } from './finding';
import type { Change } from './results';

const MARKS = {
	asAssumed: styleText('green', '✓'),
	differs: styleText('red', '✗'),
	notSeen: styleText('dim', '?'),
};
const MIN_WIDTH = 100;
/** Mark and question; the rest of the line is shared by the two other columns. */
const FIXED_WIDTHS = [3, 26];
const BORDERS = 5;

export function renderFindings(findings: Finding[]): string {
	const table = createTable(['', 'Question', 'This service', 'The nodes assume']);
	for (const { verdict, question, found, assumed } of findings) {
		table.push([MARKS[verdict], question, found, assumed]);
	}
	const wrong = findings.filter(({ verdict }) => verdict === 'differs');
	const lines = wrong.map(({ question, consequence }) => `✗ ${question}: ${consequence}`);
	return [table.toString(), ...lines, summaryOf(findings)].join('\n');
}

export function renderChanges(changes: Change[], before: string): string {
	if (changes.length === 0) return `The same as ${before}.`;
	const table = createTable(['', 'Question', 'This service', before]);
	for (const { question, was, is } of changes) table.push(['', question, is, was]);
	return table.toString();
}

function createTable(head: string[]): Table.Table {
	const width = Math.max(MIN_WIDTH, process.stdout.columns ?? MIN_WIDTH);
	const rest = width - FIXED_WIDTHS.reduce((sum, one) => sum + one, BORDERS);
	const colWidths = [...FIXED_WIDTHS, Math.ceil(rest * 0.6), Math.floor(rest * 0.4)];
	return new Table({ head, colWidths, wordWrap: true, style: { head: [], border: [] } });
}

function summaryOf(findings: Finding[]): string {
	const count = (verdict: Finding['verdict']) =>
		findings.filter((finding) => finding.verdict === verdict).length;
	const text = `${count('asAssumed')} as assumed, ${count('differs')} otherwise, ${count('notSeen')} not seen`;
	return count('differs') === 0 ? styleText('green', text) : styleText('red', text);
}
