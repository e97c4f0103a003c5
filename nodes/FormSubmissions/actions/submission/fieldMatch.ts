import type { Submission, SubmissionPage } from '../../api/types';
import type { FieldMatch } from '../../fields/filters';
import { isRecord } from '../../general/records';
import { foldText, nameFinder } from '../../general/typedText';
import { escapeFormula, toCell } from '../../rows/cells';
import type { FieldNames } from './fieldNames';

/** The names of the form fields that are compared. */
export function namesIn(matches: FieldMatch[]): string[] {
	return matches.flatMap(({ name }) => name ?? []);
}

/**
 * Filters a walk: returns the submissions whose form fields have all of these values. The service
 * can't do this (specification, section 4), so the walk reads every page. `sought` takes note of
 * the fields that there are.
 */
export async function* matchingFields(
	pages: AsyncGenerator<SubmissionPage>,
	matches: FieldMatch[],
	sought: FieldNames,
): AsyncGenerator<SubmissionPage> {
	if (matches.length === 0) return yield* pages;
	const areWanted = matches.map(matcherFor);
	for await (const page of pages) {
		sought.meet(page.submissions);
		const submissions = page.submissions.filter((one) =>
			areWanted.every((isWanted) => isWanted(one)),
		);
		yield { ...page, submissions };
	}
}

/**
 * Returns a function that tells whether a submission has the value in that field, or in any field or
 * file if it has no name: anywhere in it, or as a row shows all of it.
 */
function matcherFor({ name, value }: FieldMatch): (submission: Submission) => boolean {
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
