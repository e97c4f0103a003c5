/** A time (Unix milliseconds) as a clock in the zone shows it, e.g. 2026-01-31 09:00. */
export function clockTime(ms: number, timeZone: string): string {
	// Swedish dates are written in the order of ISO 8601.
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	return format.format(ms);
}

/** The same with the zone's name, because a person may have meant another zone. */
export function zonedTime(ms: number, timeZone: string): string {
	return `${clockTime(ms, timeZone)} (${timeZone})`;
}
