import { replaceSleep } from '../../support/replaceSleep';
import { VirtualTime } from './virtualTime';

/** An arbitrary noon by the service's clock. */
export const NOON = Date.UTC(2026, 2, 10, 12);

/** The machine n8n runs on: its time is virtual and its clock may be wrong. */
export class Machine {
	readonly time: VirtualTime;

	/** The longest single wait of a node so far (milliseconds). */
	longestWaitMs = 0;

	constructor(private leadMs = 0) {
		jest.useFakeTimers({ doNotFake: [...REAL] });
		this.time = new VirtualTime(NOON, (nowMs) => jest.setSystemTime(nowMs + this.leadMs));
		replaceSleep(async (milliseconds) => await this.sleep(milliseconds));
		let state = 1;
		jest.spyOn(Math, 'random').mockImplementation(() => {
			state = (state * 48_271) % 2_147_483_647;
			return state / 2_147_483_647;
		});
	}

	/** Sets this machine's clock ahead of the service's (milliseconds; negative: behind). */
	setLead(leadMs: number): void {
		this.leadMs = leadMs;
		jest.setSystemTime(this.time.nowMs + leadMs);
	}

	/** A node waits. */
	async sleep(milliseconds: number): Promise<void> {
		this.longestWaitMs = Math.max(this.longestWaitMs, milliseconds);
		await this.time.sleep(milliseconds);
	}

	stop(): void {
		jest.restoreAllMocks();
		jest.useRealTimers();
	}
}

/** Everything except `Date`, which is the machine's clock. */
const REAL = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'requestAnimationFrame',
	'cancelAnimationFrame',
	'requestIdleCallback',
	'cancelIdleCallback',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;
