import type { Submission } from '../api/types';
import { quoteName, quoteNames, quoteValue } from '../errors/quotes';
import { isRecord } from '../general/records';
import { nameFinder } from '../general/typedText';
import { toCell } from './cells';
import { matcherFor, type FieldMatch } from './fieldMatch';
import { fieldsAndParts } from './formFields';

/** For each value that looks like a comparison, as people know it from other programs, that it is none. */
export function noteNoComparison(matches: FieldMatch[]): string[] {
	return matches
		.filter(({ value }) => /^\s*[<>=≤≥]/.test(value))
		.map(
			({ value }) =>
				`'Field Value' looks for the text ${quoteValue(value)}, sign included, and compares no numbers or dates. For that, add n8n's Filter node after this one.`,
		);
}

/** What a submission has in place of what the filter asks for. */
export function noteMismatches(submission: Submission, matches: FieldMatch[]): string[] {
	const fields = isRecord(submission.data) ? submission.data : {};
	return matches
		.filter((match) => !matcherFor([match])(submission))
		.map(({ name, value }) => {
			const sought = quoteValue(value);
			if (name === undefined) return `No form field has ${sought}.`;
			const isNamed = nameFinder([name]);
			const found = fieldsAndParts(fields).find(([one]) => isNamed(one) !== undefined);
			return found === undefined
				? `There is no form field named ${quoteName(name)}, only ${quoteNames(Object.keys(fields))}.`
				: `${sought} is looked for in the form field ${quoteName(found[0])}, which has ${quoteValue(toCell(found[1]))}.`;
		});
}
