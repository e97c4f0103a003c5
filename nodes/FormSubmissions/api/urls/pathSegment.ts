import type { Connection } from '../connection';
import { inputError } from '../../errors/errors';
import { notAnId } from '../../errors/texts';

/**
 * An id as one segment of a path, whatever a user or an expression put into it. A segment of dots
 * can't be encoded (URL parsers resolve `%2e%2e` too) and is refused.
 */
export function pathSegment({ context, audience }: Connection, id: string): string {
	if (id === '.' || id === '..') {
		throw inputError(context.getNode(), notAnId(id, audience), audience);
	}
	return encodeURIComponent(id);
}
