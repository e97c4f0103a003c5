import type { Place } from './submissions';

/**
 * Two kinds satisfy "a walk neither skips nor repeats a row": a place in the list, below which rows
 * that have become visible since also appear, and a snapshot of the list at the first page.
 */
export type CursorKind = 'place' | 'snapshot';

export type Cursor = {
	after: Place;
	/** The time of the snapshot; undefined for the list as it is now. */
	asOfMs: number | undefined;
	issuedMs: number;
	/** The query it belongs to. */
	query: string;
};

export function writeCursor({ after, asOfMs, issuedMs, query }: Cursor): string {
	const parts = [after.listedMs, after.tie, asOfMs ?? '', issuedMs, query];
	return Buffer.from(parts.join('|')).toString('base64url');
}

/** Undefined for a cursor that this service never issued. */
export function readCursor(text: string): Cursor | undefined {
	const parts = Buffer.from(text, 'base64url').toString().split('|');
	const [listedMs, tie, asOf, issuedMs, query] = parts;
	if (parts.length !== 5 || query === undefined) return undefined;
	return {
		after: { listedMs: Number(listedMs), tie: Number(tie) },
		asOfMs: asOf === '' ? undefined : Number(asOf),
		issuedMs: Number(issuedMs),
		query,
	};
}
