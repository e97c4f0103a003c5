import { isRecord } from '../general/records';
import { startingAt, type Checkpoint } from './checkpoint';
import { keyOfId, type KnownIds } from './knownIds';
import type { Walk } from './walk';

/**
 * Reads the state that versions up to 0.1.0 stored: a question of only the form and the filters,
 * IDs in full, and for each unfinished walk (`backlogs`) the span of time that no other walk
 * covers. Undefined for anything else.
 */
export function fromFirstVersion(stored: unknown, question: string): Checkpoint | undefined {
	if (!isRecord(stored) || stored.version !== 1) return undefined;
	const { floorMs, given, backlogs } = stored;
	const known = readKnown(given);
	const walks = Array.isArray(backlogs) ? backlogs.map(readBacklog) : [];
	const rests = walks.filter((walk) => walk !== undefined);
	if (typeof floorMs !== 'number' || !known || rests.length < walks.length) return undefined;
	const ends = rests.map(({ lastMs }) => lastMs + 1);
	return { ...startingAt(question, Math.max(floorMs, ...ends)), known, walks: rests };
}

/** The form and the filters that such a state belongs to. */
export function firstVersionQuestion(stored: unknown): unknown {
	return isRecord(stored) && stored.version === 1 ? stored.question : undefined;
}

function readBacklog(stored: unknown): Walk | undefined {
	if (!isRecord(stored)) return undefined;
	const { cursor, floorMs, lastMs } = stored;
	const known = readKnown(stored.known);
	if (typeof cursor !== 'string' || typeof floorMs !== 'number') return undefined;
	if (typeof lastMs !== 'number' || !known) return undefined;
	return { kind: 'rest', cursor, lastMs, own: { floorMs, known } };
}

function readKnown(stored: unknown): KnownIds | undefined {
	if (!isRecord(stored)) return undefined;
	const known = new Map<string, number>();
	for (const [id, atMs] of Object.entries(stored)) {
		if (typeof atMs !== 'number') return undefined;
		known.set(keyOfId(id), atMs);
	}
	return known;
}
