import { appendTimes, DISORDER_MS, findReachedMs, hasPassed } from '../api/createdAt';
import { isWithin } from '../general/isWithin';
import { limitIds, withKnown, type Baseline } from './baseline';
import { Known, type KeyedSubmission } from './known';
import {
	floorBelow,
	gapBelow,
	newestOn,
	newTop,
	readGapPage,
	readTopPage,
	startEdge,
	type Gap,
	type Top,
	type WalkedPage,
} from './walk';

/** How often a walk from the top is full (milliseconds). */
const FULL_EVERY_MS = 8 * 60_000;

/** After this many full tops without a new submission, nothing more can become visible late. */
const MAX_QUIET_TOPS = 3;

/**
 * Each fault or backlog leaves one. An unreadable page from the last ten minutes or so may leave two or
 * three: full tops go down to ten seconds below a gap's edge, and meet that page again.
 */
export const MAX_GAPS = 5;

/**
 * What a polling trigger stores between two polls. docs/polling.md says why nothing is lost or
 * returned twice. All functions here are pure: they return the next checkpoint.
 */
export type Checkpoint = {
	/** The form, filters, base URL, and credential that this checkpoint belongs to. */
	target: string;
	baseline: Baseline;
	/** When the last top that ran to its end or left a gap began (Unix milliseconds). */
	lastTopMs: number;
	/** Parts further down that are still to be read, the highest first. */
	gaps: Gap[];
	/**
	 * When the last top that was full or came through ended, or a gap last read above the floor (Unix
	 * milliseconds by this machine's clock); 0 if the next top is to be full.
	 */
	fullAtMachineMs: number;
	/** How many full tops have come through since the last new submission. */
	quietTops: number;
};

/** The result of one more page: what is new, in the order of the list, and the next checkpoint. */
type Advance = { fresh: KeyedSubmission[]; checkpoint: Checkpoint };

/** The first checkpoint if everything from a time on is new (Unix milliseconds). */
export function startingFrom(target: string, fromMs: number): Checkpoint {
	const baseline = { floorMs: fromMs, known: Known.of([]) };
	return { target, baseline, lastTopMs: fromMs, gaps: [], fullAtMachineMs: 0, quietTops: 0 };
}

/**
 * The first checkpoint if only what arrives from now on is new. From the first page of the list: its
 * submissions are known, and what is left above the floor becomes a gap that is only recorded.
 */
export function startingAt(target: string, page: WalkedPage): Checkpoint {
	const floorMs = floorBelow(newestOn(page));
	const baseline = withKnown({ floorMs, known: Known.of([]) }, page.submissions);
	const lastTimesMs = appendTimes([], page.submissions);
	const isThrough = page.nextCursor === null || hasPassed(floorMs, lastTimesMs);
	const beganMs = page.requestedMs;
	const placeMs = Math.min(findReachedMs(lastTimesMs), beganMs);
	const gap = {
		beganMs,
		floorMs,
		cursor: page.nextCursor ?? undefined,
		lastTimesMs,
		isLooking: false,
		placeMs,
		edgeMs: startEdge(placeMs, beganMs),
		isStart: true,
	};
	const start = startingFrom(target, floorMs);
	return { ...start, baseline, lastTopMs: beganMs, gaps: isThrough ? [] : [gap] };
}

/** The gap in which what existed at the start is still to be recorded, if there is one. */
export function startGap({ gaps }: Checkpoint): Gap | undefined {
	return gaps.find(({ isStart }) => isStart);
}

/** The checkpoint with another gap in place of one. */
export function replaceGap(checkpoint: Checkpoint, gap: Gap, by: Gap): Checkpoint {
	return { ...checkpoint, gaps: checkpoint.gaps.map((one) => (one === gap ? by : one)) };
}

/** A walk from the newest submission down to the highest gap, or else to the floor. */
export function beginTop(checkpoint: Checkpoint, machineNowMs: number): Top {
	const { baseline, lastTopMs, gaps, fullAtMachineMs, quietTops } = checkpoint;
	const downToMs = depthAbove(gaps, baseline.floorMs);
	const isFull = !isWithin(FULL_EVERY_MS, fullAtMachineMs, machineNowMs);
	return newTop(isFull && quietTops < MAX_QUIET_TOPS ? 'full' : 'quick', downToMs, lastTopMs);
}

/** How far down a walk above these gaps goes. It and a gap both read what is between edge and place. */
function depthAbove(gaps: Gap[], floorMs: number): number {
	return Math.max(floorMs, ...gaps.map(({ edgeMs }) => edgeMs - DISORDER_MS));
}

