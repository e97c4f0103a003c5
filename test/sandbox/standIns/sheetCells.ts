/** What was entered in each cell, row by row: text, number, or boolean. */
export type Grid = unknown[][];

/** Rows and columns from 0; the end is inclusive and may be open. */
type Range = { top: number; left: number; bottom: number; right: number };

/** Writes rows of values from the top left corner of a range; `null` leaves a cell unchanged. */
export function write(grid: Grid, a1: string, rows: unknown[][]): void {
	const { top, left } = parseRange(a1);
	rows.forEach((values, rowOffset) => {
		for (let row = grid.length; row <= top + rowOffset; row++) grid.push([]);
		const target = grid[top + rowOffset] ?? [];
		values.forEach((value, offset) => {
			if (value === null) return;
			while (target.length < left + offset) target.push('');
			target[left + offset] = value;
		});
	});
}

/** The values of a range as the API returns them: without empty ones at the end. */
export function read(grid: Grid, a1: string | undefined): unknown[][] {
	const { top, left, bottom, right } = parseRange(a1 ?? 'A1:ZZZ');
	const rows = grid.slice(top, bottom + 1).map((row) => {
		const values = row.slice(left, right + 1);
		while (values.at(-1) === '') values.pop();
		return values;
	});
	while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
	return rows;
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
