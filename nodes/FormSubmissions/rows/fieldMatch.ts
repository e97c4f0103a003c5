import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { escapeFormula, toCell } from './cells';
import { fieldsAndParts } from './formFields';
import { entriesOf } from './listsAndBoxes';

/** Whether a value is all of a text, or stands in it. */
export type Comparison = 'is' | 'contains';

export type FieldMatch = {
	/** Of a form field, or a part of a group. Without a name, any form field, or file, may have the value. */
	name?: string;
	value: string;
	compare: Comparison;
};

export function matcherFor(matches: FieldMatch[]): (submission: Submission) => boolean {
	const areWanted = matches.map(matcherForOne);
	return (submission) => areWanted.every((isWanted) => isWanted(submission));
}

function matcherForOne({ name, value, compare }: FieldMatch): (submission: Submission) => boolean {
	const hasIt = searchFor(value, compare);
	if (name === undefined) {
		return ({ data, files }) =>
			[...(isRecord(data) ? Object.values(data) : [data]), files].some(hasIt);
	}
	const isNamed = nameFinder([name]);
	return ({ data }) =>
		fieldsAndParts(isRecord(data) ? data : {}).some(
			([field, entered]) => isNamed(field) !== undefined && hasIt(entered),
		);
}

/** The value may be anywhere in a field or file, or be what a row shows of all of it. */
function searchFor(value: string, compare: Comparison): (entered: unknown) => boolean {
	const wanted = foldText(value);
	const isWanted = {
		contains: (entry: unknown) => foldText(String(entry)).includes(wanted),
		is: (entry: unknown) => foldText(String(entry)) === wanted,
	}[compare];
	return (entered) => {
		const entries = entriesOf(entered);
		// In the JSON text of a group stand the names of its parts, too.
		if (compare === 'contains' && typeof entered === 'object') {
			return isAnyIn([entered, entries], isWanted);
		}
		const cell = toCell(entered);
		return isAnyIn([entered, entries?.map(toCell), cell, escapeFormula(cell)], isWanted);
	};
}

/** At any depth, but not recursive: anyone can submit what is nested thousands of levels deep. */
function isAnyIn(values: unknown[], isWanted: (entry: unknown) => boolean): boolean {
	const met = new Set(values);
	// A set returns what is added to it meanwhile, too, and each entry once.
	for (const value of met) {
		if (typeof value === 'object' && value !== null) {
			for (const entry of Object.values(value)) met.add(entry);
		} else if (value !== undefined && value !== null && isWanted(value)) return true;
	}
	return false;
}
