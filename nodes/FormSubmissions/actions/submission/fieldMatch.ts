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
 * Returns a function that tells whether a submission has the value in that field, or in any if it has
 * no name: as text, without surrounding spaces, in any case. A list has it if one of its entries does,
 * or all of it as a row shows it.
 */
function matcherFor({ name, value }: FieldMatch): (submission: Submission) => boolean {
	const wanted = foldText(value);
	const isWanted = (one: unknown) =>
		typeof one !== 'object' && one !== undefined && foldText(String(one)) === wanted;
	const hasIt = (entered: unknown) => {
		const cell = toCell(entered);
		const alike = new Set([entered, cell, escapeFormula(cell)]);
		return [...alike].flat().some(isWanted);
	};
	const isNamed = nameFinder(name === undefined ? [] : [name]);
	return ({ data }) => {
		if (name === undefined) return (isRecord(data) ? Object.values(data) : [data]).some(hasIt);
		const named = Object.entries(isRecord(data) ? data : {});
		return named.some(([field, entered]) => isNamed(field) !== undefined && hasIt(entered));
	};
}
