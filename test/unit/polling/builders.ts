import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import { startingAt, type Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { keyOfId, type KnownIds } from '../../../nodes/FormSubmissions/polling/knownIds';
import type { Seen, Walk } from '../../../nodes/FormSubmissions/polling/walk';

export const T = Date.UTC(2026, 0, 31, 9);
export const MINUTE = 60_000;
export const QUESTION = '["",[],false]';

export function row(id: string, atMs: number): TimedSubmission {
	return { submission: { id }, atMs, isDated: true };
}

export function ids(rows: TimedSubmission[]): string[] {
	return rows.map(({ submission }) => submission.id);
}

/** Known submissions as a state stores them: IDs, each with its time. */
export function known(times: Record<string, number>): KnownIds {
	return new Map(Object.entries(times).map(([id, atMs]) => [keyOfId(id), atMs]));
}

/** The given number of known submissions; `atMs` returns the time of each. */
export function manyKnown(count: number, atMs: (index: number) => number): KnownIds {
	return new Map(Array.from({ length: count }, (_, n) => [`key${n}`.padEnd(10, '_'), atMs(n)]));
}

export function checkpointWith(changes: Partial<Checkpoint> = {}): Checkpoint {
	return { ...startingAt(QUESTION, T), ...changes };
}

export function walkWith(changes: Partial<Walk> = {}): Walk {
	return { kind: 'newest', cursor: 'cursor', lastMs: T, ...changes };
}

/** What a walk has seen: nothing before it ran out of time, unless `changes` say otherwise. */
export function seenWith(changes: Partial<Seen> = {}): Seen {
	const walk = walkWith();
	return {
		walk,
		territory: walk.own ?? { floorMs: T, known: new Map() },
		rows: [],
		end: 'cut',
		serviceNowMs: T + MINUTE,
		cursor: walk.cursor,
		...changes,
	};
}
