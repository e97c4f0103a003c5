import { DISORDER_MS, lastTimesMs, reachedMs } from '../api/createdAt';
import { limitIds, MAX_KNOWN, raiseFloor, withKnown, type Baseline } from './baseline';
import { Known, type KeyedSubmission } from './known';
import {
	floorBelow,
	gapBelow,
	hasPassed,
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

/** After this many full tops since the last new submission, nothing can become visible late. */
const MAX_QUIET_TOPS = 3;

/** Each takes a fault, or a backlog, of its own. */
export const MAX_GAPS = 5;

/**
 * What a polling trigger stores between two polls. docs/polling.md says why nothing is lost or
 * returned twice. All functions here are pure: they return the next checkpoint.
 */
export type Checkpoint = {
	/** The form, filters, and workspace that this checkpoint belongs to. */
	target: string;
	baseline: Baseline;
	/** The newest time when the floor last rose (Unix milliseconds). */
	newestMs: number;
	/** Parts further down that are still to be read, the highest first. */
	gaps: Gap[];
	/** When the last full top ended (Unix milliseconds of this machine). */
	fullAtMachineMs: number;
	/** Full tops that came through since the last new submission. */
	quietTops: number;
};

/** What one more page leads to: what is new, in the order of the list, and the next checkpoint. */
type Advance = { fresh: KeyedSubmission[]; checkpoint: Checkpoint };

/** The first checkpoint if everything from a time on is new (Unix milliseconds). */
export function startingFrom(target: string, fromMs: number): Checkpoint {
	const baseline = { floorMs: fromMs, known: Known.of([]) };
	return { target, baseline, newestMs: fromMs, gaps: [], fullAtMachineMs: 0, quietTops: 0 };
}

/**
 * The first checkpoint if only what is yet to come is new, from the first page of the list: what it
 * has down to the floor is known, and what is below the page is a gap that is only recorded.
 */
export function startingAt(target: string, page: WalkedPage): Checkpoint {
	const newestMs = newestOn(page);
	const floorMs = floorBelow(newestMs);
	const baseline = withKnown({ floorMs, known: Known.of([]) }, page.submissions);
	const lastTimes = lastTimesMs([], page.submissions);
	const isThrough = page.nextCursor === null || hasPassed(floorMs, lastTimes);
	const startedMs = page.requestedMs;
	const placeMs = Math.min(reachedMs(lastTimes), startedMs);
	const gap = {
		...baseline,
		id: 1,
		cursor: page.nextCursor ?? undefined,
		lastTimesMs: lastTimes,
		isLooking: false,
		placeMs,
		edgeMs: startEdge(placeMs, startedMs),
		startedMs,
	};
	const start = startingFrom(target, floorMs);
	return { ...start, baseline, newestMs, gaps: isThrough ? [] : [gap] };
}

/** The gap in which what existed at the start is still to be recorded, if it is. */
export function startGap({ gaps }: Checkpoint): Gap | undefined {
	return gaps.find(({ startedMs }) => startedMs !== undefined);
}

/** The checkpoint with another gap in place of one. */
export function replaceGap(checkpoint: Checkpoint, gap: Gap, by: Gap): Checkpoint {
	return { ...checkpoint, gaps: checkpoint.gaps.map((one) => (one === gap ? by : one)) };
}

/** A walk from the newest submission down to the highest gap, or else to the floor. */
export function beginTop(checkpoint: Checkpoint, machineNowMs: number): Top {
	const { baseline, gaps, fullAtMachineMs, quietTops } = checkpoint;
	const floorMs = floorAbove(gaps, baseline.floorMs);
	const isFull = isDue(fullAtMachineMs, FULL_EVERY_MS, machineNowMs);
	return newTop(isFull && quietTops < MAX_QUIET_TOPS ? 'full' : 'quick', floorMs);
}

/** Down to where a walk goes that is above these gaps: what lies between edge and place is of both. */
function floorAbove(gaps: Gap[], floorMs: number): number {
	return Math.max(floorMs, ...gaps.map(({ edgeMs }) => edgeMs - DISORDER_MS));
}

/** Whether something is due again. If the clock was set back, that must not delay it by as much. */
export function isDue(lastMs: number, everyMs: number, nowMs: number): boolean {
	return nowMs - lastMs >= everyMs || nowMs < lastMs;
}

/** Reads one more page of a walk from the top; `isOver` says whether that was the last one. */
export function advanceTop(
	checkpoint: Checkpoint,
	before: Top,
	page: WalkedPage,
	machineNowMs: number,
): Advance & { top: Top; isOver: boolean } {
	const { top, fresh, end } = readTopPage(before, checkpoint.baseline.known, page);
	const after = withReturned(checkpoint, fresh);
	if (end !== 'floor') return { fresh, checkpoint: after, top, isOver: end === 'known' };
	// A quick one may come through only because submissions above have left the list.
	const quietTops = after.quietTops + (top.kind === 'full' ? 1 : 0);
	const through = { ...raisedBy(after, top), quietTops, fullAtMachineMs: machineNowMs };
	return { fresh, checkpoint: through, top, isOver: true };
}

/**
 * The checkpoint after a walk from the top that stopped on its way. If it was full, or stopped at new
 * submissions, what it has not read becomes a gap, and the floor rises: what is below was visible when
 * the walk began. Otherwise, the floor stays, and a full one reads it again. So it does if there are
 * too many gaps already: then each walk is full, until one comes through or leaves a gap.
 */
export function stopTop(
	checkpoint: Checkpoint,
	top: Top,
	{ nowMs, machineNowMs }: { nowMs: number; machineNowMs: number },
): Checkpoint {
	if (top.newestMs === undefined) return checkpoint;
	if (top.kind === 'quick' && !top.endsWithNew) return checkpoint;
	if (checkpoint.gaps.length >= MAX_GAPS)
		return { ...checkpoint, fullAtMachineMs: 0, quietTops: 0 };
	const fullAtMachineMs = top.kind === 'full' ? machineNowMs : checkpoint.fullAtMachineMs;
	const stopped = { ...checkpoint, fullAtMachineMs };
	const id = Math.max(0, ...checkpoint.gaps.map((gap) => gap.id)) + 1;
	const gap = gapBelow(id, top, checkpoint.baseline, nowMs);
	return raisedBy({ ...stopped, gaps: [gap, ...stopped.gaps] }, top);
}

/** Reads one more page of one of the gaps. One that is through is gone, and `gap` undefined. */
export function advanceGap(
	checkpoint: Checkpoint,
	before: Gap,
	page: WalkedPage,
): Advance & { gap?: Gap } {
	const at = checkpoint.gaps.indexOf(before);
	const downToMs = floorAbove(checkpoint.gaps.slice(at + 1), before.floorMs);
	const { gap, fresh, isThrough } = readGapPage(before, page, downToMs);
	const gaps = checkpoint.gaps.flatMap((one) => (one !== before ? one : isThrough ? [] : gap));
	const after = withReturned({ ...checkpoint, gaps }, fresh);
	const isStart = before.startedMs !== undefined;
	return {
		fresh: isStart ? [] : fresh,
		checkpoint: after,
		gap: isThrough ? undefined : after.gaps[at],
	};
}

/** What one walk returns is known to the others that may meet it. */
function withReturned(checkpoint: Checkpoint, fresh: KeyedSubmission[]): Checkpoint {
	if (fresh.length === 0) return checkpoint;
	return {
		...checkpoint,
		quietTops: 0,
		baseline: withKnown(checkpoint.baseline, fresh),
		gaps: checkpoint.gaps.map((gap) => withKnown(gap, fresh, gap.placeMs + DISORDER_MS)),
	};
}

function raisedBy(checkpoint: Checkpoint, { newestMs }: Top): Checkpoint {
	if (newestMs === undefined) return checkpoint;
	return {
		...checkpoint,
		newestMs,
		baseline: raiseFloor(checkpoint.baseline, floorBelow(newestMs)),
	};
}

/**
 * The checkpoint with no more IDs than may be stored. A gap needs those below its place and near
 * above; beyond the limit, the latest of them go: one may then be returned twice, but none is lost.
 */
export function limitKnown(checkpoint: Checkpoint): Checkpoint {
	const gaps = checkpoint.gaps.map((gap) => ({
		...gap,
		known: gap.known.within(gap.floorMs, gap.placeMs + DISORDER_MS),
	}));
	const total = gaps.reduce((sum, { known }) => sum + known.size, 0);
	const share = total > MAX_KNOWN ? Math.floor(MAX_KNOWN / gaps.length) : MAX_KNOWN;
	return {
		...checkpoint,
		baseline: limitIds(checkpoint.baseline, checkpoint.newestMs),
		gaps: gaps.map((gap) => ({ ...gap, known: gap.known.earliest(share) })),
	};
}
