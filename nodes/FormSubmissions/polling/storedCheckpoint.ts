import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { startingAt, type Checkpoint } from './checkpoint';
import { decodeKnown, encodeKnown } from './knownIds';
import type { Territory, Walk, WalkKind } from './walk';

const VERSION = 2;
const KINDS: readonly WalkKind[] = ['start', 'newest', 'late', 'rest'];

/** A checkpoint in the form in which n8n's static data stores it. */
export function toStored({ known, walks, ...checkpoint }: Checkpoint): IDataObject {
	return {
		version: VERSION,
		...checkpoint,
		known: encodeKnown(known),
		walks: walks.map(({ kind, cursor, lastMs, risesToMs, firstEndedMs, own }) => ({
			kind,
			cursor,
			// JSON has no Infinity.
			lastMs: Number.isFinite(lastMs) ? lastMs : null,
			risesToMs,
			firstEndedMs,
			...(own ? { own: { floorMs: own.floorMs, known: encodeKnown(own.known) } } : {}),
		})),
	};
}

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(stored: unknown): Checkpoint | undefined {
	if (!isRecord(stored) || stored.version !== VERSION) return undefined;
	const { question, floorMs, walks, lookedLateAtMachineMs, quietLooks } = stored;
	const known = decodeKnown(stored.known);
	const read = Array.isArray(walks) ? walks.map(readWalk) : [undefined];
	const whole = read.filter((walk) => walk !== undefined);
	if (typeof question !== 'string' || typeof floorMs !== 'number' || !known) return undefined;
	// Dropping an unreadable walk would skip the submissions that it still has to return.
	if (whole.length < read.length) return undefined;
	return {
		...startingAt(question, floorMs),
		known,
		walks: whole,
		lookedLateAtMachineMs: typeof lookedLateAtMachineMs === 'number' ? lookedLateAtMachineMs : 0,
		quietLooks: typeof quietLooks === 'number' ? quietLooks : 0,
	};
}

function readWalk(stored: unknown): Walk | undefined {
	if (!isRecord(stored)) return undefined;
	const { cursor, lastMs, risesToMs, firstEndedMs } = stored;
	const kind = KINDS.find((name) => name === stored.kind);
	const own = readTerritory(stored.own);
	if (!kind || (kind === 'rest' && !own)) return undefined;
	return {
		kind,
		cursor: typeof cursor === 'string' ? cursor : undefined,
		lastMs: typeof lastMs === 'number' ? lastMs : Infinity,
		risesToMs: typeof risesToMs === 'number' ? risesToMs : undefined,
		firstEndedMs: typeof firstEndedMs === 'number' ? firstEndedMs : undefined,
		own,
	};
}

function readTerritory(stored: unknown): Territory | undefined {
	if (!isRecord(stored) || typeof stored.floorMs !== 'number') return undefined;
	const known = decodeKnown(stored.known);
	return known && { floorMs: stored.floorMs, known };
}
