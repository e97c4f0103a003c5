import type { StoredNames } from './collect';

export const RENEW = 'npx tsx scripts/storedNames/renew.ts';

/** Returns one line for each change that would break saved workflows. */
export function findBreaks(listed: StoredNames, present: StoredNames): string[] {
	return Object.entries(listed).flatMap(([name, value]) => {
		const now = present[name];
		if (now === value) return [];
		if (now === undefined) return [`"${name}" is gone or was renamed: saved workflows contain it`];
		if (isAdded(name, listed) && kindOf(now) === kindOf(value)) return [];
		// n8n doesn't store default values in saved workflows.
		return [`"${name}" was ${value} and is ${now}: saved workflows would do something else`];
	});
}

/** Returns the names added since the list was made. */
export function findAdditions(listed: StoredNames, present: StoredNames): string[] {
	return Object.keys(present).filter((name) => !(name in listed));
}

/**
 * Whether this is an option that a user adds to a collection: n8n stores the value of each added
 * option, even the default, and fills in no others.
 */
function isAdded(name: string, listed: StoredNames): boolean {
	const collection = listed[name.slice(0, Math.max(0, name.lastIndexOf('.')))];
	return collection !== undefined && kindOf(collection) === 'collection';
}

/** The kind in a stored value: "boolean" in "boolean false". */
function kindOf(value: string): string {
	return value.split(' ', 1)[0] ?? '';
}
