import type { IDataObject } from 'n8n-workflow';

import type { TimedSubmission } from '../api/createdAt';
import { isRecord, numbersOf } from '../general/records';
import { decodeTimes, encodeTimes } from '../state/pollState';
import { LATEST_MS, withIdsOf, withinLimit, type Territory } from './territory';
import {
	continued,
	downFrom,
	joined,
	KINDS,
	newWalk,
	pass,
	type Stretch,
	type Walk,
	type WalkedPage,
} from './walk';

/** How often a walk is full (milliseconds). */
const FULL_EVERY_MS = 8 * 60_000;

/** After this many full walks since the last new submission, nothing can become visible late. */
const MAX_QUIET_WALKS = 3;

/** How many walks may be put aside at a time, and how many IDs to keep for all of them. */
const MAX_ASIDE = 10;
const MAX_KNOWN_ASIDE = 5_000;

/**
 * What a polling trigger remembers between two polls: what counts as new, and at most one
 * unfinished walk. docs/polling.md says why nothing is lost or returned twice.
 */
export type Checkpoint = Territory & {
	/** The form, filters, and workspace that this checkpoint belongs to. */
	question: string;
	walk?: Walk;
	/** Walks that failed again and again at a page that can't be read; others don't wait for them. */
	aside: Stretch[];
	/** When the last full walk ended (Unix milliseconds of this machine). */
	fullAtMachineMs: number;
	/** Full walks since the last new submission. */
	quietWalks: number;
};

/** What one more page of a walk leads to. */
export type Advance = {
	/** The new submissions, in the order of the list. */
	fresh: TimedSubmission[];
	checkpoint: Checkpoint;
	/** The walk to continue; undefined if it is over. */
	walk?: Walk;
};

/** The first checkpoint: everything from this time on is new; by default, only what is yet to come. */
export function startingAt(question: string, fromMs?: number): Checkpoint {
	const walk = fromMs === undefined ? newWalk('start') : undefined;
	return {
		question,
		floorMs: fromMs ?? 0,
		known: new Map(),
		walk,
		aside: [],
		fullAtMachineMs: 0,
		quietWalks: 0,
	};
}

/** The walk that a poll makes: the unfinished one, or else one from the newest submission. */
export function walkOf({ walk, ...checkpoint }: Checkpoint, machineNowMs: number): Walk {
	if (walk) return continued(walk);
	const isFull = isDue(checkpoint.fullAtMachineMs, FULL_EVERY_MS, machineNowMs);
	return newWalk(isFull && checkpoint.quietWalks < MAX_QUIET_WALKS ? 'full' : 'quick');
}

/** Whether something is due again. If the clock was set back, that must not delay it by as much. */
export function isDue(lastMs: number, everyMs: number, nowMs: number): boolean {
	return nowMs - lastMs >= everyMs || nowMs < lastMs;
}

/** The new submissions of the walk's next page, and the complete checkpoint after it. */
export function advance(checkpoint: Checkpoint, walk: Walk, page: WalkedPage): Advance {
	const { fresh, stretch, end } = pass({ ...checkpoint, walk }, page);
	const { next, newestMs = LATEST_MS } = stretch.walk;
	const isThrough = end === 'floor';
	// A walk that ends at known submissions has seen only the top of the list.
	const territory = isThrough && next ? next : stretch;
	const quietWalks = fresh.length > 0 ? 0 : checkpoint.quietWalks;
	const after: Checkpoint = {
		...checkpoint,
		...(end === undefined ? stretch : { ...withinLimit(territory, newestMs), walk: undefined }),
		aside: bounded(checkpoint.aside.map((one) => withIdsOf(one, fresh))),
		quietWalks: isThrough ? quietWalks + 1 : quietWalks,
		fullAtMachineMs: isThrough ? page.machineMs : checkpoint.fullAtMachineMs,
	};
	return { fresh: walk.kind === 'start' ? [] : fresh, checkpoint: after, walk: after.walk };
}

/**
 * Puts the walk aside, with what it treats as new, because it fails again and again at the same
 * place. It joins one put aside there before, as a page that can't be read may stop several. Later
 * walks continue with what it had prepared; if it had prepared nothing, nothing changes.
 */
export function withWalkAside(checkpoint: Checkpoint): Checkpoint {
	const { walk, floorMs, known, aside } = checkpoint;
	if (!walk?.next) return checkpoint;
	const own = { floorMs, known, walk: { ...walk, next: undefined } };
	const near = aside.find((one) => joined(one, own));
	const others = aside.filter((one) => one !== near);
	if (others.length >= MAX_ASIDE) return checkpoint;
	// A walk that is over has met the submissions without a time; this one has not.
	const undated = [...known].filter(([, atMs]) => atMs === LATEST_MS);
	return {
		...checkpoint,
		floorMs: walk.next.floorMs,
		known: new Map([...walk.next.known, ...undated]),
		walk: undefined,
		aside: bounded([...others, (near && joined(near, own)) ?? own]),
	};
}

/**
 * The same as `advance`, for a walk put aside, which is dropped when it is over. Where the areas of
 * two walks overlap, what one has returned is known to the other.
 */
export function advanceAside(
	checkpoint: Checkpoint,
	index: number,
	walk: Walk,
	page: WalkedPage,
): Advance {
	const { fresh, stretch, end } = pass({ ...(checkpoint.aside[index] ?? checkpoint), walk }, page);
	const left = end === undefined ? [stretch] : [];
	const own = checkpoint.walk;
	const next = own?.next && withIdsOf(own.next, fresh);
	const after: Checkpoint = {
		...withIdsOf(checkpoint, fresh),
		walk: own && { ...own, next },
		aside: bounded(
			checkpoint.aside.flatMap((one, at) => (at === index ? left : withIdsOf(one, fresh))),
		),
	};
	return {
		fresh,
		checkpoint: after,
		walk: end === undefined ? after.aside[index]?.walk : undefined,
	};
}

/** Walks put aside, each with an equal share of the IDs to keep. */
function bounded(aside: Stretch[]): Stretch[] {
	const max = Math.floor(MAX_KNOWN_ASIDE / aside.length);
	return aside.map((one) => downFrom(one, max));
}

/** A checkpoint as n8n's static data stores it. */
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
		hasBegunAgain: value.hasBegunAgain === true,
		...numbersOf(value, 'newestMs', 'reachedMs', 'knownToMs'),
	};
}
