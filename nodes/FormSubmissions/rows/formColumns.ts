import { BoundedMap } from '../general/processMemory';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { toCell, toSharedCell, type Cell } from './cells';
import { FieldNamer, UNSPLIT, type NameLook } from './columns';
import type { Draft } from './draft';
import { listOf } from './entries';
import { blankIfEmpty, partsOf, submittedFields, type Fields } from './formFields';
import { isOfNamedParts, type ListLikeGroups } from './groupsAsColumns';

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
};

/** Adds a form's fields to rows. */
export class FormColumns {
	private readonly fieldsOf: FieldsOf;

	private readonly areSplit: boolean;

	private readonly namers = new BoundedMap<unknown, FieldNamer>(100);

	constructor(
		private readonly look: FormLook,
		private readonly lists: ListLikeGroups,
		private readonly escaped: (cell: Cell) => Cell,
	) {
		this.fieldsOf = fieldsFor(look, lists);
		this.areSplit = areGroupsSplit(look);
	}

	add(draft: Draft, data: unknown, formId: unknown): void {
		let namer = this.namers.get(formId);
		if (!namer) this.namers.set(formId, (namer = new FieldNamer(this.look)));
		const { length } = draft.columns;
		if (this.addUnshared(draft, data, formId, namer)) return;
		draft.columns.length = draft.cells.length = length;
		this.addAny(draft, data, formId, namer);
	}

	/** What nearly all rows have, as fast as that can be. False at what needs more. */
	private addUnshared(draft: Draft, data: unknown, formId: unknown, namer: FieldNamer): boolean {
		const { look, lists, escaped, areSplit } = this;
		if (look.fields || !isRecord(data)) return false;
		const { columns, cells } = draft;
		for (const field of Object.keys(data)) {
			const value = data[field];
			if (areSplit && isRecord(value)) {
				const parts = Object.keys(value);
				if (parts.length === 0 || lists.has(formId, field) || listOf(value)) return false;
				const known = namer.ofGroup(field);
				for (const part of parts) {
					const column = known.get(part) ?? namer.ofPart(field, part);
					if (column === UNSPLIT || isRecord(value[part])) return false;
					columns.push(column);
					cells.push(escaped(toCell(value[part])));
				}
			} else {
				columns.push(namer.of(field));
				cells.push(escaped(toCell(value)));
			}
		}
		return !namer.areShared;
	}

	private addAny(
		{ columns, cells }: Draft,
		data: unknown,
		formId: unknown,
		{ columnFor }: FieldNamer,
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
