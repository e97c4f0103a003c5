import { DECIDING, hasPassed, lastTimes } from '../api/listOrder';
import { isWithin } from '../general/time';
import {
	LATENESS_MS,
	looksEveryMs,
	raiseFloor,
	spanOf,
	withoutOld,
	type Checkpoint,
	type KeyedSubmission,
	type Page,
	type Walk,
} from './checkpoint';

/*
 * What one reading does, without n8n, clock, or network: `readList` yields which page it wants next, is given
 * what came of that, and in the end returns the new checkpoint and what was found. docs/polling.md shows
 * it in a picture.
 */

/** With this many unfinished walks, a reading only goes on with them: what is stored stays small. */
const MAX_UNFINISHED = 5;

/** With this many, none looks for late submissions: looks would pile up where readings have little time. */
const TOO_MANY_FOR_LOOK = 2;

/** The page that a reading wants next: the top of the list, or what is behind a cursor. */
export type Wanted = {
	cursor?: string;
	/** The time of a submission that comes first on the page and has none of its own. */
	beforeMs: number;
	/** How many new submissions the reading has found so far. */
	found: number;
	/** Whether it is for the walk from the top. */
	isTop: boolean;
};

export type Answer = Arrival | Stop;

/** A page that was read, and what time it was then by the service's clock and by this machine's. */
type Arrival = { page: Page; serviceNowMs: number; machineNowMs: number };

/** What came in place of a page. */
type Stop = {
	/**
	 * `refused`: the service doesn't accept the cursor. `emptyEnd`: the cursor, which promised more, led
	 * to an empty last page. `failed`: the page can't be read. `over`: it may read no more.
	 */
	kind: 'refused' | 'emptyEnd' | 'failed' | 'over';
	reason?: unknown;
};

export type Reading = {
	checkpoint: Checkpoint;
	/** The new submissions of each page, newest first. */
	found: KeyedSubmission[][];
	/** Why an unfinished walk couldn't go on: what it still has to read must wait. */
	heldUp?: unknown;
	/** What else ended the reading early. */
	stopped?: unknown;
};

/** What a reading has found so far; its walks add to it. */
type Tally = Omit<Reading, 'checkpoint'> & {
	known: Map<string, number>;
	isOver: boolean;
	count: number;
};

/**
 * One reading: a walk from the newest submission down to what is known, then the unfinished walks, the
 * highest first. The walk from the top becomes an unfinished one if it stops early and, from time to
 * time, to look for late submissions below what is known. `latenessMs`: how late those may be.
 */
export function* readList(
	before: Checkpoint,
	latenessMs = LATENESS_MS,
): Generator<Wanted, Reading, Answer> {
	const tally: Tally = { known: new Map(before.known), found: [], isOver: false, count: 0 };
	const left: Walk[] = [];
	let after = before;
	let isTopRead = false;
	if (before.unfinished.length < MAX_UNFINISHED && !before.skipsTop) {
		const { floorMs, unfinished } = before;
		const fromTop = { placeMs: Infinity, edgeMs: Infinity, downToMs: floorMs };
		const top = yield* walkDown(tally, fromTop, { below: unfinished[0], isTop: true });
		tally.stopped = top.stop?.reason;
		isTopRead = top.end !== undefined;
		const isLook = isLookDue(before, top, latenessMs);
		if (isLook) after = { ...before, unfinished: [top.walk, ...unfinished] };
		// If it stopped in what is known, other walks have read what is below, or will.
		const isLeft = top.stop !== undefined && !top.isLastKnown;
		if (isLeft) left.push(top.walk);
		const isBelowCovered = isLook || isLeft || top.end === 'down';
		if (isBelowCovered && top.firstPage) {
			after = raiseFloor(after, top.firstPage, latenessMs);
		}
	}
	const pagesOfTop = tally.found.length;
	for (const [index, walk] of after.unfinished.entries()) {
		const rest = yield* goOn(tally, walk, after.unfinished[index + 1]);
		if (rest) left.push(rest);
	}
	const { known, isOver, found, heldUp, stopped } = tally;
	const skipsTop = isTopRead && isOver && tally.found.length === pagesOfTop;
	const checkpoint = withoutOld({ ...after, known, unfinished: left, skipsTop });
	return { checkpoint, found, heldUp, stopped };
}

/** Whether a walk that ended in what is known goes on below it, where late ones may be. */
function isLookDue(
	{ floorMs, unfinished, lookedAtMachineMs }: Checkpoint,
	{ end, firstPage }: Progress,
	latenessMs: number,
): boolean {
	if (end !== 'known' || unfinished.length >= TOO_MANY_FOR_LOOK) return false;
	// Behind a walk that is held up above the floor, a look would be held up, too.
	if (unfinished.some(({ edgeMs }) => edgeMs >= floorMs)) return false;
	// Once the floor is at the newest submission, late ones below it are not new.
	if (firstPage?.newestMs === undefined || firstPage.newestMs <= floorMs) return false;
	return !isWithin(looksEveryMs(latenessMs), lookedAtMachineMs, firstPage.machineNowMs);
}

