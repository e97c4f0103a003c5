/** A time zone where it is noon, so that no test runs across midnight; "-" there means east. */
export function zoneAtNoon(nowMs: number): string {
	const hours = 12 - new Date(nowMs).getUTCHours();
	return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** The latest midnight in a time zone without daylight saving time (Unix milliseconds). */
export function midnight(timeZone: string, nowMs: number): number {
	const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
	const [hours = 0, minutes = 0, seconds = 0] = format.format(nowMs).split(':').map(Number);
	return nowMs - (nowMs % 1000) - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
