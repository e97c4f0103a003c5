/**
 * A time (Unix milliseconds) as a clock in the zone shows it, with the zone's name, because a person
 * may have meant another zone: e.g. 2026-01-31 09:00 (Europe/Berlin).
 */
export function zonedTime(ms: number, timeZone: string): string {
	// Swedish dates use the ISO order.
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	return `${format.format(ms)} (${timeZone})`;
}
