import type { Connection } from '../connection';
import { inputError } from '../../errors/errors';

/**
 * An id as one segment of a path, whatever a user or an expression put into it. A segment of dots
 * can't be encoded (URL parsers resolve `%2e%2e` too) and is refused.
 */
export function pathSegment({ context }: Connection, id: string): string {
	if (id === '.' || id === '..') {
		throw inputError(context.getNode(), `"${id}" is not an ID. Choose one from the list.`);
	}
	return encodeURIComponent(id);
}
