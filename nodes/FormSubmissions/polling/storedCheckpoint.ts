import type { IDataObject } from 'n8n-workflow';

import { isRecord, numbersOf } from '../general/records';
import { decodeTimes, encodeTimes } from '../state/keyedTimes';
import type { Checkpoint } from './checkpoint';
import type { Territory } from './territory';
import { newWalk, type Stretch, type Walk } from './walk';

const KINDS = ['start', 'quick', 'full'] as const;

/** A checkpoint in the form in which n8n's static data stores it. */
export function toStored({ aside, ...checkpoint }: Checkpoint): IDataObject {
	return { ...checkpoint, ...stored(checkpoint), aside: aside.map(stored) };
}

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(value: unknown): Checkpoint | undefined {
	if (!isRecord(value) || typeof value.question !== 'string') return undefined;
	const main = readStretch(value);
	const list: unknown[] = Array.isArray(value.aside) ? value.aside : [];
	const aside = list.map(readStretch).filter((one): one is Stretch => one?.walk !== undefined);
	// Dropping an unreadable walk would skip the submissions that it still has to return.
	if (!main || aside.length < list.length) return undefined;
	const { fullAtMachineMs = 0, quietWalks = 0 } = numbersOf(value, 'fullAtMachineMs', 'quietWalks');
	return { question: value.question, ...main, aside, fullAtMachineMs, quietWalks };
}

type MaybeStretch = Territory & { walk?: Walk };

function stored({ floorMs, known, walk }: MaybeStretch): IDataObject {
	const next = walk?.next && { ...walk.next, known: encodeTimes(walk.next.known) };
	return { floorMs, known: encodeTimes(known), walk: walk && { ...walk, next } };
}

function readStretch(value: unknown): MaybeStretch | undefined {
	const territory = readTerritory(value);
	if (!territory || !isRecord(value) || value.walk === undefined) return territory;
	const walk = readWalk(value.walk);
	return walk && { ...territory, walk };
}

function readTerritory(value: unknown): Territory | undefined {
	if (!isRecord(value) || typeof value.floorMs !== 'number') return undefined;
	const known = decodeTimes(value.known);
	return known && { floorMs: value.floorMs, known };
}

function readWalk(value: unknown): Walk | undefined {
	if (!isRecord(value)) return undefined;
	const kind = KINDS.find((name) => name === value.kind);
	const next = readTerritory(value.next);
	if (!kind || (value.next !== undefined && !next)) return undefined;
	const times: unknown[] = Array.isArray(value.lastTimesMs) ? value.lastTimesMs : [];
	return {
		...newWalk(kind),
		cursor: typeof value.cursor === 'string' ? value.cursor : undefined,
		next,
		lastTimesMs: times.filter((time) => typeof time === 'number'),
		isContinued: value.isContinued === true,
		hasBegunAgain: value.hasBegunAgain === true,
		...numbersOf(value, 'newestMs', 'reachedMs', 'knownToMs', 'startedMs'),
	};
}
