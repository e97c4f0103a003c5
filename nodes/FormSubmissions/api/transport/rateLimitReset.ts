import { parseDate } from './headers';

/** When the window ends according to the header, before comparing clocks. */
export type ResetTime = {
	/** `absolute`: Unix milliseconds by the service's clock. `fromNow`: milliseconds. */
	kind: 'absolute' | 'fromNow';
	milliseconds: number;
	/** Whole seconds may have been rounded down: the real end can be up to a second later. */
	isWholeSeconds: boolean;
	/** Set if the size of a `fromNow` number leaves no doubt about its unit. */
	isInMilliseconds?: boolean;
};

/** A number from now above this must be milliseconds, since the window is a minute. */
const MOST_SECONDS_FROM_NOW = 120;
const SMALLEST_UNIX_SECONDS = 1e9;
const SMALLEST_UNIX_MILLISECONDS = 1e12;
const LARGEST_UNIX_MILLISECONDS = 1e13;

/**
 * Reads `X-RateLimit-Reset`, whose format the specification leaves open (section 8): Unix seconds,
 * Unix milliseconds, seconds from now, milliseconds from now, ISO date or HTTP date.
 * `countsInMilliseconds` means that an earlier value from this service was milliseconds from now,
 * which settles the unit of a small number.
 */
export function parseRateLimitReset(
	header: string | undefined,
	countsInMilliseconds: boolean,
): ResetTime | undefined {
	const text = header?.trim() ?? '';
	if (/^\d{1,16}(\.\d{1,9})?$/.test(text)) return fromNumber(text, countsInMilliseconds);
	const date = parseDate(text);
	if (date === undefined) return undefined;
	return { kind: 'absolute', milliseconds: date, isWholeSeconds: !/:\d\d\.\d/.test(text) };
}

/**
 * The latest time (Unix milliseconds of this machine) at which the window can end. Waiting slightly
 * too long costs a fraction of a minute; slightly too short, a refusal. `mostLeadMs` is the most by
 * which this machine's clock can be ahead of the service's.
 */
export function latestEndMs(reset: ResetTime, nowMs: number, mostLeadMs: number): number {
	const startMs = reset.kind === 'fromNow' ? nowMs : mostLeadMs;
	return startMs + reset.milliseconds + (reset.isWholeSeconds ? 1000 : 0);
}

function fromNumber(text: string, countsInMilliseconds: boolean): ResetTime | undefined {
	const value = Number(text);
	const isWholeSeconds = !text.includes('.');
	if (value >= LARGEST_UNIX_MILLISECONDS) return undefined;
	if (value >= SMALLEST_UNIX_MILLISECONDS) {
		return { kind: 'absolute', milliseconds: value, isWholeSeconds: false };
	}
	if (value >= SMALLEST_UNIX_SECONDS) {
		return { kind: 'absolute', milliseconds: value * 1000, isWholeSeconds };
	}
	if (value > MOST_SECONDS_FROM_NOW || countsInMilliseconds) {
		return {
			kind: 'fromNow',
			milliseconds: value,
			isWholeSeconds: false,
			isInMilliseconds: true,
		};
	}
	return { kind: 'fromNow', milliseconds: value * 1000, isWholeSeconds };
}
