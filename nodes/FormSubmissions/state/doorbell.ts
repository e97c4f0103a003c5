import { sleep } from 'n8n-workflow';

import { BoundedMap, remembered } from '../general/remembered';

/*
 * A delivery rings, and a poll of the same trigger that waits in the same process hears it. It carries
 * nothing: what no poll hears is read by the next one all the same.
 */

/** What a poll listens to. */
export class Doorbell {
	private hasRung = false;

	private isOff = false;

	private wake = () => {};

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
		const rings = this.hasRung && !this.isOff;
		this.hasRung = false;
		return rings;
	}
}

/** By `nodeKeyOf`; those of polls that have ended are heard by nobody. */
const doorbells = remembered(() => new BoundedMap<string, Doorbell>(10_000));

/** The doorbell of a poll that begins; that of an earlier one is turned off. */
export function newDoorbell(nodeKey: string): Doorbell {
	turnOffDoorbell(nodeKey);
	const doorbell = new Doorbell();
	doorbells().set(nodeKey, doorbell);
	return doorbell;
}

export function ringDoorbell(nodeKey: string): void {
	doorbells().get(nodeKey)?.ring();
}

export function turnOffDoorbell(nodeKey: string): void {
	doorbells().get(nodeKey)?.turnOff();
}
