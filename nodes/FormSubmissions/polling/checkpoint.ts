import type { KnownIds } from './knownIds';
import { freshWalk, type Walk } from './walk';

/** Unfinished walks to keep; while there are this many, polls begin no new one. */
const MOST_WALKS = 5;

/**
 * What a polling trigger remembers between two polls. A submission is new if it is not before the
 * floor and not known. The floor lies ten minutes before the submission that was the newest when a
 * walk that went all the way down began, so nothing below it can still become visible.
 * Times are Unix milliseconds by the service's clock, or by this machine's where the name says so.
 */
export type Checkpoint = {
	/** The form, filters, and workspace that this checkpoint belongs to. */
	question: string;
	floorMs: number;
	/** Submissions from the floor on that were returned, or were there at the start. */
	known: KnownIds;
	/** Walks that polls had no time to finish, in the order in which to continue them. */
	walks: Walk[];
	lookedLateAtMachineMs: number;
	/** Checks for late submissions since the last new one. */
	quietLooks: number;
};

/** A checkpoint for which everything from this time on is new. */
export function startingAt(question: string, floorMs: number): Checkpoint {
	const known = new Map<string, number>();
	return { question, floorMs, known, walks: [], lookedLateAtMachineMs: 0, quietLooks: 0 };
}

/** A checkpoint for which everything now in the list counts as returned. */
export function startingNow(question: string): Checkpoint {
	return { ...startingAt(question, 0), walks: [freshWalk('start')] };
}

/** Whether a poll begins with a walk from the newest: not while a `start` is unfinished. */
export function beginsAtNewest({ walks }: Checkpoint): boolean {
	return walks.filter(({ kind }) => kind !== 'late').length < MOST_WALKS && !isStarting(walks);
}

function isStarting(walks: Walk[]): boolean {
	return walks.some(({ kind }) => kind === 'start');
}
