import { receivedBetween } from '../../api/createdAt';
import type { Connection } from '../../api/connection';
import { readAhead, takeSubmissions, walkSubmissions } from '../../api/submissions';
import type { SubmissionPage } from '../../api/types';
import type { ListFilters } from '../../fields/filters';
import { matchingFields } from './fieldMatch';
import type { FieldNames } from './fieldNames';

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
