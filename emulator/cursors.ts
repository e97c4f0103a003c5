import { createHash } from 'node:crypto';

import { ServiceError } from './serviceError';
import type { Position } from './store/submissionIndex';

/**
 * A cursor names the last row that was read rather than a number of rows, so it keeps its place
 * while submissions arrive. Its checksum ties it to the workspace and the filters it was issued
 * for.
 */
export function encodeCursor(position: Position, filters: string): string {
	const place = `${position.createdAtMs}.${position.sequence}`;
	const checksum = createHash('sha256').update(`${place}|${filters}`).digest('hex').slice(0, 12);
	return Buffer.from(`${place}.${checksum}`).toString('base64url');
}

export function decodeCursor(cursor: string, filters: string): Position {
	const [createdAtMs, sequence] = Buffer.from(cursor, 'base64url').toString().split('.');
	const position = { createdAtMs: Number(createdAtMs), sequence: Number(sequence) };
	if (encodeCursor(position, filters) !== cursor) {
		throw new ServiceError('invalid_parameter', 'cursor is unknown or belongs to other filters');
	}
	return position;
}
