import { sleep } from 'n8n-workflow';

import { BoundedMap, remembered } from '../general/remembered';

/*
 * A delivery rings, and a poll of the same trigger that waits in the same process hears it, or the next
 * one does. It carries nothing: what no poll hears is read by the next one all the same.
 */

/** What a poll listens to. */
export class Doorbell {
	/** Since this was last asked. */
	private hasRung = false;

	private isOff = false;

	private wake = () => {};

	/** `rangBefore`: whether that of the poll before has rung since it was last asked. */
	constructor(private rangBefore = false) {}

	/** For the next poll, which begins by reading the list: a ring counts for no other one. */
	next(): Doorbell {
		this.turnOff();
		return new Doorbell(this.hasRung);
	}

	ring(): void {
		this.hasRung = true;
		this.wake();
	}

	/** Ends the waiting: n8n has ended the polls of this trigger. */
	turnOff(): void {
		this.isOff = true;
		this.wake();
	}

	/** Whether it rings within this time (milliseconds), or has rung since this was last asked. */
	async rings(withinMs: number): Promise<boolean> {
		const woken = new Promise<void>((resolve) => (this.wake = resolve));
		const hasRung = () => this.rangBefore || this.hasRung;
		if (!hasRung() && !this.isOff) await Promise.race([woken, sleep(withinMs)]);
		if (this.isOff) return false;
		const rang = hasRung();
		this.rangBefore = this.hasRung = false;
		return rang;
	}
}

/** By `nodeKeyOf`, that of the last poll. */
const doorbells = remembered(() => new BoundedMap<string, Doorbell>(10_000));

/** The doorbell of a poll that begins; that of the one before is turned off. */
export function newDoorbell(nodeKey: string): Doorbell {
	const doorbell = doorbells().get(nodeKey)?.next() ?? new Doorbell();
	doorbells().set(nodeKey, doorbell);
	return doorbell;
}

export function ringDoorbell(nodeKey: string): void {
	const doorbell = doorbells().get(nodeKey) ?? newDoorbell(nodeKey);
	doorbell.ring();
}

export function turnOffDoorbell(nodeKey: string): void {
	doorbells().get(nodeKey)?.turnOff();
}