/** Reads one more page of a walk from the top; `isOver` says whether that was the last one. */
export function advanceTop(
	checkpoint: Checkpoint,
	before: Top,
	page: WalkedPage,
	machineNowMs: number,
): Advance & { top: Top; isOver: boolean } {
	// The top may return what a gap has yet to return: from the baseline's floor on, all returned IDs are
	// known. It must not return what the gap at the start has yet to record. (A gap also reads below that
	// floor, where IDs may be gone, so it leaves to the gap under it what belongs to that one.)
	const { floorMs, known } = checkpoint.baseline;
	const newFromMs = startGap(checkpoint) ? before.downToMs : floorMs;
	const { top, fresh, end } = readTopPage(before, { floorMs: newFromMs, known }, page);
	const after = addReturned(checkpoint, fresh);
	if (end === undefined) return { fresh, checkpoint: after, top, isOver: false };
	const lastTopMs = top.first?.requestedMs ?? after.lastTopMs;
	if (end === 'known') return { fresh, checkpoint: { ...after, lastTopMs }, top, isOver: true };
	// Only full ones count: a quick one may come through just because others have left the list.
	const quietTops = after.quietTops + (top.kind === 'full' ? 1 : 0);
	const through = { ...raiseFloor(after, top), quietTops, fullAtMachineMs: machineNowMs };
	return { fresh, checkpoint: through, top, isOver: true };
}

/**
 * The checkpoint after a walk from the top that stopped early, and the gap that it left. If it was
 * full, or its last submission was new, what it has not read becomes a gap, and the floor rises: what
 * is below was visible when the walk began. Otherwise, it leaves no gap, the floor stays, and a later
 * walk reads that part. The floor also stays if there are as many gaps as there may be; then walks are
 * full until one comes through or leaves a gap. A walk that read no submission changes nothing.
 */
export function stopTop(
	checkpoint: Checkpoint,
	top: Top,
	machineNowMs: number,
): { checkpoint: Checkpoint; gap?: Gap } {
	if (!top.first || (top.kind === 'quick' && !top.endsWithNew)) return { checkpoint };
	if (checkpoint.gaps.length >= MAX_GAPS)
		return { checkpoint: { ...checkpoint, fullAtMachineMs: 0, quietTops: 0 } };
	const fullAtMachineMs = top.kind === 'full' ? machineNowMs : checkpoint.fullAtMachineMs;
	const gap = gapBelow(top.first.requestedMs, top, checkpoint.baseline.floorMs);
	const stopped = { ...checkpoint, fullAtMachineMs, gaps: [gap, ...checkpoint.gaps] };
	return { checkpoint: raiseFloor(stopped, top), gap };
}

/**
 * Reads one more page of a gap. If it has come through, it is removed, and `gap` is undefined.
 *
 * While a gap reads above the floor, the next full top has to wait: it would begin above the gap again,
 * and if its part of the list takes longer to read than full tops are apart, nothing below would ever
 * have its turn. Nothing is lost by that: until then, the floor rises only if a quick top comes through, or
 * leaves the rest to a gap with the old floor.
 */
export function advanceGap(
	checkpoint: Checkpoint,
	before: Gap,
	page: WalkedPage,
	machineNowMs: number,
): Advance & { gap?: Gap } {
	const at = checkpoint.gaps.indexOf(before);
	const downToMs = depthAbove(checkpoint.gaps.slice(at + 1), before.floorMs);
	const { gap, fresh, isThrough } = readGapPage(before, checkpoint.baseline.known, page, downToMs);
	const gaps = checkpoint.gaps.flatMap((one) => (one !== before ? one : isThrough ? [] : gap));
	const { baseline, fullAtMachineMs: fullAtMs } = checkpoint;
	const shouldFullTopWait = fullAtMs > 0 && !gap.isLooking && gap.placeMs > baseline.floorMs;
	const fullAtMachineMs = shouldFullTopWait ? machineNowMs : fullAtMs;
	const after = addReturned({ ...checkpoint, gaps, fullAtMachineMs }, fresh);
	return {
		fresh: before.isStart ? [] : fresh,
		checkpoint: after,
		gap: isThrough ? undefined : after.gaps[at],
	};
}

function addReturned(checkpoint: Checkpoint, fresh: KeyedSubmission[]): Checkpoint {
	if (fresh.length === 0) return checkpoint;
	return { ...checkpoint, quietTops: 0, baseline: withKnown(checkpoint.baseline, fresh) };
}

/** The floor never falls. */
function raiseFloor(checkpoint: Checkpoint, { first }: Top): Checkpoint {
	if (!first) return checkpoint;
	const { floorMs, known } = checkpoint.baseline;
	const baseline = { floorMs: Math.max(floorMs, floorBelow(first.newestMs)), known };
	return { ...checkpoint, lastTopMs: first.requestedMs, baseline };
}

/**
 * The checkpoint with no more IDs than may be stored. A gap needs those below its place and just above
 * it; beyond the limit, some submissions may be returned twice, and late ones lost.
 */
export function limitKnown(checkpoint: Checkpoint): Checkpoint {
	const { baseline, lastTopMs, gaps } = checkpoint;
	const ranges = gaps.map(({ floorMs, placeMs }) => ({
		fromMs: floorMs,
		toMs: placeMs + DISORDER_MS,
	}));
	return { ...checkpoint, baseline: limitIds(baseline, lastTopMs, ranges) };
}
