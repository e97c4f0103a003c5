import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../general/processMemory';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { toCell, toSharedCell, type Cell } from './cells';
import { fieldColumnNamer, type ColumnNamer, type NameLook } from './columnNames';
import { blankIfEmpty, partsOf, submittedFields, type Fields } from './formFields';
import { isOfNamedParts, type ListLikeGroups } from './groupsAsColumns';
import type { ListColumns } from './listsAsColumns';

/** What becomes of a group of values: a column for each part of it, or JSON text. */
export type GroupStyle = 'text' | 'columns';

const ARE_SPLIT: Record<GroupStyle, boolean> = { columns: true, text: false };

export function areGroupsSplit({ groups = 'columns' }: FormLook): boolean {
	return ARE_SPLIT[groups];
}

export type FormLook = NameLook & {
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** Default: a column for each part. */
	groups?: GroupStyle;
	/** Gets what has a column for each entry, in place of a text. */
	listColumns?: ListColumns;
};

/** Adds what was submitted to a row. */
type AddFields = (row: IDataObject, data: unknown, formId: unknown) => void;

/** Once for many rows. */
export function formColumns(
	look: FormLook,
	lists: ListLikeGroups,
	escaped: (cell: Cell) => Cell,
): AddFields {
	const fieldsOf = fieldsFor(look, lists);
	const namers = new BoundedMap<unknown, ColumnNamer>(100);
	const addShared = (row: IDataObject, formId: unknown, fields: Fields, columnFor: ColumnNamer) => {
		for (const [column, sharing] of byColumn(fields, columnFor)) {
			if (sharing.length === 1) continue;
			look.listColumns?.keepAsText(formId, column);
			row[column] = escaped(toSharedCell(sharing.map(([, value]) => value)));
			const names = sharing.map(([name]) => name);
			look.shared?.meet(column, names);
		}
	};
	return (row, data, formId) => {
		let columnFor = namers.get(formId);
		if (!columnFor) namers.set(formId, (columnFor = fieldColumnNamer(look)));
		const fields = fieldsOf(data, formId);
		let areShared = false;
		for (const [name, value] of fields) {
			const column = columnFor(name);
			areShared ||= Object.hasOwn(row, column);
			const list = look.listColumns?.listFor(formId, column, name, value);
			row[column] = list ?? escaped(toCell(value));
		}
		if (areShared) addShared(row, formId, fields, columnFor);
	};
}

function byColumn(fields: Fields, columnFor: ColumnNamer): Map<string, Fields> {
	const columns = new Map<string, Fields>();
	for (const field of fields) {
		const column = columnFor(field[0]);
		const known = columns.get(column);
		if (known) known.push(field);
		else columns.set(column, [field]);
	}
	return columns;
}

type FieldsOf = (data: unknown, formId: unknown) => Fields;

function fieldsFor(look: FormLook, lists: ListLikeGroups): FieldsOf {
	if (look.fields) return chosenFields(look.fields);
	if (!areGroupsSplit(look)) return submittedFields;
	return (data, formId) => {
		if (!isRecord(data)) return submittedFields(data);
		const all: Fields = [];
		for (const name in data) {
			const value = data[name];
			const isSplit = isRecord(value) && !lists.has(formId, name);
			const parts = isSplit ? partsOf(name, value, isOfNamedParts) : undefined;
			if (parts) for (const part of parts) all.push(part);
			else all.push([name, value]);
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
	const folded = chosen.map(foldText);
	const about = new BoundedMap<string, Chosen>(1_000);
	const lookUp = (name: string) => {
		const field = chosenName(name);
		const begin = foldText(name);
		const found = { field, mayHaveParts: folded.some((one) => one.startsWith(begin)) };
		about.set(name, found);
		return found;
	};
	return (data) => {
		const met: Fields = [];
		const similar: Fields = [];
		const fields = isRecord(data) ? data : {};
		for (const name in fields) {
			const { field, mayHaveParts } = about.get(name) ?? lookUp(name);
			const value = blankIfEmpty(fields[name]);
			if (field !== undefined) (field === name ? met : similar).push([field, value]);
			if (!mayHaveParts || !isRecord(value)) continue;
			for (const [part, ofPart] of partsOf(name, value) ?? []) {
				const chosenPart = chosenName(part);
				if (chosenPart !== undefined) {
					(chosenPart === part ? met : similar).push([chosenPart, ofPart]);
				}
			}
		}
		return inOrderOf(chosen, met, similar);
	};
}

function inOrderOf(chosen: string[], met: Fields, similar: Fields): Fields {
	const [only] = chosen;
	if (only !== undefined && chosen.length === 1) {
		return met.length > 0 ? met : [similar[0] ?? [only, undefined]];
	}
	const exact = new Map<string, Fields>();
	for (const field of met) {
		const known = exact.get(field[0]);
		if (known) known.push(field);
		else exact.set(field[0], [field]);
	}
	// Backward, so that the first that is spelled otherwise stays.
	const otherwise = new Map([...similar].reverse());
	return chosen.flatMap((field): Fields => exact.get(field) ?? [[field, otherwise.get(field)]]);
}

/** Which field was chosen that is called so, and whether a part may be chosen of a group that is. */
type Chosen = { field?: string; mayHaveParts: boolean };
