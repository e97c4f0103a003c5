/** A time (Unix milliseconds) on the clock of a zone, like 2026-01-31 09:00. */
export function clockTime(ms: number, timeZone: string): string {
	// Swedes write the parts of a date in the order of ISO.
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	return format.format(ms);
}

/** The same with the zone's name: a person may have meant the time in another zone. */
export function zonedTime(ms: number, timeZone: string): string {
	return `${clockTime(ms, timeZone)} (${timeZone})`;
}
