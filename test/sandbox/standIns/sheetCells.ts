/** The value of a spreadsheet cell, and how Google Sheets interprets what is entered. */
export type Cell = string | number | boolean | { formula: string } | { date: string };

/** `RAW` keeps what was entered; `USER_ENTERED` treats it as if typed into the spreadsheet. */
export type InputOption = 'RAW' | 'USER_ENTERED';

export type Grid = Cell[][];

/** Rows and columns from 0; the end is inclusive and may be open. */
type Range = { top: number; left: number; bottom: number; right: number };

function interpret(value: string | number | boolean, option: InputOption): Cell {
	if (option === 'RAW' || typeof value !== 'string') return value;
	if (value.startsWith('=') || value.startsWith('+')) return { formula: value };
	if (value.startsWith("'")) return value.slice(1);
	if (/^\d{1,2}\/\d{1,2}(\/\d{2,4})?$/.test(value)) return { date: value };
	return value.trim() !== '' && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/** Writes rows of values from the top left corner of a range; `null` leaves a cell unchanged. */
export function write(grid: Grid, a1: string, rows: unknown[][], option: InputOption): void {
	const { top, left } = parseRange(a1);
	rows.forEach((values, rowOffset) => {
		for (let row = grid.length; row <= top + rowOffset; row++) grid.push([]);
		const target = grid[top + rowOffset] ?? [];
		values.forEach((value, offset) => {
			if (value === null) return;
			while (target.length < left + offset) target.push('');
			target[left + offset] = interpret(value as string, option);
		});
	});
}

/** The values of a range as the API returns them: without empty ones at the end. */
export function read(grid: Grid, a1: string | undefined): unknown[][] {
	const { top, left, bottom, right } = parseRange(a1 ?? 'A1:ZZZ');
	const rows = grid.slice(top, bottom + 1).map((row) => {
		const values = row.slice(left, right + 1).map(shown);
		while (values.at(-1) === '') values.pop();
		return values;
	});
	while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
	return rows;
}

function shown(cell: Cell): string | number | boolean {
	if (typeof cell !== 'object') return cell;
	return 'date' in cell ? cell.date : '#NAME?';
}

/** `A1`, `A1:Z2`, `A:Z`, `2:26`. */
function parseRange(a1: string): Range {
	const [from = '', to = from] = a1.split(':');
	const [start, end] = [corner(from), corner(to)];
	return {
		top: start.row ?? 0,
		left: start.column ?? 0,
		bottom: end.row ?? Infinity,
		right: end.column ?? Infinity,
	};
}

function corner(text: string): { column?: number; row?: number } {
	const match = /^([A-Z]*)(\d*)$/.exec(text);
	if (match === null) throw new Error(`Not a corner of a range: "${text}"`);
	const [, letters = '', digits = ''] = match;
	const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	return {
		...(letters !== '' && { column: number - 1 }),
		...(digits !== '' && { row: Number(digits) - 1 }),
	};
}
