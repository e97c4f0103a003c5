import { isWithin } from '../../general/time';
import type { Checkpoint, KeyedSubmission } from '../../watching/checkpoint';
import type { Session } from '../../watching/session';
import type { Bell } from './bell';
import { Share, type Sharer } from './sharedReading';

/** How often a trigger that shares a reading reads its own form's list, on average (milliseconds). */
const EVERY_MS = 10 * 60_000;

/** With more triggers on a key than this, less often: all of them make some 20 requests a minute so. */
const MANY_TRIGGERS = 200;

/** What is delivered and not taken within this time has a trigger read for itself: within a minute (milliseconds). */
const TAKEN_WITHIN_MS = 55_000;

/** What is in the list for so long was to be offered (milliseconds). */
const OFFERED_WITHIN_MS = 2 * 60_000;

/** After so many own readings that find what was to be offered, a trigger reads for itself … */
const MAX_MISSES = 2;

/** … for so long: the list of all forms may lack its form (milliseconds). */
const ALONE_MS = 60 * 60_000;

/** How often it looks whether anything is due: with a thousand triggers, looking is what costs (milliseconds). */
const CHECK_MS = 5_000;

/**
 * When a trigger reads its own form's list. Where it can rely on a reading that it shares, that is rare: what
 * is new is offered. Every guarantee rests on the own readings all the same.
 */
export class OwnReadings {
	private readonly share: Share;

	/** When the last one began, and how long after it the next one is due (Unix milliseconds; milliseconds). */
	private lastAtMs = -Infinity;
	private everyMs = 0;

	/** Whether it relied on the shared reading when it last looked. */
	private hasRelied = false;

	/** Since when it has relied on it (Unix milliseconds). */
	private reliesSinceMs = Infinity;

	/** What was delivered and not taken yet, and when (Unix milliseconds). */
	private readonly rungAtMs = new Map<string, number>();

	private misses = 0;

	/** Since when it reads for itself, since the shared reading missed something (Unix milliseconds). */
	private aloneSinceMs = -Infinity;

	constructor(sharer: Sharer) {
		this.share = new Share(sharer);
	}

	/** Whether what is new is offered, so that own readings are rare. */
	get areRare(): boolean {
		return this.share.relies && !isWithin(ALONE_MS, this.aloneSinceMs, Date.now());
	}

	ring(submissionId: string): void {
		this.rungAtMs.set(submissionId, Date.now());
		this.share.ring(submissionId);
	}

	/** Waits for what comes next; undefined if that isn't known within five seconds. */
	async untilNext(bell: Bell): Promise<'offered' | 'due' | undefined> {
		this.hasRelied = true;
		if (this.share.offered.size > 0) return 'offered';
		if (this.isDue()) return 'due';
		await bell.wokenWithin(CHECK_MS);
		return undefined;
	}

	private isDue(): boolean {
		const nowMs = Date.now();
		const isOverdue = (atMs: number) => !isWithin(TAKEN_WITHIN_MS, atMs, nowMs);
		return (
			!isWithin(this.everyMs, this.lastAtMs, nowMs) || [...this.rungAtMs.values()].some(isOverdue)
		);
	}

	/**
	 * If what it relied on has stopped: how long to wait before it reads for itself, since all that relied on it
	 * do (milliseconds).
	 */
	takeLapse(): number | undefined {
		if (!this.hasRelied) return undefined;
		this.hasRelied = false;
		return this.share.ownSlotMs(Date.now());
	}

	/** One begins; `noteDone` tells that it has read the top, and nothing that it found is left. */
	begin(session: Session, formId: string | undefined): { noteDone: () => void } {
		const beganAtMs = Date.now();
		const relied = this.areRare;
		// A form entered by name is another one's list, if its name is given to that.
		const noteTopRead = formId === undefined ? () => {} : this.share.join(session, formId);
		return {
			noteDone: () => {
				noteTopRead();
				if (!relied) this.reliesSinceMs = beganAtMs;
				this.lastAtMs = beganAtMs;
				const rarer = Math.max(1, this.share.sharers / MANY_TRIGGERS);
				this.everyMs = EVERY_MS * rarer * (0.5 + Math.random());
				for (const [id, atMs] of this.rungAtMs) if (atMs <= beganAtMs) this.rungAtMs.delete(id);
			},
		};
	}

	/** What one has found: the list of all forms may lack the form, unless something of it was offered lately. */
	noteFound(found: KeyedSubmission[], serviceNowMs: number): void {
		const nowMs = Date.now();
		if (!this.areRare || isWithin(ALONE_MS, this.share.offeredAtMs, nowMs)) return;
		const isOverdue = (rungAtMs = Infinity) => rungAtMs <= nowMs - TAKEN_WITHIN_MS;
		const isMissed = ({ key, atMs, submission }: KeyedSubmission) =>
			(atMs < serviceNowMs - OFFERED_WITHIN_MS || isOverdue(this.rungAtMs.get(submission.id))) &&
			atMs > this.reliesSinceMs - nowMs + serviceNowMs &&
			!this.share.offered.has(key);
		if (!found.some(isMissed)) return;
		this.misses++;
		if (this.misses < MAX_MISSES) return;
		this.misses = 0;
		this.aloneSinceMs = nowMs;
	}

	/** What is offered and new to the checkpoint, oldest first, at most so many; the rest that isn't new is dropped. */
	offered({ known, floorMs }: Checkpoint, most: number): KeyedSubmission[] {
		const { offered } = this.share;
		for (const [key, { atMs }] of offered) {
			if (known.has(key) || atMs < floorMs) offered.delete(key);
		}
		return [...offered.values()].sort((a, b) => a.atMs - b.atMs).slice(0, most);
	}

	noteTaken({ key, submission }: KeyedSubmission): void {
		this.share.offered.delete(key);
		this.rungAtMs.delete(submission.id);
	}

	isOfList(session: Session): boolean {
		return this.share.isOfList(session);
	}

	/** Until an own reading of the top has ended, what is offered isn't taken. */
	stopRelying(): void {
		this.share.relyOnNothing();
	}

	end(): void {
		this.share.leave();
	}
}
