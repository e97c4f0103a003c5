import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../general/processMemory';
import { asSeen } from '../general/typedText';
import type { RowOfForm } from './alignColumns';
import { escapeFormula, toCell, toSharedCell } from './cells';
import { fieldColumnNamer, type ColumnNamer, type NameLook } from './columnNames';
import { entriesOf } from './listsAndBoxes';

/** What becomes of a list: one text, or a column for each entry that any submission has. */
export type ListStyle = 'text' | 'columns';

/** A field with more different entries stays text: a table would get columns without end. */
export const MAX_ENTRIES = 100;

type ListField = {
	name: string;
	/** By entry as it is written: its column. */
	columns: Map<string, string>;
	/** Each of them once, when all are known. */
	options: string[];
	/** By entry as it came: they come again and again. */
	lately: BoundedMap<unknown, string>;
	/** Whether any value was sent as a list, and whether any is a text: that of a list may be what a visitor wrote. */
	hasLists: boolean;
	hasTexts: boolean;
	staysText: boolean;
};

/** The columns of lists. Until all rows are made, these have the lists themselves in place of cells. */
export class ListColumns {
	private readonly forms = new Map<unknown, Map<string, ListField>>();

	private readonly columnFor: ColumnNamer;

	constructor(private readonly look: NameLook) {
		this.columnFor = fieldColumnNamer(look);
	}

	/** The entries of a value, if it is a list. */
	listFor(formId: unknown, column: string, name: string, value: unknown): unknown[] | undefined {
		const entries = entriesOf(value);
		if (!entries) return undefined;
		const field = this.fieldFor(formId, column, name);
		field.hasLists ||= typeof value !== 'string';
		field.staysText ||= entries.some((entry) => typeof (entry ?? '') === 'object');
		return entries;
	}

	/** For a column that several fields share. */
	keepAsText(formId: unknown, column: string): void {
		this.fieldFor(formId, column, '').staysText = true;
	}

	/** Once all rows are made. Returns the names of the fields that have too many entries. */
	expand(rows: RowOfForm[]): string[] {
		for (const { formId, row } of rows) {
			for (const [column, field] of this.forms.get(formId) ?? []) {
				this.meet(field, row[column]);
			}
		}
		const all = [...this.forms.values()].flatMap((fields) => [...fields.values()]);
		for (const field of all) {
			const isWritten = field.hasTexts && !field.hasLists;
			const { size } = field.columns;
			field.staysText ||= isWritten || size === 0 || size > MAX_ENTRIES;
			field.options = [...new Set(field.columns.values())];
		}
		const taken = new Set(all.flatMap(({ options }) => options));
		for (const one of rows) {
			const fields = this.forms.get(one.formId);
			if (fields) one.row = this.expanded(one.row, fields, taken);
		}
		return all.filter(({ columns }) => columns.size > MAX_ENTRIES).map(({ name }) => name);
	}

	private fieldFor(formId: unknown, column: string, name: string): ListField {
		let fields = this.forms.get(formId);
		if (!fields) this.forms.set(formId, (fields = new Map<string, ListField>()));
		let field = fields.get(column);
		if (!field) {
			const columns = new Map<string, string>();
			const lately = new BoundedMap<unknown, string>(1_000);
			const state = { hasLists: false, hasTexts: false, staysText: false };
			fields.set(column, (field = { name, columns, options: [], lately, ...state }));
		}
		return field;
	}

	private meet(field: ListField, cell: unknown): void {
		field.hasTexts ||= !Array.isArray(cell) && (cell ?? '') !== '';
		if (!field.staysText) for (const entry of entriesIn(cell)) this.columnOf(field, entry);
	}

	/** Undefined for a blank entry, and for one too many. */
	private columnOf({ name, columns, lately }: ListField, entry: unknown): string | undefined {
		const known = lately.get(entry);
		if (known !== undefined) return known;
		const written = asSeen(String(this.textOf(entry) ?? ''));
		let column = columns.get(written);
		if (column === undefined && written !== '' && columns.size <= MAX_ENTRIES) {
			columns.set(written, (column = this.columnFor(`${name} ${written}`)));
		}
		if (column !== undefined) lately.set(entry, column);
		return column;
	}

	private expanded(
		row: IDataObject,
		fields: Map<string, ListField>,
		taken: Set<string>,
	): IDataObject {
		const all: IDataObject = {};
		// Another field may be called like one with an entry after it.
		const add = (column: string, cell: IDataObject[string]) => {
			const other = taken.has(column) ? all[column] : undefined;
			all[column] = other === undefined ? cell : toSharedCell([other, cell]);
		};
		for (const column in row) {
			const cell = row[column];
			const field = fields.get(column);
			if (!field) add(column, cell);
			else if (field.staysText) add(column, Array.isArray(cell) ? this.textOf(cell) : cell);
			else {
				const ticked = entriesIn(cell).map((entry) => this.columnOf(field, entry));
				for (const option of field.options)
					add(option, cell === null ? null : ticked.includes(option));
			}
		}
		return { ...all };
	}

	/** As texts are in cells. */
	private textOf(value: unknown) {
		const cell = toCell(value);
		return this.look.escapeFormulas ? escapeFormula(cell) : cell;
	}
}

/** A text among lists is one of their entries. */
function entriesIn(cell: unknown): unknown[] {
	return Array.isArray(cell) ? cell : [cell];
}
