/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
type WaitOptions = { timeoutMs?: number; everyMs?: number };

type Nothing = undefined | false;

export const sleep = (ms: number): Promise<void> =>
	new Promise((resolve) => {
		setTimeout(resolve, ms);
	});

/**
 * Calls `probe` repeatedly until it returns something. When time is up, the error names what was
 * awaited and what was seen last: a bare "timed out" helps no one. `probe` reports what it saw with
 * `see`, and returns `undefined` or `false` as long as there is nothing yet.
 */
export async function waitFor<T>(
	description: string,
	probe: (see: (seen: unknown) => void) => Promise<T | Nothing> | T | Nothing,
	{ timeoutMs = 240_000, everyMs = 150 }: WaitOptions = {},
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	let last: unknown = 'nothing';
	const see = (seen: unknown) => {
		last = seen;
	};
	for (;;) {
		const found = await probe(see);
		if (found !== undefined && found !== false) return found;
		if (Date.now() >= deadline) {
			throw new Error(
				`Timed out after ${timeoutMs / 1000} s waiting for ${description}. Last seen: ${preview(last)}`,
			);
		}
		await sleep(everyMs);
	}
}

/** Any value as text of limited length. */
export function preview(value: unknown, length = 600): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	return text.length > length ? `${text.slice(0, length)}…` : text;
}
