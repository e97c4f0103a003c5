/** With a zone: JavaScript finds a date in nearly every text, and without one in the server's zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/;

/**
 * How times are written that spreadsheets read as a date: `yyyy-MM-dd HH:mm:ss` on the clock of the
 * zone. What can't be read as a time is undefined.
 */
export function localTimeIn(timeZone: string): (value: unknown) => string | undefined {
	// Swedes write the parts of a date in the order of ISO.
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	return (value) => {
		const ms = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : NaN;
		return Number.isNaN(ms) ? undefined : format.format(ms);
	};
}
