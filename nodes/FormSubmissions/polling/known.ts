import { createHash } from 'crypto';

import type { TimedSubmission } from '../api/createdAt';

/** The latest time that JavaScript dates can hold; also the time of IDs without one of their own. */
export const LATEST_MS = 8.64e15;

/** Characters of a key. */
export const KEY_LENGTH = 10;

/**
 * A submission with its key: 60 bits of a hash of its ID, so that thousands of IDs of any length fit
 * into n8n's static data.
 */
export type KeyedSubmission = TimedSubmission & { key: string };

export function addKeys(submissions: TimedSubmission[]): KeyedSubmission[] {
	return submissions.map((one) => ({ ...one, key: keyOf(one.submission.id) }));
}

function keyOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, KEY_LENGTH);
}

/**
 * Known IDs, each with its time (Unix milliseconds by the service's clock). Immutable: `with` returns
 * another one, at the cost of what it adds, because both share one map, of which each sees the first
 * `size` entries.
 */
export class Known {
	private constructor(
		private readonly entries: Map<string, { atMs: number; index: number }>,
		readonly size: number,
	) {}

	static of(times: Iterable<readonly [key: string, atMs: number]>): Known {
		return new Known(new Map(), 0).with(times);
	}

	has(key: string): boolean {
		const entry = this.entries.get(key);
		return entry !== undefined && entry.index < this.size;
	}

	with(times: Iterable<readonly [key: string, atMs: number]>): Known {
		const isNewest = this.entries.size === this.size;
		const entries = isNewest ? this.entries : new Map([...this.entries].slice(0, this.size));
		for (const [key, atMs] of times) {
			if (!entries.has(key)) entries.set(key, { atMs, index: entries.size });
		}
		return new Known(entries, entries.size);
	}

	times(): Array<[key: string, atMs: number]> {
		const seen = [...this.entries].slice(0, this.size);
		return seen.map(([key, { atMs }]) => [key, atMs]);
	}
}
