import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../general/processMemory';
import { isRecord } from '../general/records';
import { nameFinder } from '../general/typedText';
import { toCell, toSharedCell, type Cell } from './cells';
import { fieldColumnNamer, type ColumnNamer, type NameStyle, type SharedColumns } from './columns';
import {
	fieldsAndParts,
	isOfNamedParts,
	partsOf,
	submittedFields,
	type Fields,
} from './formFields';
import type { ListLikeGroups } from './listLikeGroups';

export type FormLook = {
	escapeFormulas: boolean;
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** Default, if nobody chose: as in the form. */
	names?: NameStyle;
	/** What becomes of a group of values: a column for each part of it (the default), or JSON text. */
	groups?: 'text' | 'columns';
	/** Gets the columns that several fields share. */
	shared?: SharedColumns;
};

/** Writes the fields of a submission into its row, which has none yet. */
type FillIn = (row: IDataObject, data: unknown, formId: unknown) => void;

export function formColumns(
	look: FormLook,
	lists: ListLikeGroups,
	escaped: (cell: Cell) => Cell,
): FillIn {
	const fieldsOf = fieldsFor(look, lists);
	const namers = new BoundedMap<unknown, ColumnNamer>(100);
	const namerOf = (formId: unknown) => {
		const namer = namers.get(formId) ?? fieldColumnNamer(look, look.shared);
		if (!namers.has(formId)) namers.set(formId, namer);
		return namer;
	};
	return (row, data, formId) => {
		const columnFor = namerOf(formId);
		const fields = fieldsOf(data, formId);
		for (const [field, value] of fields) {
			const column = columnFor(field);
			if (row[column] !== undefined) return fillInShared(row, fields, columnFor);
			row[column] = escaped(toCell(value));
		}
	};

	/** Few rows have such fields, so the others needn't look which do. */
	function fillInShared(row: IDataObject, fields: Fields, columnFor: ColumnNamer): void {
		const byColumn = new Map<string, Fields>();
		for (const field of fields) {
			const column = columnFor(field[0]);
			const known = byColumn.get(column);
			if (known) known.push(field);
			else byColumn.set(column, [field]);
		}
		for (const [column, ofColumn] of byColumn) {
			row[column] = escaped(toSharedCell(ofColumn.map(([, value]) => value)));
			const names = ofColumn.map(([name]) => name);
			if (names.length > 1) look.shared?.note(column, names);
		}
	}
}

function fieldsFor(
	{ fields, groups }: FormLook,
	lists: ListLikeGroups,
): (data: unknown, formId: unknown) => Fields {
	if (fields) return chosenFields(fields);
	if (groups === 'text') return submittedFields;
	return (data, formId) => {
		const all: Fields = [];
		for (const field of submittedFields(data)) {
			const [name, value] = field;
			const isSplit = isRecord(value) && !lists.has(formId, name);
			const parts = isSplit ? partsOf(name, value, isOfNamedParts) : undefined;
			if (parts) all.push(...parts);
			else all.push(field);
		}
		return all;
	};
}

/**
 * A field or a part of a group, spelled exactly as it was chosen, as often as there is one; or else the first that
 * is spelled otherwise.
 */
export function chosenFields(chosen: string[]): (data: unknown) => Fields {
	const chosenName = nameFinder(chosen);
	return (data) => {
		const exact = new Map<string, unknown[]>();
		const similar = new Map<string, unknown>();
		for (const [name, value] of isRecord(data) ? fieldsAndParts(data) : []) {
			const field = chosenName(name);
			if (field === undefined) continue;
			if (field === name) exact.set(field, [...(exact.get(field) ?? []), value]);
			else if (!similar.has(field)) similar.set(field, value);
		}
		return chosen.flatMap((field): Fields => {
			const values = exact.get(field) ?? [similar.get(field)];
			return values.map((value) => [field, value]);
		});
	};
}
