import { createHash } from 'node:crypto';

import { ServiceError } from './serviceError';
import type { Position } from './store/submissionIndex';

/**
 * A cursor names the last row that was read rather than a number of rows, so it keeps its place
 * while submissions arrive. Its checksum ties it to the workspace and the filters it was issued
 * for. Only one that expires contains when it was issued: the others are the same every time.
 */
export function encodeCursor(position: Position, filters: string, issuedAtMs?: number): string {
	const issued = issuedAtMs === undefined ? '' : `.${issuedAtMs}`;
	const place = `${position.createdAtMs}.${position.sequence}${issued}`;
	const checksum = createHash('sha256').update(`${place}|${filters}`).digest('hex').slice(0, 12);
	return Buffer.from(`${place}.${checksum}`).toString('base64url');
}

export function decodeCursor(
	cursor: string,
	filters: string,
	life?: { nowMs: number; lifeMs: number },
): Position {
	const parts = Buffer.from(cursor, 'base64url').toString().split('.');
	const [createdAtMs, sequence, issuedAtMs] = parts.slice(0, -1).map(Number);
	const position = { createdAtMs: createdAtMs ?? NaN, sequence: sequence ?? NaN };
	if (encodeCursor(position, filters, issuedAtMs) !== cursor) {
		throw new ServiceError('invalid_parameter', 'cursor is unknown or belongs to other filters');
	}
	if (life && issuedAtMs !== undefined && life.nowMs - issuedAtMs > life.lifeMs) {
		throw new ServiceError('invalid_parameter', 'cursor has expired');
	}
	return position;
}
