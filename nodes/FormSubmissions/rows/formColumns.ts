import { BoundedMap } from '../general/processMemory';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { toCell, toSharedCell, type Cell } from './cells';
import { fieldColumnNamer, type ColumnNamer, type NameStyle, type SharedColumns } from './columns';
import type { Draft } from './draft';
import { partsOf, submittedFields, type Fields } from './formFields';
import { isNumberOrId, isOfNamedParts, type ListLikeGroups } from './groupsAsColumns';

/** What becomes of a group of values: a column for each part of it, or JSON text. */
export type GroupStyle = 'text' | 'columns';

const ARE_SPLIT: Record<GroupStyle, boolean> = { columns: true, text: false };

export function areGroupsSplit({ groups = 'columns' }: FormLook): boolean {
	return ARE_SPLIT[groups];
}

export type FormLook = {
	escapeFormulas: boolean;
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** Default, if nobody chose: as in the form. */
	names?: NameStyle;
	/** Default: a column for each part. */
	groups?: GroupStyle;
	/** Gets the columns that several fields share. */
	shared?: SharedColumns;
};

/** Adds a form's fields to rows. */
export class FormColumns {
	private readonly fieldsOf: FieldsOf;

	private readonly areSplit: boolean;

	private readonly namersOfForms = new BoundedMap<unknown, Namers>(100);

	constructor(
		private readonly look: FormLook,
		private readonly lists: ListLikeGroups,
		private readonly escaped: (cell: Cell) => Cell,
	) {
		this.fieldsOf = fieldsFor(look, lists);
		this.areSplit = areGroupsSplit(look);
	}

	add(draft: Draft, data: unknown, formId: unknown): void {
		let namers = this.namersOfForms.get(formId);
		if (!namers) this.namersOfForms.set(formId, (namers = new Namers(this.look)));
		const { length } = draft.columns;
		if (this.addUnshared(draft, data, formId, namers)) return;
		draft.columns.length = draft.cells.length = length;
		this.addAny(draft, data, formId, namers);
	}

	/** What nearly all rows have, as fast as that can be. False at what needs more. */
	private addUnshared(draft: Draft, data: unknown, formId: unknown, namers: Namers): boolean {
		const { look, lists, escaped, areSplit } = this;
		if (look.fields || !isRecord(data)) return false;
		const { columns, cells } = draft;
		for (const field of Object.keys(data)) {
			const value = data[field];
			if (areSplit && isRecord(value)) {
				const parts = Object.keys(value);
				if (parts.length === 0 || lists.has(formId, field)) return false;
				const known = namers.ofGroup(field);
				for (const part of parts) {
					const column = known.get(part) ?? namers.ofPart(field, part);
					if (column === UNSPLIT || isRecord(value[part])) return false;
					columns.push(column);
					cells.push(escaped(toCell(value[part])));
				}
			} else {
				columns.push(namers.of(field));
				cells.push(escaped(toCell(value)));
			}
		}
		return !namers.areShared;
	}

	private addAny(
		{ columns, cells }: Draft,
		data: unknown,
		formId: unknown,
		{ columnFor }: Namers,
	): void {
		const byColumn = new Map<string, Fields>();
		for (const field of this.fieldsOf(data, formId)) {
			const column = columnFor(field[0]);
			const known = byColumn.get(column);
			if (known) known.push(field);
			else byColumn.set(column, [field]);
		}
		for (const [column, ofColumn] of byColumn) {
			columns.push(column);
			cells.push(this.escaped(toSharedCell(ofColumn.map(([, value]) => value))));
			const names = ofColumn.map(([name]) => name);
			if (names.length > 1) this.look.shared?.note(column, names);
		}
	}
}

/** In place of the column of a part that keeps its group from being split. No part has a column of no name. */
const UNSPLIT = '';

/** The columns of a form's fields, and of the parts of groups that are no groups. */
class Namers {
	/** Whether any two that were met share a column. */
	areShared = false;

	readonly columnFor: ColumnNamer;

	private readonly ofFields = new BoundedMap<string, string>(1_000);

	private readonly ofGroups = new BoundedMap<string, Map<string, string>>(100);

	private readonly first = new Map<string, string>();

	constructor(look: FormLook) {
		this.columnFor = fieldColumnNamer(look, look.shared);
	}

	of(field: string): string {
		const known = this.ofFields.get(field);
		if (known !== undefined) return known;
		const column = this.columnFor(field);
		this.noteFirst(column, field);
		this.ofFields.set(field, column);
		return column;
	}

	/** The columns of a group's parts, as far as they are known. */
	ofGroup(group: string): ReadonlyMap<string, string> {
		let ofParts = this.ofGroups.get(group);
		if (!ofParts) this.ofGroups.set(group, (ofParts = new BoundedMap(1_000)));
		return ofParts;
	}

	ofPart(group: string, part: string): string {
		const column = isNumberOrId(part) ? UNSPLIT : this.columnFor(`${group} ${part}`);
		if (column !== UNSPLIT) this.noteFirst(column, JSON.stringify([group, part]));
		this.ofGroups.get(group)?.set(part, column);
		return column;
	}

	private noteFirst(column: string, field: string): void {
		const known = this.first.get(column);
		this.areShared ||= this.first.size > MAX_FIRST || (known ?? field) !== field;
		this.first.set(column, field);
	}
}

/** With more columns, each row is looked at for itself. */
const MAX_FIRST = 5_000;

type FieldsOf = (data: unknown, formId: unknown) => Fields;

function fieldsFor(look: FormLook, lists: ListLikeGroups): FieldsOf {
	if (look.fields) return chosenFields(look.fields);
	if (!areGroupsSplit(look)) return submittedFields;
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
			const value = fields[name];
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
