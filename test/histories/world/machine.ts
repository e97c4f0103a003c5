import { replaceSleep } from '../../support/replaceSleep';
import { VirtualTime } from './virtualTime';

/** An arbitrary noon by the service's clock. */
export const NOON = Date.UTC(2026, 2, 10, 12);

/** The machine n8n runs on: its time is virtual, and its clock may be some seconds off the service's. */
export class Machine {
	readonly time: VirtualTime;

	constructor(leadMs = 0) {
		jest.useFakeTimers({ doNotFake: [...REAL] });
		this.time = new VirtualTime(NOON, (nowMs) => jest.setSystemTime(nowMs + leadMs));
		replaceSleep(async (milliseconds) => await this.time.sleep(milliseconds));
		let state = 1;
		jest.spyOn(Math, 'random').mockImplementation(() => {
			state = (state * 48_271) % 2_147_483_647;
			return state / 2_147_483_647;
		});
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
