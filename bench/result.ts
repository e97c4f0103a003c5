/** One line of the bench's table. Only ratios and counts apply to other machines. */
export type Result = {
	what: string;
	/** Ratio, count or words. */
	seen: string;
	/** What it may be at most; empty where it stands for comparison only. */
	bound: string;
	isWithinBound: boolean;
	detail: string;
};

/** A ratio or count that has a bound. */
export function bounded(what: string, value: number, atMost: number, detail = ''): Result {
	const digits = Number.isInteger(value) && Number.isInteger(atMost) ? 0 : 3;
	return {
		what,
		seen: value.toFixed(digits),
		bound: `≤ ${Number(atMost.toFixed(3))}`,
		isWithinBound: value <= atMost,
		detail,
	};
}

/** Something that stands beside for comparison. */
export function compared(what: string, seen: string, detail = ''): Result {
	return { what, seen, bound: '', isWithinBound: true, detail };
}
