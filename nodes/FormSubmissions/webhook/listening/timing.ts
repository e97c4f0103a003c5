import { sleep } from 'n8n-workflow';

import type { RateBudget } from '../../api/transport/budget';
import { Bell } from './bell';

/** How often a list is read if nothing rings (milliseconds). */
export const EVERY_MS = 60_000;

/** The pauses before a list is read again after a ring that it doesn't show yet (milliseconds). */
const REPEATS_MS = [1_000, 2_000, 4_000];

/** How often a pause looks around, and the longest that its timer goes on after its end (milliseconds). */
const CHECK_MS = 1_000;

/** Who reads a list, as far as it decides when. */
export type Reader = {
	/** Whether it has ended: then no pause goes on. */
	isClosed(): boolean;
	/** Whether a ring has it read; if not, rings wait. */
	hears(): boolean;
	/** Whether something else comes first. */
	isInterrupted?(): boolean;
};

/**
 * When a list is read: once a minute, soon after a ring, and again a few times while what rang isn't in
 * the list. A ring is a genuine delivery, which carries the ID of its submission.
 */
export class Timing {
	readonly bell = new Bell();

	/** The submissions that rang and weren't found yet, with how many more readings look for each. */
	private readonly awaited = new Map<string, number>();

	/** Ends when the next reading may follow a ring. */
	private gap = Promise.resolve();

	/** `gapMs`: the least time from one reading to the next that follows a ring. */
	constructor(
		private readonly reader: Reader,
		private readonly gapMs: number,
	) {}

	/** Waits for the next reading, `everyMs` at most; returns whether it follows a ring, or repeats one that did. */
	async untilDue(everyMs = EVERY_MS): Promise<boolean> {
		const { reader, bell } = this;
		const readingsLeft = Math.max(0, ...this.awaited.values());
		const pauseMs = (readingsLeft > 0 && REPEATS_MS.at(-readingsLeft)) || Infinity;
		// Counted, not compared with a clock, which may be set back.
		for (let waitedMs = 0; waitedMs < everyMs && !reader.isClosed(); waitedMs += CHECK_MS) {
			if (waitedMs >= pauseMs) return true;
			if (reader.isInterrupted?.()) return false;
			if (reader.hears()) await bell.rungWithin(CHECK_MS);
			else await sleep(CHECK_MS);
			if (bell.hasRung && reader.hears()) {
				await this.gap;
				return true;
			}
		}
		return false;
	}

	/** A reading begins: returns what has rung for it. */
	begin(): string[] {
		this.gap = sleep(this.gapMs);
		return this.bell.takeRings();
	}

	/** Waits for the key's next slot for a reading that follows a ring; returns what rings meanwhile. */
	async untilSlot(budget: RateBudget): Promise<string[]> {
		let leftMs = budget.ringSlotMs(Date.now());
		if (leftMs <= 0) return [];
		for (; leftMs > 0 && !this.reader.isClosed(); leftMs -= CHECK_MS) {
			await sleep(Math.min(leftMs, CHECK_MS));
		}
		return this.begin();
	}

	/** A reading has ended that didn't find these: it may be spam, so they are looked for again a few times only. */
	noteMissing(submissionIds: string[]): void {
		for (const [id, readings] of this.awaited) {
			if (readings > 1) this.awaited.set(id, readings - 1);
			else this.awaited.delete(id);
		}
		for (const id of submissionIds) this.awaited.set(id, REPEATS_MS.length);
	}

	noteFound(submissionId: string): void {
		this.awaited.delete(submissionId);
	}

	/** Returns what rang and wasn't found yet, and looks for it no more. */
	takeAwaited(): string[] {
		const awaited = [...this.awaited.keys(), ...this.bell.takeRings()];
		this.awaited.clear();
		return awaited;
	}

	/** What rang isn't looked for again: the list can't be read. */
	forget(): void {
		this.awaited.clear();
	}
}
