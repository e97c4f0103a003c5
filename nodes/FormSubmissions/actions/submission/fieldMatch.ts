import type { SubmissionPage } from '../../api/types';
import { matcherFor, type FieldMatch } from '../../rows/fieldMatch';
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
	const isMatch = matcherFor(matches);
	for await (const page of pages) {
		sought.meet(page.submissions);
		yield { ...page, submissions: page.submissions.filter(isMatch) };
	}
}
