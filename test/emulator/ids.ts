import { createHash } from 'node:crypto';

export type Ids = ReturnType<typeof createIds>;

/** IDs that look random but are the same in every run with the same seed. */
export function createIds(seed: string) {
	const counts = new Map<string, number>();
	return {
		next(prefix: string): string {
			const count = (counts.get(prefix) ?? 0) + 1;
			counts.set(prefix, count);
			const hash = createHash('sha256').update(`${seed}:${prefix}:${count}`).digest('hex');
			return `${prefix}_${hash.slice(0, 20)}`;
		},
	};
}
