import type { Rings } from './rings';

/*
 * What a trigger that listens does next, without n8n, clock, or network. Times are Unix milliseconds by this
 * machine's clock. The rules (N1 to N4): contributing/reading.md.
 */

/** How often a list is read if nothing rings (milliseconds) … */
export const EVERY_MS = 60_000;

/** … and, where a reading takes long, as much sooner, but this at least after the last one began (milliseconds). */
const SOONEST_MS = 50_000;

/** The least time from one reading to the next that follows a ring (milliseconds). */
export const READINGS_APART_MS = 1_500;

/** What is delivered and not found within this time has a trigger read for itself: within a minute (milliseconds). */
const FOUND_WITHIN_MS = 55_000;

/** How often it looks around: with a thousand triggers, looking is what costs (milliseconds). */
export const LONGEST_WAIT_MS = 5_000;

/**
 * How a trigger gets what is new. `joining`: the reading that it shares is about to read what it hasn't read. `relying`:
 * that reading offers what is new. `alone`: it reads the list of its form. `deaf`: only a person can fix what is
 * wrong, so rings ask nothing.
 */
export type State = 'joining' | 'relying' | 'alone' | 'deaf';

export type View = {
	state: State;
	/** Milliseconds until it reads the top of its list, unless unfinished walks come first. */
	untilTopMs: number;
	areWalksFirst: boolean;
	/** Milliseconds until something may be handed over. */
	untilHandOverMs: number;
	/** Whether the reading that it shares offers something. */
	isOffered: boolean;
	/** Whether the outbox takes more. */
	hasRoom: boolean;
	/** The next page of an unfinished walk. */
	nextPage: 'none' | 'wanted' | 'underWay' | 'arrived';
	/** What is under way. */
	isReadingTop: boolean;
	isReadingPage: boolean;
	isTaking: boolean;
	isHandingOver: boolean;
};

/** `wait`: so long, or until something wakes it (milliseconds). */
export type Step =
	| { kind: 'handOver' | 'take' | 'readTop' | 'askPage' | 'readPage' }
	| { kind: 'wait'; forMs: number };

export function nextStep(view: View): Step {
	const untilTopMs = view.areWalksFirst ? Infinity : view.untilTopMs;
	if (view.untilHandOverMs <= 0 && !view.isHandingOver) return { kind: 'handOver' };
	if (view.hasRoom) {
		if (view.state === 'relying' && view.isOffered && !view.isTaking) return { kind: 'take' };
		if (untilTopMs <= 0 && !view.isReadingTop) return { kind: 'readTop' };
		if (view.nextPage === 'arrived' && !view.isReadingPage) return { kind: 'readPage' };
	}
	if (view.nextPage === 'wanted') return { kind: 'askPage' };
	const mayRead = view.hasRoom && !view.isReadingTop;
	const waits = [
		mayRead ? untilTopMs : Infinity,
		view.isHandingOver ? Infinity : view.untilHandOverMs,
	];
	return { kind: 'wait', forMs: Math.min(...waits, LONGEST_WAIT_MS) };
}

/** When a list was read last, how soon it is read again, and what rang. */
type Readings = { beganAtMs: number; everyMs?: number; rings: Rings };

/** How soon after a reading that took so long the next one begins (milliseconds). */
export function everyMsAfter(tookMs: number): number {
	return Math.max(EVERY_MS - tookMs, SOONEST_MS);
}

/** Milliseconds until a list is read: once a minute, soon after a ring, and again while what rang isn't in it (N1). */
export function untilReadMs(
	{ beganAtMs, everyMs = EVERY_MS, rings }: Readings,
	nowMs: number,
): number {
	const { pauseMs = everyMs } = rings;
	return Math.max(pauseMs, READINGS_APART_MS) - passedMs(beganAtMs, nowMs);
}

/** The same for the top of a trigger's own list, which a trigger that relies on a shared reading reads rarely (N2). */
export function untilTopMs(
	state: State,
	{ beganAtMs, everyMs, ownEveryMs, rings }: Readings & { ownEveryMs: number },
	nowMs: number,
): number {
	const sinceMs = passedMs(beganAtMs, nowMs);
	if (state === 'joining') return Infinity;
	if (state === 'deaf') return EVERY_MS - sinceMs;
	if (state === 'alone') return untilReadMs({ beganAtMs, everyMs, rings }, nowMs);
	const rungMs = rings.sinceMs === undefined ? -Infinity : passedMs(rings.sinceMs, nowMs);
	return Math.min(ownEveryMs - sinceMs, FOUND_WITHIN_MS - rungMs);
}

/** A clock that was set back tells nothing. */
export function passedMs(sinceMs: number, nowMs: number): number {
	return nowMs < sinceMs ? Infinity : nowMs - sinceMs;
}
