import type { IDataObject } from 'n8n-workflow';

import { withDigest } from './plainName';

/**
 * Renames columns that differ from another in case alone, which a data table refuses: of `ID`, `Id`, and `id`, the
 * last keeps its name, and the others get a digest. Their names alone decide, not whose row comes first.
 */
export function keepApartInCase(rows: Array<{ row: IDataObject }>): void {
	const columns = new Set<string>();
	for (const { row } of rows) for (const column in row) columns.add(column);
	// Capitals come first.
	const inOneCase = new Map([...columns].sort().map((column) => [column.toLowerCase(), column]));
	if (inOneCase.size === columns.size) return;
	const kept = new Set(inOneCase.values());
	for (const one of rows) {
		const named = Object.entries(one.row).map(([column, cell]) => [
			kept.has(column) ? column : withDigest(column, column),
			cell,
		]);
		one.row = Object.fromEntries(named);
	}
}
