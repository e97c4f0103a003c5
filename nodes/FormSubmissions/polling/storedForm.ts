import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { inputError } from '../errors';
import { isRecord, numbersOf } from '../general/records';
import { readPollState, writePollState } from '../state/pollState';
import type { Baseline } from './baseline';
import { limitKnown, type Checkpoint } from './checkpoint';
import { KEY_LENGTH, Known } from './known';
import type { Gap } from './walk';

/**
 * The checkpoint that n8n has stored for the target; undefined if there is none, or one for another
 * target. Throws an error that says what to do if it can't be read.
 */
export function readCheckpoint(context: IPollFunctions, target: string): Checkpoint | undefined {
	const stored = readPollState(context);
	if (stored === undefined) return undefined;
	const checkpoint = fromStored(stored);
	if (checkpoint) return checkpoint.target === target ? checkpoint : undefined;
	throw inputError(
		context.getNode(),
		"This trigger's stored position can't be read, so it can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

/** Stores the checkpoint, which n8n saves along with the items of the poll. */
export function writeCheckpoint(
	context: IPollFunctions,
	checkpoint: Checkpoint,
	hasItems: boolean,
): void {
	writePollState(context, toStored(checkpoint), hasItems);
}

/** A checkpoint as n8n's static data stores it, with no more IDs than it may have. */
export function toStored(checkpoint: Checkpoint): IDataObject {
	const { baseline, gaps, ...rest } = limitKnown(checkpoint);
	return { ...rest, baseline: storedBaseline(baseline), gaps: gaps.map(storedBaseline) };
}

function storedBaseline<B extends Baseline>({ known, ...rest }: B): IDataObject {
	return { ...rest, known: encodeKnown(known) };
}

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(value: unknown): Checkpoint | undefined {
	if (!isRecord(value) || typeof value.target !== 'string') return undefined;
	const baseline = readBaseline(value.baseline);
	const list: unknown[] = Array.isArray(value.gaps) ? value.gaps : [];
	const gaps = list.map(readGap).filter((gap) => gap !== undefined);
	// Without a gap that can't be read, the submissions that it still has to return would be skipped.
	if (!baseline || gaps.length < list.length) return undefined;
	const { newestMs, fullAtMachineMs, quietTops } = numbersOf(
		value,
		...(['newestMs', 'fullAtMachineMs', 'quietTops'] as const),
	);
	return {
		target: value.target,
		baseline,
		newestMs: newestMs ?? baseline.floorMs,
		gaps,
		fullAtMachineMs: fullAtMachineMs ?? 0,
		quietTops: quietTops ?? 0,
	};
}

function readBaseline(value: unknown): Baseline | undefined {
	if (!isRecord(value) || typeof value.floorMs !== 'number') return undefined;
	const known = decodeKnown(value.known);
	return known && { floorMs: value.floorMs, known };
}

function readGap(value: unknown): Gap | undefined {
	const baseline = readBaseline(value);
	if (!baseline || !isRecord(value)) return undefined;
	const { id, placeMs, edgeMs, startedMs } = numbersOf(
		value,
		...(['id', 'placeMs', 'edgeMs', 'startedMs'] as const),
	);
	if (id === undefined || placeMs === undefined || edgeMs === undefined) return undefined;
	const times: unknown[] = Array.isArray(value.lastTimesMs) ? value.lastTimesMs : [];
	return {
		...baseline,
		id,
		cursor: typeof value.cursor === 'string' ? value.cursor : undefined,
		placeMs,
		edgeMs,
		lastTimesMs: times.filter((time) => typeof time === 'number'),
		isLooking: value.isLooking === true,
		startedMs,
	};
}

const RADIX = 36;

/**
 * Known IDs as text, some 13 bytes each: earliest first, each key followed by the milliseconds since
 * the one before, in base 36, separated by commas.
 */
export function encodeKnown(known: Known): string {
	const oldestFirst = known.times().sort(([, a], [, b]) => a - b);
	return oldestFirst
		.map(([key, atMs], index) => {
			const [, lastMs] = oldestFirst[index - 1] ?? [key, 0];
			return key + (atMs - lastMs).toString(RADIX);
		})
		.join(',');
}

/** Reads what `encodeKnown` wrote; undefined for anything else. */
export function decodeKnown(text: unknown): Known | undefined {
	if (typeof text !== 'string') return undefined;
	const times: Array<[key: string, atMs: number]> = [];
	let lastMs = 0;
	for (const entry of text === '' ? [] : text.split(',')) {
		const sinceLast = Number.parseInt(entry.slice(KEY_LENGTH), RADIX);
		if (Number.isNaN(sinceLast)) return undefined;
		lastMs += sinceLast;
		times.push([entry.slice(0, KEY_LENGTH), lastMs]);
	}
	return Known.of(times);
}
