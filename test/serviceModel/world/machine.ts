import { VirtualTime } from './virtualTime';

/** An arbitrary noon by the service's clock. */
export const NOON = Date.UTC(2026, 2, 10, 12);

let running: Machine | undefined;

/** The machine n8n runs on: its time is virtual and its clock may be wrong. */
export class Machine {
	readonly time: VirtualTime;

	/** The longest single wait of a node so far (milliseconds). */
	longestWaitMs = 0;

	constructor(private leadMs = 0) {
		jest.useFakeTimers({ doNotFake: [...REAL] });
		this.time = new VirtualTime(NOON, (nowMs) => jest.setSystemTime(nowMs + this.leadMs));
		setRunning(this);
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

	stop(): void {
		setRunning(undefined);
		jest.restoreAllMocks();
		jest.useRealTimers();
	}
}

function setRunning(machine: Machine | undefined): void {
	running = machine;
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

/** The real n8n-workflow, except that `sleep` waits in virtual time. For `jest.mock`. */
export function withVirtualSleep(): object {
	const sleep = async (milliseconds: number) => {
		if (!running) throw new Error('No machine is running');
		running.longestWaitMs = Math.max(running.longestWaitMs, milliseconds);
		await running.time.sleep(milliseconds);
	};
	const real: object = jest.requireActual('n8n-workflow');
	return { __esModule: true, ...real, sleep };
}
