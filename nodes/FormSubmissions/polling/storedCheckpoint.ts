import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';
import type { Checkpoint } from './checkpoint';
import { decodeKnown, encodeKnown, type Territory } from './territory';
import { newWalk, type Stretch, type Walk } from './walk';

const KINDS = ['start', 'quick', 'full'] as const;

/** A checkpoint in the form in which n8n's static data stores it. */
export function toStored({ walk, aside, ...checkpoint }: Checkpoint): IDataObject {
	return {
		...checkpoint,
		...storedTerritory(checkpoint),
		walk: walk && storedWalk(walk),
		aside: aside.map((one) => ({ ...storedTerritory(one), walk: storedWalk(one.walk) })),
	};
}

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(stored: unknown): Checkpoint | undefined {
	if (!isRecord(stored) || typeof stored.question !== 'string') return undefined;
	const territory = readTerritory(stored);
	const walk = readWalk(stored.walk);
	const list: unknown[] = Array.isArray(stored.aside) ? stored.aside : [];
	const aside = list.map(readStretch).filter((one) => one !== undefined);
	// Dropping an unreadable walk would skip the submissions that it still has to return.
	const isWhole = aside.length === list.length && (walk !== undefined || stored.walk === undefined);
	if (!territory || !isWhole) return undefined;
	const { fullAtMachineMs = 0, quietWalks = 0 } = numbersOf(
		stored,
		'fullAtMachineMs',
		'quietWalks',
	);
	return { question: stored.question, ...territory, walk, aside, fullAtMachineMs, quietWalks };
}

function storedTerritory({ floorMs, known }: Territory): IDataObject {
	return { floorMs, known: encodeKnown(known) };
}

function storedWalk({ next, ...walk }: Walk): IDataObject {
	return { ...walk, next: next && storedTerritory(next) };
}

function readTerritory(stored: unknown): Territory | undefined {
	if (!isRecord(stored) || typeof stored.floorMs !== 'number') return undefined;
	const known = decodeKnown(stored.known);
	return known && { floorMs: stored.floorMs, known };
}

function readWalk(stored: unknown): Walk | undefined {
	if (!isRecord(stored)) return undefined;
	const kind = KINDS.find((name) => name === stored.kind);
	const next = readTerritory(stored.next);
	if (!kind || (stored.next !== undefined && !next)) return undefined;
	const times: unknown[] = Array.isArray(stored.lastTimesMs) ? stored.lastTimesMs : [];
	return {
		...newWalk(kind),
		cursor: typeof stored.cursor === 'string' ? stored.cursor : undefined,
		next,
		lastTimesMs: times.filter((time) => typeof time === 'number'),
		isContinued: stored.isContinued === true,
		...numbersOf(stored, 'newestMs', 'reachedMs', 'knownToMs', 'knownRun', 'startedMs'),
	};
}

function readStretch(stored: unknown): Stretch | undefined {
	const territory = readTerritory(stored);
	const walk = isRecord(stored) ? readWalk(stored.walk) : undefined;
	return territory && walk && { ...territory, walk };
}

/** Those of the values that are numbers. */
function numbersOf<Name extends string>(
	stored: Record<string, unknown>,
	...names: Name[]
): { [name in Name]?: number } {
	const numbers: { [name in Name]?: number } = {};
	for (const name of names) {
		const value = stored[name];
		if (typeof value === 'number') numbers[name] = value;
	}
	return numbers;
}
