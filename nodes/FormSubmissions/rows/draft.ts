import type { IDataObject } from 'n8n-workflow';

import type { Cell } from './cells';

/** The columns of a row that is being made, with what is in each. */
export type Draft = { columns: string[]; cells: Cell[] };

/** Makes the row; the draft is used again for the next one. */
export type ToRow = (draft: Draft, formId: unknown) => IDataObject;

export const rowOf = ({ columns, cells }: Draft): IDataObject => {
	const row: IDataObject = {};
	for (const [at, column] of columns.entries()) row[column] = cells[at];
	return row;
};
