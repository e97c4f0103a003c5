/** Times (Unix milliseconds) by a key of ten characters. */
export type KeyedTimes = ReadonlyMap<string, number>;

export const KEY_LENGTH = 10;
const RADIX = 36;

/**
 * As text for n8n's static data, some 13 bytes each: earliest first, each key followed by the
 * milliseconds since the one before, in base 36, separated by commas.
 */
export function encodeTimes(times: KeyedTimes): string {
	let lastMs = 0;
	const oldestFirst = [...times].sort(([, a], [, b]) => a - b);
	return oldestFirst
		.map(([key, atMs]) => {
			const sinceLast = atMs - lastMs;
			lastMs = atMs;
			return `${key}${sinceLast.toString(RADIX)}`;
		})
		.join(',');
}

/** Reads what `encodeTimes` wrote; undefined for anything else. */
export function decodeTimes(text: unknown): KeyedTimes | undefined {
	if (typeof text !== 'string') return undefined;
	const times = new Map<string, number>();
	let lastMs = 0;
	for (const entry of text === '' ? [] : text.split(',')) {
		const sinceLast = Number.parseInt(entry.slice(KEY_LENGTH), RADIX);
		if (Number.isNaN(sinceLast)) return undefined;
		lastMs += sinceLast;
		times.set(entry.slice(0, KEY_LENGTH), lastMs);
	}
	return times;
}
