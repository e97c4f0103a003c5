/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';

import type { Submission } from '../../emulator';
import { isObject } from '../../sandbox/client/json';
import { parseCsv } from '../../sandbox/csv';
import { FIELDS } from './examples';
import { CSV_FILE } from './places';
import type { Stage } from './prepare';
import type { Report } from './report';

/** A submission with a list, a file with a URL, a leading zero and text that starts like a formula. */
const isTelling = ({ data, files }: Submission) =>
	urlOf(files[0]) !== undefined &&
	Array.isArray(data.topics) &&
	data.topics.length > 1 &&
	String(data.phone).startsWith('0') &&
	String(data.message).startsWith('=');

/** Shows a submission as the service sent it, next to its row in the CSV file. */
export async function showRow({ world }: Stage, report: Report): Promise<void> {
	const submission = world.listed.find(isTelling);
	if (submission === undefined) throw new Error('No submission has all there is to show');
	const { id, data, files, tags } = submission;
	const [head = [], ...rows] = parseCsv(readFileSync(CSV_FILE, 'utf8'));
	const row = rows.find((cells) => cells[head.indexOf('id')] === id) ?? [];
	const cell = (column: string) => row[head.indexOf(column)] ?? '';
	const sent: Record<string, unknown> = { ...submission, ...submission.meta, ...data };
	report.table(
		['Column', 'Cell', 'As the service sent it'],
		head.map((column) => [column, cell(column), asSent(sent[column])]),
	);

	const columns = ['submittedAt', ...FIELDS];
	const isInOrder = columns.join() === head.slice(0, columns.length).join();
	report.check("The form's fields follow submittedAt", 'yes', isInOrder ? 'yes' : head.join(', '));
	report.check('The form by its name', world.contact.name, cell('formName'));
	report.check('A list, joined', (data.topics as string[]).join(', '), cell('topics'));
	report.check('Tags, joined', tags.join(', '), cell('tags'));
	report.check('A file, by its address', files.map(urlOf).join(', '), cell('files'));
	report.check('A formula, marked as text', `'${String(data.message)}`, cell('message'));
	report.check('A leading zero, kept', String(data.phone), cell('phone'));
	const objects = rows.flat().filter((text) => text.includes('[object Object]'));
	report.check('Cells with [object Object]', '0', `${objects.length}`);
}

const urlOf = (file: unknown) =>
	isObject(file) && typeof file.url === 'string' ? file.url : undefined;

function asSent(value: unknown): string {
	return value === undefined ? '' : JSON.stringify(value);
}
