import type { Rings } from './rings';

/*
 * What a trigger that listens does next, without n8n, clock, or network. Times are Unix milliseconds by this
 * machine's clock. The rules (N1 to N7): contributing/listening.md.
 */

/** How often a list is read if nothing rings (milliseconds). */
export const EVERY_MS = 60_000;

/** The least time from one reading to the next that follows a ring (milliseconds). */
const READINGS_APART_MS = 1_500;

/** How often it looks whether its address is published (milliseconds). */
const UNPUBLISHED_MS = 1_000;

/** What is delivered and not found within this time has a trigger read for itself: within a minute (milliseconds). */
const FOUND_WITHIN_MS = 55_000;

/** How often it looks around: with a thousand triggers, looking is what costs (milliseconds). */
export const LONGEST_WAIT_MS = 5_000;

/**
 * How a trigger gets what is new. `unpublished`: its address isn't registered yet, or that failed. `alone`: it reads
 * the list of its form. `relying`: the reading that it shares offers what is new. `deaf`: only a person can fix
 * what is wrong, so rings ask nothing.
 */
export type State = 'unpublished' | 'alone' | 'relying' | 'deaf';

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
	isReading: boolean;
	isTaking: boolean;
	isHandingOver: boolean;
};

/** `wait`: so long, or until something wakes it (milliseconds). */
export type Step =
	| { kind: 'handOver' | 'take' | 'readTop' | 'askPage' | 'readPage' }
	| { kind: 'wait'; forMs: number };

export function nextStep(view: View): Step {
	const untilTopMs = view.areWalksFirst ? Infinity : view.untilTopMs;
	if (view.state === 'unpublished') return { kind: 'wait', forMs: UNPUBLISHED_MS };
	if (view.untilHandOverMs <= 0 && !view.isHandingOver) return { kind: 'handOver' };
	if (view.hasRoom) {
		if (view.state === 'relying' && view.isOffered && !view.isTaking) return { kind: 'take' };
		if (untilTopMs <= 0 && !view.isReading) return { kind: 'readTop' };
		if (view.nextPage === 'arrived' && !view.isReading) return { kind: 'readPage' };
	}
	if (view.nextPage === 'wanted') return { kind: 'askPage' };
	const mayRead = view.hasRoom && !view.isReading;
	const waits = [
		mayRead ? untilTopMs : Infinity,
		view.isHandingOver ? Infinity : view.untilHandOverMs,
	];
	return { kind: 'wait', forMs: Math.min(...waits, LONGEST_WAIT_MS) };
}

/** When a list was read last, and what rang. */
type Readings = { beganAtMs: number; rings: Rings };

/** Milliseconds until a list is read: once a minute, soon after a ring, and again while what rang isn't in it (N2). */
export function untilReadMs({ beganAtMs, rings }: Readings, nowMs: number): number {
	const { pauseMs = EVERY_MS } = rings;
	return Math.max(pauseMs, READINGS_APART_MS) - passedMs(beganAtMs, nowMs);
}

/** The same for the top of a trigger's own list, which a trigger that relies on a shared reading reads rarely (N3). */
export function untilTopMs(
	state: State,
	{ beganAtMs, ownEveryMs, rings }: Readings & { ownEveryMs: number },
	nowMs: number,
): number {
	const sinceMs = passedMs(beganAtMs, nowMs);
	if (state === 'deaf') return EVERY_MS - sinceMs;
	if (state !== 'relying') return untilReadMs({ beganAtMs, rings }, nowMs);
	const rungMs = rings.sinceMs === undefined ? -Infinity : passedMs(rings.sinceMs, nowMs);
	return Math.min(ownEveryMs - sinceMs, FOUND_WITHIN_MS - rungMs);
}

/** A clock that was set back tells nothing. */
function passedMs(sinceMs: number, nowMs: number): number {
	return nowMs < sinceMs ? Infinity : nowMs - sinceMs;
}
