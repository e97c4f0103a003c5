import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { escapeFormula, toCell } from './cells';

/** The name of a form field, and the value that it must have; without a name, any field. */
export type FieldMatch = { name?: string; value: string };

/** Returns a function that tells whether a submission's form fields have all of these values. */
export function matcherFor(matches: FieldMatch[]): (submission: Submission) => boolean {
	const areWanted = matches.map(matcherForOne);
	return (submission) => areWanted.every((isWanted) => isWanted(submission));
}

/**
 * Returns a function that tells whether a submission has the value in that field, or in any field or
 * file if it has no name: anywhere in it, or as a row shows all of it.
 */
function matcherForOne({ name, value }: FieldMatch): (submission: Submission) => boolean {
	const wanted = foldText(value);
	const isWanted = (entry: unknown) => foldText(String(entry)) === wanted;
	const hasIt = (entered: unknown) => {
		const cell = toCell(entered);
		return isAnyIn([entered, cell, escapeFormula(cell)], isWanted);
	};
	if (name === undefined) {
		return ({ data, files }) =>
			[...(isRecord(data) ? Object.values(data) : [data]), files].some(hasIt);
	}
	const isNamed = nameFinder([name]);
	return ({ data }) =>
		Object.entries(isRecord(data) ? data : {}).some(
			([field, entered]) => isNamed(field) !== undefined && hasIt(entered),
		);
}

/**
 * Whether one of these values, or of what is in them at any depth, is wanted. Not recursive: anyone can
 * submit what is nested thousands of levels deep.
 */
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
