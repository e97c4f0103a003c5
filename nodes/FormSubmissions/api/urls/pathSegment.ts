import type { Connection } from '../connection';
import { inputError } from '../../errors/errors';
import { notAnId } from '../../errors/texts';

/**
 * Encodes an ID as a single path segment, whatever a user or an expression put into it. `.` and
 * `..` can't be encoded (URL parsers resolve `%2e%2e` too) and are rejected.
 */
export function pathSegment({ context, audience }: Connection, id: string): string {
	if (id === '.' || id === '..') {
		throw inputError(context.getNode(), notAnId(id, audience), audience);
	}
	return encodeURIComponent(id);
}
