import type { KnownIds } from './knownIds';
import { freshWalk, type Walk } from './walk';

/** Unfinished walks that are kept; while there are as many, none is begun. */
const MOST_WALKS = 5;

/**
 * What a polling trigger remembers between two polls. A submission is new if it is not before the
 * floor and not known. The floor lies ten minutes before what was the newest when a walk began that
 * went all the way down, so that nothing below it can still become visible.
 * Times are Unix milliseconds, by the service's clock unless the name says that it is this machine's.
 */
export type Checkpoint = {
	/** The form, the filters and the workspace that this is an answer to. */
	question: string;
	floorMs: number;
	/** Everything from the floor on that was returned, or was there at the start. */
	known: KnownIds;
	/** What polls had no time for, in the order in which it is gone on with. */
	walks: Walk[];
	lookedLateAtMachineMs: number;
	/** Looks for late submissions since the last new one. */
	quietLooks: number;
};

/** Everything from this time on is new. */
export function startingAt(question: string, floorMs: number): Checkpoint {
	const known = new Map<string, number>();
	return { question, floorMs, known, walks: [], lookedLateAtMachineMs: 0, quietLooks: 0 };
}

/** What is in the list now counts as returned; everything that comes is new. */
export function startingNow(question: string): Checkpoint {
	return { ...startingAt(question, 0), walks: [freshWalk('start')] };
}

/** Whether a poll begins with a walk from the newest; not while it still notes what was there. */
export function beginsAtNewest({ walks }: Checkpoint): boolean {
	return walks.filter(({ kind }) => kind !== 'late').length < MOST_WALKS && !isStarting(walks);
}

function isStarting(walks: Walk[]): boolean {
	return walks.some(({ kind }) => kind === 'start');
}
