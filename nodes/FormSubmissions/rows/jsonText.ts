/** Nobody's form nests deeper; beyond some thousands, JSON can't be written any more. */
const MOST_LEVELS = 200;

/** What stands in the cell of a value that has no JSON text. */
const TOO_DEEP = '[nested too deeply to show]';

/**
 * A JSON value as its text. Anyone can fill in a form: a value that is nested without end must not
 * keep the other rows from being returned, so it is named instead.
 */
export function jsonText(value: object): string {
	return isDeeperThan(MOST_LEVELS, value) ? TOO_DEEP : JSON.stringify(value);
}

/** Level by level, since what is looked for would overflow the stack of a recursion. */
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
