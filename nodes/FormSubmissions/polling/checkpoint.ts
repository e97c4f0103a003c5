import { createHash } from 'crypto';

import { addTimes, DECIDING, DISORDER_MS, type TimedSubmission } from '../api/createdAt';
import type { SubmissionPage } from '../api/types';
import { isWithin } from '../general/isWithin';

/*
 * A walk goes down the list from the newest submission; one that can't end in its poll is stored, and
 * goes on in the next. Times are Unix milliseconds: by the service's clock, unless the name says that
 * they are by this machine's.
 */

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** How often a walk from the top looks for late submissions, too (milliseconds). */
const FULL_EVERY_MS = 8 * 60_000;

/** With this many unfinished walks, a poll only goes on with them. */
const MAX_UNFINISHED = 5;

/** The most IDs that are kept, at 12 to 24 bytes each. A million submissions a day are 7,000 in ten minutes. */
const MAX_KNOWN = 20_000;

/** IDs are stored with their times, rounded up to a multiple of this (milliseconds). */
export const ROUNDED_TO_MS = 10_000;

/** Characters of a key: 54 bits of a hash. */
export const KEY_LENGTH = 9;

/** A walk down the list, as far as it has come. */
export type Walk = {
	/** Where it goes on; if missing, at the newest submission, from which it searches for its place. */
	cursor?: string;
	/** The latest time of the last thirty submissions of its last page. */
	placeMs: number;
	/** The earliest time of these. */
	edgeMs: number;
	/** How far down it goes: the floor when it began. */
	downToMs: number;
	/** Whether it ends where the last walk from the top began, or at the first page without anything new. */
	isQuick: boolean;
	/** Whether it read on from its place in its last poll. */
	hasMoved: boolean;
};

/** What a polling trigger stores. A poll changes its own copy, and stores that at its end. */
export type Checkpoint = {
	/** The form, filters, base URL, and credential that this checkpoint belongs to. */
	target: string;
	/** Nothing before it is new, except to walks that go further down. */
	floorMs: number;
	/** The submissions returned, by their keys, with their times. */
	known: Map<string, number>;
	/** Walks that go on in the next poll, the highest first. */
	unfinished: Walk[];
	/** The newest submission that the last walk from the top met. */
	newestMs: number;
	/** When the last walk from the top began that came all the way down, or became an unfinished one. */
	fullAtMachineMs: number;
	/** When the last poll began that found something new. */
	newAtMachineMs: number;
};

/** A submission with its key, which is short, so that thousands fit into static data. */
export type KeyedSubmission = TimedSubmission & { key: string };

/** One page of the list; `nextCursor` is null on the last. */
export type Page = { submissions: KeyedSubmission[]; nextCursor: string | null };

/** A page with times and keys. `beforeMs` is the time of the submission before it in the list. */
export function toPage({ submissions, nextCursor }: SubmissionPage, beforeMs: number): Page {
	const keyed = addTimes(submissions, beforeMs).map((one) => ({
		...one,
		key: createHash('sha256').update(one.submission.id).digest('base64url').slice(0, KEY_LENGTH),
	}));
	return { submissions: keyed, nextCursor };
}

/** The first checkpoint if everything from a time on is new. */
export function startingFrom(target: string, fromMs: number): Checkpoint {
	const times = { floorMs: fromMs, newestMs: fromMs, fullAtMachineMs: 0, newAtMachineMs: 0 };
	return { target, ...times, known: new Map(), unfinished: [] };
}

/** The first checkpoint if only what arrives from now on is new; from the first page of the list. */
export function startingAt(
	target: string,
	{ submissions, nextCursor }: Page,
	serviceNowMs: number,
): Checkpoint {
	const times = submissions.map(({ atMs }) => atMs);
	const newestMs = times.length > 0 ? Math.max(...times) : serviceNowMs;
	// More of the same time may be on the next page.
	const isFullOfIt = nextCursor !== null && Math.min(...times) === newestMs;
	const floorMs = isFullOfIt ? newestMs + 1 : newestMs;
	const checkpoint = startingFrom(target, Math.min(floorMs, serviceNowMs));
	addKnown(checkpoint, submissions);
	return checkpoint;
}

/** A walk from the newest submission down; undefined if there are too many unfinished ones. */
export function walkFromTop(checkpoint: Checkpoint, machineNowMs: number): Walk | undefined {
	const { floorMs, unfinished, fullAtMachineMs, newAtMachineMs } = checkpoint;
	if (unfinished.length >= MAX_UNFINISHED) return undefined;
	// Full walks might leave no time for the unfinished ones.
	const isBusy = unfinished.some(({ hasMoved }) => hasMoved);
	// Ten minutes after the last new submission, no other can become visible late.
	const isQuiet = fullAtMachineMs > newAtMachineMs + LATENESS_MS && fullAtMachineMs <= machineNowMs;
	return {
		placeMs: Infinity,
		edgeMs: Infinity,
		downToMs: floorMs,
		isQuick: isBusy || isQuiet || isWithin(FULL_EVERY_MS, fullAtMachineMs, machineNowMs),
		hasMoved: false,
	};
}

/**
 * How far down a walk goes: to the floor when it began, or to just below the edge of the unfinished
 * one under it. Both read what is between place and edge; each knows what the other returned.
 */
function endOf({ unfinished }: Checkpoint, walk: Walk): number {
	// A walk from the top isn't among them: the first one is under it.
	const below = unfinished[unfinished.indexOf(walk) + 1];
	return Math.max(walk.downToMs, (below?.edgeMs ?? -Infinity) - DISORDER_MS);
}

