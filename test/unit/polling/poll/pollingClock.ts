const START = Date.UTC(2026, 0, 31, 9);

/** The clock of n8n and of the service. Only tests and waits advance it. */
export const clock = { nowMs: START };

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export function startClock(): void {
	clock.nowMs = START;
	jest.spyOn(Date, 'now').mockImplementation(() => clock.nowMs);
	jest.spyOn(Math, 'random').mockReturnValue(0);
}
