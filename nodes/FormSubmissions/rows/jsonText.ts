/** No real form nests deeper; at several thousand levels, `JSON.stringify` fails. */
const MOST_LEVELS = 200;

/** The cell of a value that is nested too deeply for JSON text. */
const TOO_DEEP = '[nested too deeply to show]';

/**
 * Returns a value's JSON text. Anyone can submit a form: an extremely nested value must not keep
 * the other rows from being returned, so a note takes its place.
 */
export function jsonText(value: object): string {
	return isDeeperThan(MOST_LEVELS, value) ? TOO_DEEP : JSON.stringify(value);
}

/** Goes level by level: on values this deep, recursion would overflow the stack. */
function isDeeperThan(levels: number, value: object): boolean {
	let inner: unknown[] = [value];
	for (let level = 0; level <= levels; level++) {
		inner = inner.flatMap((one) => (isNested(one) ? Object.values(one) : [])).filter(isNested);
		if (inner.length === 0) return false;
	}
	return true;
}

function isNested(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
