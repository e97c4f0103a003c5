import type { StoredNames } from './collect';

export const RENEW = 'npm run stored-names';

/** What would break workflows that people have saved, a line each. */
export function findBreaks(listed: StoredNames, present: StoredNames): string[] {
	return Object.entries(listed).flatMap(([name, value]) => {
		const now = present[name];
		if (now === value) return [];
		if (now === undefined) return [`"${name}" is gone or was renamed: saved workflows contain it`];
		if (isAdded(name, listed) && kindOf(now) === kindOf(value)) return [];
		// n8n leaves a value out of a saved workflow where it is the default.
		return [`"${name}" was ${value} and is ${now}: saved workflows would do something else`];
	});
}

/** What came since the list was made. */
export function findAdditions(listed: StoredNames, present: StoredNames): string[] {
	return Object.keys(present).filter((name) => !(name in listed));
}

/**
 * Whether it is an option that a person adds to a collection: n8n stores the value of each that was
 * added, the default as well, and fills in none that was not.
 */
function isAdded(name: string, listed: StoredNames): boolean {
	const collection = listed[name.slice(0, Math.max(0, name.lastIndexOf('.')))];
	return collection !== undefined && kindOf(collection) === 'collection';
}

/** Of "boolean false" the first word. */
function kindOf(value: string): string {
	return value.split(' ', 1)[0] ?? '';
}
