import { BoundedMap } from '../../general/processMemory';

/** The pauses before a list is read again that doesn't have yet what rang (milliseconds). */
const PAUSES_MS = [1_000, 2_000, 4_000];

const MOST_RUNG = 1_000;

type Rung = { atMs: number; looks: number };

/**
 * What was delivered and isn't found yet, by the IDs of submissions. It may be spam, which the list leaves out, so
 * it is looked for a few times only. Times are Unix milliseconds by this machine's clock.
 */
export class Rings {
	private readonly rung = new BoundedMap<string, Rung>(MOST_RUNG);

	add(submissionId: string, nowMs: number): void {
		this.rung.set(submissionId, { atMs: nowMs, looks: 0 });
	}

	/** How long after the last reading another one is to look for it (milliseconds); undefined if nothing is looked for. */
	get pauseMs(): number | undefined {
		const looks = Math.min(...[...this.rung.values()].map((one) => one.looks));
		return looks === 0 ? 0 : PAUSES_MS[looks - 1];
	}

	/** When the first of it rang; undefined if there is none. */
	get sinceMs(): number | undefined {
		const [first] = this.rung.values();
		return first?.atMs;
	}

	/** A reading that began then is over, and found no more of it. */
	markLooked(beganAtMs: number): void {
		for (const [id, one] of this.rung) {
			if (one.atMs <= beganAtMs && ++one.looks > PAUSES_MS.length) this.rung.delete(id);
		}
	}

	markFound(submissionId: string): void {
		this.rung.delete(submissionId);
	}

	/** What rang by then is looked for no more. */
	forget(untilMs = Infinity): void {
		for (const [id, { atMs }] of this.rung) if (atMs <= untilMs) this.rung.delete(id);
	}
}
