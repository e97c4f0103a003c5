import { ProcessMemory } from '../general/processMemory';

/**
 * The most runs of a process that are in flight: each takes n8n some 11 MB, and many begun at once take
 * longer than a few at a time.
 */
export const MOST_IN_FLIGHT = 25;

/**
 * The slots for runs in flight. A trigger none of whose runs is in flight needs none, so that nobody waits for
 * another's long runs; the others take turns.
 */
class RunSlots {
	/** How many runs each trigger has in flight. */
	private readonly taken = new Map<string, number>();

	private readonly waiting: Array<{ trigger: string; begin: () => void }> = [];

	/** Waits for a slot; returns what gives it back. */
	async take(trigger: string): Promise<() => void> {
		if (!this.mayBegin(trigger)) {
			await new Promise<void>((begin) => this.waiting.push({ trigger, begin }));
		} else this.count(trigger, 1);
		return () => {
			this.count(trigger, -1);
			this.passOn();
		};
	}

	private mayBegin(trigger: string): boolean {
		const inFlight = [...this.taken.values()].reduce((sum, count) => sum + count, 0);
		return inFlight < MOST_IN_FLIGHT || !this.taken.has(trigger);
	}

	private passOn(): void {
		const index = this.waiting.findIndex(({ trigger }) => this.mayBegin(trigger));
		const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
		if (!next) return;
		// Before it goes on, so that nobody else takes the slot.
		this.count(next.trigger, 1);
		next.begin();
	}

	private count(trigger: string, change: number): void {
		const count = (this.taken.get(trigger) ?? 0) + change;
		if (count > 0) this.taken.set(trigger, count);
		else this.taken.delete(trigger);
	}
}

/** One for the process. */
const slots = new ProcessMemory<RunSlots>(1);

/** Waits until a trigger may begin a run; returns what gives its slot back, to be called once. */
export async function slotForRun(trigger: string): Promise<() => void> {
	return await slots.getOrMake('', () => new RunSlots()).take(trigger);
}
