import { createHash } from 'node:crypto';

import { ServiceError } from './serviceError';
import type { Position } from './store';

/**
 * A cursor names the last row that was read rather than a number of rows, so it keeps its place
 * while submissions arrive.
 */
export type Cursor = Position & {
	issuedMs: number;
	/** The time of the first page, if the walk is through the list as it was then. */
	asOfMs: number | undefined;
};

/** Its checksum ties a cursor to the workspace and the filters it was issued for. */
export function encodeCursor(cursor: Cursor, filters: string): string {
	const { listedMs, sequence, issuedMs, asOfMs = '' } = cursor;
	const text = [listedMs, sequence, issuedMs, asOfMs].join('|');
	const checksum = createHash('sha256').update(`${text}|${filters}`).digest('hex').slice(0, 12);
	return Buffer.from(`${text}|${checksum}`).toString('base64url');
}

/** Throws the 422 if this service never issued the cursor for such a list. */
export function decodeCursor(text: string, filters: string): Cursor {
	const parts = Buffer.from(text, 'base64url').toString().split('|');
	const [listedMs, sequence, issuedMs, asOfMs] = parts.map((part) =>
		part === '' ? undefined : Number(part),
	);
	const cursor = {
		listedMs: listedMs ?? NaN,
		sequence: sequence ?? NaN,
		issuedMs: issuedMs ?? NaN,
		asOfMs,
	};
	if (encodeCursor(cursor, filters) !== text) {
		throw new ServiceError(422, 'cursor is unknown or belongs to other filters');
	}
	return cursor;
}
