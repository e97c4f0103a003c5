/** Section 8 leaves the format of `X-RateLimit-Reset` open: these formats are in use. */
export const RESET_FORMATS = [
	'secondsFromNow',
	'millisecondsFromNow',
	'unixSeconds',
	'unixMilliseconds',
	'iso',
	'httpDate',
] as const;

export type ResetFormat = (typeof RESET_FORMATS)[number];

const WINDOW_MS = 60_000;

/** 120 requests per minute and key, in windows that begin at fixed times. */
export class RateLimit {
	private window = -1;

	private used = 0;

	constructor(
		private readonly format: ResetFormat,
		private readonly perWindow = 120,
	) {}

	/** Whether the request is within the limit. */
	take(nowMs: number): boolean {
		const window = Math.floor(nowMs / WINDOW_MS);
		if (window !== this.window) {
			this.window = window;
			this.used = 0;
		}
		if (this.used >= this.perWindow) return false;
		this.used++;
		return true;
	}

	/** Milliseconds until the window ends. */
	endsInMs(nowMs: number): number {
		return WINDOW_MS - (nowMs % WINDOW_MS);
	}

	headers(nowMs: number): Record<string, string> {
		return {
			'x-ratelimit-remaining': String(this.perWindow - this.used),
			'x-ratelimit-reset': writeReset(this.format, nowMs, this.endsInMs(nowMs)),
		};
	}
}

function writeReset(format: ResetFormat, nowMs: number, inMs: number): string {
	const end = nowMs + inMs;
	switch (format) {
		case 'secondsFromNow':
			return String(Math.ceil(inMs / 1000));
		case 'millisecondsFromNow':
			return String(inMs);
		case 'unixSeconds':
			return String(Math.ceil(end / 1000));
		case 'unixMilliseconds':
			return String(end);
		case 'iso':
			return new Date(end).toISOString();
		case 'httpDate':
			return new Date(Math.ceil(end / 1000) * 1000).toUTCString();
	}
}
