/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { alignColumns } from '../../nodes/FormSubmissions/rows/alignColumns';
import { DEFAULT_COLUMNS } from '../../nodes/FormSubmissions/rows/columnNames';
import { simplifySubmission } from '../../nodes/FormSubmissions/rows/submissionRow';
import type { Figure } from './figure';

const ROWS = 20_000;

/** A few of many fields that may be left empty. */
const FIELDS = 15;

/** What it costs that all rows have the same columns, compared with rows that have what was submitted. */
export function measureRows(): Figure[] {
	const ratios = Array.from({ length: 5 }, ratio).sort((one, other) => one - other);
	const [, , median = Infinity] = ratios;
	const what = `${ROWS} rows with the same columns ÷ as they are: CPU`;
	return [{ what, seen: median, atMost: 1.2 }];
}

function ratio(): number {
	const look = { columns: DEFAULT_COLUMNS, escapeFormulas: false };
	const data = Array.from({ length: ROWS }, (_, index) => dataOf(index));
	const make = () => {
		const toRow = simplifySubmission(look);
		const formId = 'frm_1';
		return data.map((one, index) => ({
			formId,
			row: toRow({ id: `sub_${index}`, formId, data: one }, null),
		}));
	};
	const made = cpuOf(make);
	const aligned = cpuOf(() => alignColumns(make()));
	return aligned.micros / made.micros;
}

function dataOf(index: number): object {
	const isFilledIn = (field: number) => (index >> (field % 8)) % 2 === 0;
	const fields = Array.from({ length: FIELDS }, (_, field) => field).filter(isFilledIn);
	return Object.fromEntries(fields.map((field) => [`Field ${field}`, `Text ${index}`]));
}

function cpuOf<Result>(run: () => Result): { result: Result; micros: number } {
	const before = process.cpuUsage();
	const result = run();
	return { result, micros: process.cpuUsage(before).user };
}
