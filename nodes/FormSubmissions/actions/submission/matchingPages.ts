import { receivedBetween } from '../../api/createdAt';
import type { Connection } from '../../api/connection';
import { readAhead, takeSubmissions, walkSubmissions } from '../../api/submissions';
import type { SubmissionPage } from '../../api/types';
import type { ListFilters } from '../../fields/filters';
import { matcherFor, type FieldMatch } from '../../rows/fieldMatch';
import type { FieldNames } from './fieldNames';

/** The names of the form fields that are compared. */
export function namesIn(matches: FieldMatch[]): string[] {
	return matches.flatMap(({ name }) => name ?? []);
}

/**
 * The pages of a list with the newest `wanted` submissions that pass all filters. What the node itself
 * filters out doesn't count toward that number.
 */
export function matchingPages(
	connection: Connection,
	{ filter, range, matches }: ListFilters,
	sought: FieldNames,
	wanted = Infinity,
): AsyncGenerator<SubmissionPage> {
	const isFiltered = (range.fromMs ?? range.beforeMs ?? matches[0]) !== undefined;
	const walk = walkSubmissions(connection, filter, isFiltered ? Infinity : wanted);
	const within = receivedBetween(connection, walk, range);
	return readAhead(takeSubmissions(matchingFields(within, matches, sought), wanted));
}

/**
 * Filters a walk: returns the submissions whose form fields have all of these values. The service
 * can't do this (specification, section 4), so the walk reads every page. `sought` takes note of
 * the fields that there are.
 */
async function* matchingFields(
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
