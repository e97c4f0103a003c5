import type { Connection } from '../api/connection';
import { isTool } from '../errors';

/**
 * How many entries of a list to fetch. For a model, one more than the limit: it would take 50 of 300
 * for all there are, so it is told when there are more.
 */
export function entriesToFetch(limit: number, { context }: Connection): number {
	return isTool(context.getNode()) ? limit + 1 : limit;
}
