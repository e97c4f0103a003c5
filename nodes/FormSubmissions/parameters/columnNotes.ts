import type { SharedColumns } from '../rows/columns';
import { MAX_ENTRIES } from '../rows/listColumns';
import { quoteName, quoteNames } from './entered';

/** The most that the hint has of columns (characters). */
const MAX_NOTE_LENGTH = 5_000;

/** Which columns have what several fields have. */
export function noteShared(shared: SharedColumns): string[] {
	if (shared.size === 0) return [];
	const all = [...shared].map(
		([column, fields]) => `${quoteName(column)} (of the fields ${quoteNames([...fields])})`,
	);
	let room = MAX_NOTE_LENGTH;
	const shown = all.filter(({ length }) => (room -= length) >= 0);
	const more = shown.length < all.length ? ['and more'] : [];
	return [
		`Fields whose names differ only in spaces, signs that separate words, or accents share a column, as do a field and a part of a group that have the same name. Such a column has the answers of all of them, in the form's order: ${[...shown, ...more].join('; ')}. For a column each, give the fields other names in the form.`,
	];
}

/** Which fields have too many entries for a column each. */
export function noteTooMany(fields: string[]): string[] {
	if (fields.length === 0) return [];
	return [
		`A list with more than ${MAX_ENTRIES} different entries stays text: ${quoteNames(fields)}.`,
	];
}
