import type { INode } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { hasNumbers, isRecord } from '../general/records';
import type { Checkpoint, Walk } from './checkpoint';
import { Known } from './known';

/** What a trigger has stored, with its checkpoint as text. */
type Stored = Record<string, unknown> | undefined;

/**
 * The checkpoint that is stored for the target; undefined if there is none, or one for another
 * target. Throws an error that says what to do if it can't be read.
 */
export function readCheckpoint(
	node: INode,
	stored: Stored,
	target: string,
): Checkpoint | undefined {
	if (stored === undefined) return undefined;
	const checkpoint = fromText(stored.checkpoint);
	if (checkpoint) return checkpoint.target === target ? checkpoint : undefined;
	throw inputError(
		node,
		"This trigger's stored position can't be read, so the trigger can't tell which submissions are new. Delete the node, add a new one, and set its option 'Start From' to the time from which submissions may be missing.",
	);
}

/** The time from which a stored checkpoint, for whatever target, has left something to read; undefined without one. */
export function unreadFrom(stored: Stored): number | undefined {
	const checkpoint = fromText(stored?.checkpoint);
	return checkpoint && Math.max(checkpoint.floorMs, checkpoint.raisedFromMs);
}

export function toText({ known, ...rest }: Checkpoint): string {
	return JSON.stringify({ ...rest, known: known.toStored() });
}

/** What a text has as JSON; undefined if it has none. */
export function parsed(text: unknown): unknown {
	try {
		return typeof text === 'string' ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

const TIMES = ['floorMs', 'raisedFromMs', 'raisedAtMs', 'lookedAtMachineMs'] as const;

/** Reads what `toText` wrote; undefined for anything else. */
export function fromText(text: unknown): Checkpoint | undefined {
	const value = parsed(text);
	if (!isRecord(value) || typeof value.target !== 'string') return undefined;
	if (!hasNumbers(value, ...TIMES)) return undefined;
	const { target, floorMs, raisedFromMs, raisedAtMs, lookedAtMachineMs } = value;
	const known = Known.fromStored(value.known);
	const list: unknown[] | undefined = Array.isArray(value.unfinished)
		? value.unfinished
		: undefined;
	const unfinished = list?.map(toWalk).filter((walk) => walk !== undefined);
	// Dropping a walk that can't be read would skip what it still has to return.
	if (!known || !unfinished || unfinished.length !== list?.length) return undefined;
	return { target, floorMs, raisedFromMs, raisedAtMs, lookedAtMachineMs, known, unfinished };
}

function toWalk(value: unknown): Walk | undefined {
	if (!isRecord(value) || !hasNumbers(value, 'placeMs', 'edgeMs', 'downToMs')) return undefined;
	const { cursor, lastTimesMs, placeMs, edgeMs, downToMs, searchedAtMachineMs: atMs } = value;
	if (cursor !== undefined && typeof cursor !== 'string') return undefined;
	if (!isListOfNumbers(lastTimesMs)) return undefined;
	const searchedAtMachineMs = typeof atMs === 'number' ? atMs : undefined;
	return { cursor, lastTimesMs, placeMs, edgeMs, downToMs, searchedAtMachineMs };
}

function isListOfNumbers(value: unknown): value is number[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'number');
}
