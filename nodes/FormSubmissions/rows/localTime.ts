/** JavaScript reads nearly any text as a date, and one without a zone in the server's time zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/;

/**
 * Returns a function that writes times in a form that spreadsheets read as a date: `yyyy-MM-dd HH:mm:ss` in
 * the time zone, or to the minute. For anything but a time, it returns undefined.
 */
export function localTimeIn(
	timeZone: string,
	to: 'second' | 'minute' = 'second',
): (value: unknown) => string | undefined {
	const format = clockIn(timeZone, TIME_STYLES[to]);
	return (value) => {
		const ms = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : NaN;
		return Number.isNaN(ms) ? undefined : format.format(ms);
	};
}

/**
 * A time (Unix milliseconds) as a clock in the zone shows it, with the zone's name, because a person
 * may have meant another zone: e.g. 2026-01-31 09:00 (Europe/Berlin).
 */
export function zonedTime(ms: number, timeZone: string): string {
	return `${clockIn(timeZone, 'short').format(ms)} (${timeZone})`;
}

const TIME_STYLES = { second: 'medium', minute: 'short' } as const;

function clockIn(timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
	// Swedish dates use the ISO order.
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle });
}
