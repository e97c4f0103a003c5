import { keyOf } from '../../../nodes/FormSubmissions/polling/territory';
import {
	newWalk,
	type Stretch,
	type Walk,
	type WalkedPage,
} from '../../../nodes/FormSubmissions/polling/walk';
import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import { startingAt, type Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import type { KeyedTimes } from '../../../nodes/FormSubmissions/state/pollState';

export const T = Date.UTC(2026, 0, 31, 9);
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const QUESTION = '["",[],false]';

/** The time by n8n's clock, which need not agree with the service's. */
export const NOW = 2 * T;

export function row(id: string, atMs: number): TimedSubmission {
	return { submission: { id }, atMs, isDated: true };
}

/** It has the time of the submission before it. */
export function undated(id: string, atMs: number): TimedSubmission {
	return { submission: { id }, atMs, isDated: false };
}

/** Newest first, one each `stepMs` from `atMs` down. */
export function rows(name: string, count: number, atMs: number, stepMs = SECOND) {
	return Array.from({ length: count }, (_, n) => row(`${name}${n}`, atMs - n * stepMs));
}

export function ids(submissions: TimedSubmission[]): string[] {
	return submissions.map(({ submission }) => submission.id);
}

export function keyOfId(id: string): string {
	return keyOf(row(id, T));
}

/** Known submissions as a state stores them: keys of IDs, each with its time. */
export function known(times: Record<string, number>): KeyedTimes {
	return new Map(Object.entries(times).map(([id, atMs]) => [keyOfId(id), atMs]));
}

export function knownRows(submissions: TimedSubmission[]): KeyedTimes {
	return new Map(submissions.map((one) => [keyOf(one), one.atMs]));
}

/** The given number of known submissions; `atMs` returns the time of each. */
export function manyKnown(count: number, atMs: (index: number) => number): KeyedTimes {
	return new Map(Array.from({ length: count }, (_, n) => [`key${n}`.padEnd(10, '_'), atMs(n)]));
}

/** A page that is not the last one, requested a minute after T, which arrived a second later, at NOW. */
export function page(
	submissions: TimedSubmission[],
	changes: Partial<WalkedPage> = {},
): WalkedPage {
	const requestedMs = T + MINUTE;
	return {
		submissions,
		nextCursor: 'next',
		requestedMs,
		arrivedMs: requestedMs + SECOND,
		machineMs: NOW,
		...changes,
	};
}

/** A walk that begins, in an area from an hour ago on in which nothing is known. */
export function stretchWith(walk: Partial<Walk> = {}, changes: Partial<Stretch> = {}): Stretch {
	return {
		floorMs: T - 60 * MINUTE,
		known: new Map(),
		walk: { ...newWalk('full'), ...walk },
		...changes,
	};
}

/** A walk that an earlier poll left unfinished where the last ten submissions were an hour old. */
export function leftWalk(changes: Partial<Walk> = {}): Walk {
	const reachedMs = T - 60 * MINUTE;
	return {
		...newWalk('full'),
		cursor: 'cursor',
		newestMs: T,
		lastTimesMs: Array.from({ length: 10 }, () => reachedMs),
		reachedMs,
		knownToMs: reachedMs + 10 * MINUTE,
		next: { floorMs: T - 10 * MINUTE - 5 * SECOND, known: new Map() },
		...changes,
	};
}

export function checkpointWith(changes: Partial<Checkpoint> = {}): Checkpoint {
	return { ...startingAt(QUESTION, T - 60 * MINUTE), ...changes };
}
