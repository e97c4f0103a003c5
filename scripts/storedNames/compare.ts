import type { StoredNames } from './collect';

export const RENEW = 'npm run stored-names';

/** What would break workflows that people have saved, a line each. */
export function findBreaks(listed: StoredNames, present: StoredNames): string[] {
	return Object.entries(listed).flatMap(([name, value]) => {
		const now = present[name];
		if (now === value) return [];
		if (now === undefined) return [`"${name}" is gone or was renamed: saved workflows contain it`];
		// n8n leaves a value out of a saved workflow where it is the default.
		return [`"${name}" was ${value} and is ${now}: saved workflows would do something else`];
	});
}

/** What came since the list was made. */
export function findAdditions(listed: StoredNames, present: StoredNames): string[] {
	return Object.keys(present).filter((name) => !(name in listed));
}
