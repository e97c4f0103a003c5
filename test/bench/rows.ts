/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { Alignment } from '../../nodes/FormSubmissions/rows/alignColumns';
import { DEFAULT_COLUMNS } from '../../nodes/FormSubmissions/rows/columns';
import { rowShape } from '../../nodes/FormSubmissions/rows/submissionRow';
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
	const make = (toRow?: Alignment['toRow']) => {
		const shape = rowShape(look, { toRow });
		return (each = () => {}) =>
			data.map((one, index) => {
				if (index % 100 === 99) each();
				return shape({ id: `sub_${index}`, formId: 'frm_1' }, one);
			});
	};
	const made = cpuOf(() => make()());
	const alignment = new Alignment();
	const aligned = cpuOf(() => {
		const rows = make(alignment.toRow)(() => alignment.endPage());
		alignment.end(rows, Array<string>(ROWS).fill('frm_1'));
	});
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
