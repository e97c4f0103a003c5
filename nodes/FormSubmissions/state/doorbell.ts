import { sleep } from 'n8n-workflow';

import { BoundedMap, remembered } from '../general/remembered';

/*
 * A delivery rings, and a poll of the same trigger that waits in the same process hears it, or the next
 * one does. It carries nothing: what no poll hears is read by the next one all the same.
 */

/** What a poll listens to. */
export class Doorbell {
	private isOff = false;

	private wake = () => {};

	/** `hasRung`: since the poll before last asked. */
	constructor(public hasRung = false) {}

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
		if (!this.hasRung && !this.isOff) await Promise.race([woken, sleep(withinMs)]);
		if (this.isOff) return false;
		const { hasRung } = this;
		this.hasRung = false;
		return hasRung;
	}
}

/** By `nodeKeyOf`, that of the last poll. */
const doorbells = remembered(() => new BoundedMap<string, Doorbell>(10_000));

/** The doorbell of a poll that begins; that of the one before is turned off. */
export function newDoorbell(nodeKey: string): Doorbell {
	const before = doorbells().get(nodeKey);
	before?.turnOff();
	const doorbell = new Doorbell(before?.hasRung);
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
