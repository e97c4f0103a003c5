/** One line of the bench's table. Only ratios and counts carry over to other machines. */
export type Result = {
	what: string;
	/** A ratio, a count or text. */
	seen: string;
	/** The upper limit; empty for a line that is only for comparison. */
	bound: string;
	isWithinBound: boolean;
	detail: string;
};

/** A line with a ratio or count that has a bound. */
export function checkBound(what: string, value: number, atMost: number, detail = ''): Result {
	const digits = Number.isInteger(value) && Number.isInteger(atMost) ? 0 : 3;
	return {
		what,
		seen: value.toFixed(digits),
		bound: `≤ ${Number(atMost.toFixed(3))}`,
		isWithinBound: value <= atMost,
		detail,
	};
}

/** A line that is only for comparison. */
export function showFigure(what: string, seen: string, detail = ''): Result {
	return { what, seen, bound: '', isWithinBound: true, detail };
}
