import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { inputError } from '../errors';
import { hasNumbers, isRecord } from '../general/records';
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
		"This trigger's stored position can't be read, so the trigger can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

/** Stores the checkpoint, which n8n saves with, or just before, the items of the poll. */
export function writeCheckpoint(context: IPollFunctions, checkpoint: Checkpoint): void {
	writePollState(context, toStored(checkpoint));
}

/** A checkpoint as n8n's static data stores it, with no more IDs than it may have. */
export function toStored(checkpoint: Checkpoint): IDataObject {
	const { baseline, ...rest } = limitKnown(checkpoint);
	return { ...rest, baseline: { ...baseline, known: encodeKnown(baseline.known) } };
}

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(value: unknown): Checkpoint | undefined {
	if (!isRecord(value) || typeof value.target !== 'string') return undefined;
	if (!hasNumbers(value, 'lastTopMs', 'fullAtMachineMs', 'quietTops')) return undefined;
	const { target, lastTopMs, fullAtMachineMs, quietTops } = value;
	const baseline = toBaseline(value.baseline);
	const list: unknown[] | undefined = Array.isArray(value.gaps) ? value.gaps : undefined;
	const gaps = list?.map(toGap).filter((gap) => gap !== undefined);
	// Dropping a gap that can't be read would skip the submissions that it still has to return.
	if (!baseline || gaps === undefined || gaps.length !== list?.length) return undefined;
	return { target, baseline, lastTopMs, gaps, fullAtMachineMs, quietTops };
}

function toBaseline(value: unknown): Baseline | undefined {
	if (!isRecord(value) || typeof value.floorMs !== 'number') return undefined;
	const known = decodeKnown(value.known);
	return known && { floorMs: value.floorMs, known };
}

function toGap(value: unknown): Gap | undefined {
	if (!isRecord(value) || !hasNumbers(value, 'beganMs', 'floorMs', 'placeMs', 'edgeMs'))
		return undefined;
	const { beganMs, floorMs, placeMs, edgeMs, cursor, lastTimesMs, isLooking, isStart } = value;
	if (cursor !== undefined && typeof cursor !== 'string') return undefined;
	if (typeof isLooking !== 'boolean' || typeof isStart !== 'boolean') return undefined;
	if (!isNumbers(lastTimesMs)) return undefined;
	return { beganMs, floorMs, cursor, placeMs, edgeMs, lastTimesMs, isLooking, isStart };
}

function isNumbers(value: unknown): value is number[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'number');
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
