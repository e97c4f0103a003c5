import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { foldText, nameFinder } from '../general/typedText';
import { escapeFormula, toCell } from './cells';

/** Without a name, any form field, or file, may have the value. */
export type FieldMatch = { name?: string; value: string };

export function matcherFor(matches: FieldMatch[]): (submission: Submission) => boolean {
	const areWanted = matches.map(matcherForOne);
	return (submission) => areWanted.every((isWanted) => isWanted(submission));
}

/** The value may be anywhere in a field or file, or be what a row shows of all of it. */
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