/** Goes on with an unfinished walk; from the top, if its cursor is refused. Undefined if it is over. */
function* goOn(
	tally: Tally,
	before: Walk,
	below: Walk | undefined,
): Generator<Wanted, Walk | undefined, Answer> {
	const first = yield* walkDown(tally, before, { below });
	const { placeMs } = first.walk;
	const isRefused = first.stop?.kind === 'refused' || first.stop?.kind === 'emptyEnd';
	const fromTop = { ...first.walk, cursor: undefined };
	const last = isRefused ? yield* walkDown(tally, fromTop, { below }) : first;
	// An empty page again, right after the same place: that is the end of the list.
	const isListOver =
		isRefused && last.stop?.kind === 'emptyEnd' && (last.lastMs ?? Infinity) <= placeMs;
	if (last.end || isListOver) return undefined;
	const isElsewhere = last.walk.cursor !== before.cursor;
	const hasMoved = isElsewhere && (first.lastMs !== undefined || last.walk.placeMs < placeMs);
	// A search that runs out of time is a fault, too: the next one may be no faster.
	const fault = [last.stop, first.stop].find((stop) => stop && stop.kind !== 'over');
	if (!hasMoved) tally.heldUp ??= fault?.reason;
	tally.stopped ??= last.stop?.reason;
	tally.isOver ||= last.stop?.kind === 'over';
	return last.walk;
}

type Progress = {
	walk: Walk;
	/** The time of the newest submission there, if there is one, and when it was read. */
	firstPage?: { newestMs?: number; machineNowMs: number };
	/** The time of the last submission that it met. */
	lastMs?: number;
	/** Whether the last submission that it met was returned before this reading. */
	isLastKnown: boolean;
	/** Where it ended: at its lower end or that of the list, or in what is known. */
	end?: 'down' | 'known';
	/** If it hasn't ended, what stopped it. */
	stop?: Stop;
};

function* walkDown(
	tally: Tally,
	before: Walk,
	{ below, isTop = false }: { below?: Walk; isTop?: boolean },
): Generator<Wanted, Progress, Answer> {
	const span = spanOf(before, below);
	let times: number[] = [];
	let progress: Progress = { walk: before, isLastKnown: true };
	while (progress.end === undefined) {
		const { cursor, placeMs, edgeMs } = progress.walk;
		const placeInListMs = cursor === undefined ? Infinity : placeMs;
		const beforeMs = progress.lastMs ?? placeInListMs;
		const answer = yield { cursor, beforeMs, found: tally.count, isTop };
		if (!('page' in answer)) return { ...progress, stop: answer };
		const { page, serviceNowMs, machineNowMs } = answer;
		const { submissions, nextCursor } = page;
		const last = submissions.at(-1);
		const isLastKnown = last ? tally.known.has(last.key) : progress.isLastKnown;
		// A walk passes over what lies above where it begins: others have returned it, or will.
		const sinceNew = takeNew(tally, submissions, span);
		times = lastTimes(times, submissions);
		const [newest] = submissions;
		const isDown = nextCursor === null || hasPassed(times, span.fromMs);
		const isKnown = newest !== undefined && sinceNew >= Math.min(submissions.length, DECIDING);
		progress = {
			walk: {
				...before,
				cursor: nextCursor ?? undefined,
				placeMs: Math.min(placeMs, times.length > 0 ? Math.max(...times) : Infinity),
				edgeMs: Math.min(edgeMs, ...times),
			},
			firstPage: progress.firstPage ?? {
				newestMs: newest && Math.min(newest.atMs, serviceNowMs),
				machineNowMs,
			},
			lastMs: last?.atMs ?? progress.lastMs,
			isLastKnown,
			end: isDown ? 'down' : isTop && isKnown ? 'known' : undefined,
		};
	}
	return progress;
}

/** Adds the new ones among these, and returns how many come after the last of them. */
function takeNew(
	tally: Tally,
	submissions: KeyedSubmission[],
	{ fromMs, untilMs }: { fromMs: number; untilMs: number },
): number {
	const { known, found } = tally;
	const fresh: KeyedSubmission[] = [];
	let sinceNew = 0;
	for (const one of submissions) {
		const isNew = one.atMs >= fromMs && one.atMs <= untilMs && !known.has(one.key);
		sinceNew = isNew ? 0 : sinceNew + 1;
		if (!isNew) continue;
		known.set(one.key, one.atMs);
		fresh.push(one);
	}
	found.push(fresh);
	tally.count += fresh.length;
	return sinceNew;
}