/** What one more page of a walk has shown. */
type Reading = {
	/** Where the walk stands now. */
	walk: Walk;
	/** The new submissions of the page, each once. */
	fresh: KeyedSubmission[];
	/** Why the walk is over, if it is: it has come all the way down, or to what is known. */
	over?: 'down' | 'known';
};

/** Reads one more page of a walk. */
export function readPage(checkpoint: Checkpoint, walk: Walk, page: Page): Reading {
	const { submissions, nextCursor } = page;
	const cursor = nextCursor ?? undefined;
	const last = submissions.slice(-DECIDING).map(({ atMs }) => atMs);
	if (last.length === 0) {
		return { walk: { ...walk, cursor }, fresh: [], over: cursor ? undefined : 'down' };
	}
	const downToMs = endOf(checkpoint, walk);
	const fresh = findNew(checkpoint, { placeMs: walk.placeMs, downToMs }, submissions);
	const [placeMs, edgeMs] = [Math.max(...last), Math.min(...last)];
	const after: Walk = {
		...walk,
		cursor,
		placeMs: Math.min(walk.placeMs, placeMs),
		edgeMs: Math.min(walk.edgeMs, edgeMs),
		hasMoved: walk.hasMoved || placeMs <= walk.placeMs + DISORDER_MS,
	};
	const isDown = placeMs < downToMs - DISORDER_MS;
	if (isDown || !cursor) return { walk: after, fresh, over: 'down' };
	const isKnown = fresh.length === 0 || placeMs < checkpoint.newestMs - DISORDER_MS;
	return { walk: after, fresh, over: walk.isQuick && isKnown ? 'known' : undefined };
}

/** A walk passes over what lies above its place: others have returned it, or will. */
function findNew(
	{ known }: Checkpoint,
	{ placeMs, downToMs }: Pick<Walk, 'placeMs' | 'downToMs'>,
	submissions: KeyedSubmission[],
) {
	const untilMs = placeMs + DISORDER_MS;
	const fresh = new Map<string, KeyedSubmission>();
	for (const one of submissions) {
		const isNew = one.atMs >= downToMs && one.atMs <= untilMs && !known.has(one.key);
		if (isNew && !fresh.has(one.key)) fresh.set(one.key, one);
	}
	return [...fresh.values()];
}

/** Notes that these submissions are known. */
export function addKnown({ known }: Checkpoint, submissions: KeyedSubmission[]): void {
	for (const { key, atMs } of submissions) known.set(key, atMs);
}

/**
 * Makes a walk from the top an unfinished one. If a page stopped it, and the one under it is held up,
 * that is most likely the same page, and one walk goes on: the one under it if the walk has reached its
 * place, else the walk, down to where both go.
 */
export function leave(checkpoint: Checkpoint, top: Walk, wasStoppedByPage: boolean): void {
	const { unfinished, floorMs } = checkpoint;
	const [below] = unfinished;
	// Below the floor, IDs in between may be gone.
	const isSamePage = wasStoppedByPage && below && !below.hasMoved && below.edgeMs >= floorMs;
	if (isSamePage && top.edgeMs <= below.placeMs) return;
	const downToMs = isSamePage ? below.downToMs : top.downToMs;
	unfinished.splice(0, isSamePage ? 1 : 0, Object.assign(top, { downToMs, isQuick: false }));
}

/**
 * Raises the floor after a walk from the top that came all the way down, or became an unfinished one:
 * what is ten minutes older than the newest submission was visible when the walk began.
 */
export function raiseFloor(checkpoint: Checkpoint, machineNowMs: number): void {
	checkpoint.floorMs = Math.max(checkpoint.floorMs, checkpoint.newestMs - LATENESS_MS);
	checkpoint.fullAtMachineMs = machineNowMs;
}

/**
 * Forgets the IDs that no walk can meet anymore. If there are still too many, walks look less far down
 * for late submissions: those may be missed then, but nothing comes twice.
 */
export function forgetOld(checkpoint: Checkpoint): void {
	forgetUnneeded(checkpoint);
	const { known, unfinished } = checkpoint;
	if (known.size <= MAX_KNOWN) return;
	const times = [...known.values()].sort((a, b) => b - a);
	const tooOldMs = times[MAX_KNOWN] ?? -Infinity;
	checkpoint.floorMs = Math.max(checkpoint.floorMs, tooOldMs + 1);
	for (const walk of unfinished) {
		// Down to the next known IDs, it is to read what no other walk has read.
		const below = times.filter((atMs) => atMs < walk.edgeMs - DISORDER_MS);
		const unreadToMs = (below[DECIDING] ?? -Infinity) - ROUNDED_TO_MS - DISORDER_MS;
		const mostMs = Math.min(tooOldMs + 1, unreadToMs);
		walk.downToMs = Math.max(walk.downToMs, mostMs);
	}
	forgetUnneeded(checkpoint);
}

/** IDs are needed from the floor on, and between the end of each unfinished walk and its place. */
function forgetUnneeded(checkpoint: Checkpoint): void {
	const { known, unfinished, floorMs } = checkpoint;
	const needed = unfinished.map((walk) => ({
		fromMs: endOf(checkpoint, walk),
		untilMs: walk.placeMs + DISORDER_MS + ROUNDED_TO_MS,
	}));
	for (const [key, atMs] of known) {
		const isNeeded = needed.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs);
		if (atMs < floorMs && !isNeeded) known.delete(key);
	}
}
