import type { IDataObject, INode } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { hasNumbers, isRecord } from '../general/records';
import { KEY_LENGTH, ROUNDED_TO_MS, startingFrom, type Checkpoint, type Walk } from './checkpoint';

/**
 * The checkpoint that is stored for the target; undefined if there is none, or one for another
 * target. Throws an error that says what to do if it can't be read.
 */
export function readCheckpoint(
	node: INode,
	stored: unknown,
	target: string,
): Checkpoint | undefined {
	if (stored === undefined) return undefined;
	const checkpoint = fromStored(stored);
	if (checkpoint) return checkpoint.target === target ? checkpoint : undefined;
	throw inputError(
		node,
		"This trigger's stored position can't be read, so the trigger can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

/** The time from which a stored checkpoint, for whatever target, has left something to read; undefined without one. */
export function placeIn(stored: unknown): number | undefined {
	const checkpoint = fromStored(stored);
	if (!checkpoint || checkpoint.target === NO_TARGET) return undefined;
	return Math.max(checkpoint.floorMs, checkpoint.raisedFromMs);
}

const NO_TARGET = '';

/**
 * What is stored in place of the checkpoint of a trigger that no longer reads the list: later, it
 * starts anew.
 */
export const ENDED = toStored(startingFrom(NO_TARGET, 0));

export function toStored({ known, ...rest }: Checkpoint): IDataObject {
	return { ...rest, known: toGroups(known) };
}

const TIMES = ['floorMs', 'raisedFromMs', 'raisedAtMs', 'lookedAtMachineMs'] as const;

/** Reads what `toStored` wrote; undefined for anything else. */
export function fromStored(value: unknown): Checkpoint | undefined {
	if (!isRecord(value) || typeof value.target !== 'string') return undefined;
	if (!hasNumbers(value, ...TIMES)) return undefined;
	const { target, floorMs, raisedFromMs, raisedAtMs, lookedAtMachineMs } = value;
	const known = fromGroups(value.known);
	const list: unknown[] | undefined = Array.isArray(value.unfinished)
		? value.unfinished
		: undefined;
	const unfinished = list?.map(toWalk).filter((walk) => walk !== undefined);
	// Dropping a walk that can't be read would skip what it still has to return.
	if (!known || !unfinished || unfinished.length !== list?.length) return undefined;
	const skipsTop = value.skipsTop === true;
	const times = { floorMs, raisedFromMs, raisedAtMs, lookedAtMachineMs };
	return { target, ...times, known, unfinished, skipsTop };
}

/** IDs by time, which halves their size. */
function toGroups(known: Map<string, number>): Record<string, string> {
	const groups = new Map<number, string[]>();
	for (const [key, atMs] of known) {
		const group = Math.floor(atMs / ROUNDED_TO_MS);
		const keys = groups.get(group);
		if (keys) keys.push(key);
		else groups.set(group, [key]);
	}
	// Joined, for what is added up goes on holding its parts.
	return Object.fromEntries([...groups].map(([group, keys]) => [group, keys.join('')]));
}

function fromGroups(groups: unknown): Map<string, number> | undefined {
	if (!isRecord(groups)) return undefined;
	const known = new Map<string, number>();
	for (const [group, keys] of Object.entries(groups)) {
		const latestMs = (Number(group) + 1) * ROUNDED_TO_MS - 1;
		if (Number.isNaN(latestMs) || typeof keys !== 'string') return undefined;
		for (let at = 0; at < keys.length; at += KEY_LENGTH) {
			known.set(keys.slice(at, at + KEY_LENGTH), latestMs);
		}
	}
	return known;
}

function toWalk(value: unknown): Walk | undefined {
	if (!isRecord(value) || !hasNumbers(value, 'placeMs', 'edgeMs', 'downToMs')) return undefined;
	const { cursor, lastTimesMs, placeMs, edgeMs, downToMs } = value;
	if (cursor !== undefined && typeof cursor !== 'string') return undefined;
	if (!isListOfNumbers(lastTimesMs)) return undefined;
	return { cursor, lastTimesMs, placeMs, edgeMs, downToMs };
}

function isListOfNumbers(value: unknown): value is number[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'number');
}
