import { hash } from 'crypto';

import { isRecord } from '../general/records';

/** IDs are kept in groups by time, of so many milliseconds: most are needed, or not, together. */
const GROUP_MS = 10_000;

/** Characters of a key: 54 bits of a hash. */
export const KEY_LENGTH = 9;

/** What a submission is known by: a key, which is short, and its time (Unix milliseconds). */
type Met = { key: string; atMs: number };

/** The keys that were met in ten seconds, also as the text that is stored. */
type Group = { keys: Set<string>; text: string };

/** The key of a submission, by its ID. */
export function submissionKeyOf(id: string): string {
	return hash('sha256', id, 'base64url').slice(0, KEY_LENGTH);
}

/** The submissions that a trigger has taken: found, left out by Field Value, or there at the start. */
export class Known {
	private readonly groups = new Map<number, Group>();

	get size(): number {
		let size = 0;
		for (const { keys } of this.groups.values()) size += keys.size;
		return size;
	}

	has({ key, atMs }: Met): boolean {
		return this.groups.get(groupOf(atMs))?.keys.has(key) === true;
	}

	/** Whether one has this key, whatever its time. */
	hasKey(key: string): boolean {
		return [...this.groups.values()].some(({ keys }) => keys.has(key));
	}

	add({ key, atMs }: Met): void {
		const number = groupOf(atMs);
		const group = this.groups.get(number) ?? { keys: new Set(), text: '' };
		this.groups.set(number, group);
		if (group.keys.has(key)) return;
		group.keys.add(key);
		group.text += key;
	}

	/** Forgets what was met in times that aren't needed; both are inclusive (Unix milliseconds). */
	keepWhere(isNeeded: (fromMs: number, untilMs: number) => boolean): void {
		for (const number of [...this.groups.keys()]) {
			const fromMs = number * GROUP_MS;
			if (!isNeeded(fromMs, fromMs + GROUP_MS - 1)) this.groups.delete(number);
		}
	}

	/** A time not after the latest `count` below another time; -Infinity if there are fewer (Unix milliseconds). */
	fromOfLatest(count: number, belowMs = Infinity): number {
		let left = count;
		for (const number of [...this.groups.keys()].sort((a, b) => b - a)) {
			const fromMs = number * GROUP_MS;
			if (fromMs + GROUP_MS > belowMs) continue;
			left -= this.groups.get(number)?.keys.size ?? 0;
			if (left <= 0) return fromMs;
		}
		return -Infinity;
	}

	toStored(): Record<string, string> {
		return Object.fromEntries([...this.groups].map(([number, { text }]) => [number, text]));
	}

	/** Reads what `toStored` wrote; undefined for anything else. */
	static fromStored(stored: unknown): Known | undefined {
		if (!isRecord(stored)) return undefined;
		const known = new Known();
		for (const [number, text] of Object.entries(stored)) {
			const atMs = Number(number) * GROUP_MS;
			if (Number.isNaN(atMs) || typeof text !== 'string') return undefined;
			for (let at = 0; at < text.length; at += KEY_LENGTH) {
				known.add({ key: text.slice(at, at + KEY_LENGTH), atMs });
			}
		}
		return known;
	}
}

function groupOf(atMs: number): number {
	return Math.floor(atMs / GROUP_MS);
}
