/** Splits CSV text into rows of cells; a quoted cell may contain commas, quotes, and line breaks. */
export function parseCsv(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	// Either a quoted cell or a bare one, then what ends it.
	const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
	const content = text.replace(/^\uFEFF/, '');
	while (cell.lastIndex < content.length) {
		const match = cell.exec(content);
		if (match === null) throw new Error(`Not CSV at "${content.slice(cell.lastIndex, 40)}"`);
		row.push(match[1]?.replace(/""/g, '"') ?? match[2] ?? '');
		if (match[3] === ',') continue;
		rows.push(row);
		row = [];
	}
	// The text ended with a comma, which is followed by an empty cell.
	if (row.length > 0) rows.push([...row, '']);
	return rows;
}
