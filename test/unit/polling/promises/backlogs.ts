import type { Play } from '../../../histories/steps/play';
import type { Watcher } from '../../../histories/world/watcher';
import { NOON } from '../../../histories/world/machine';

/** A Start From before every backlog. */
export const BACKLOG_FROM_MS = NOON - 10 * 24 * 3_600_000;

/** Which of its polls showed an error, counted in minutes after the first. */
export function errorMinutes({ polls }: Watcher): number[] {
	const [first] = polls;
	return polls.flatMap(({ error, fromMs }) =>
		error === undefined ? [] : [Math.round((fromMs - (first?.fromMs ?? 0)) / 60_000)],
	);
}

/** A new submission waits for at most five polls that could have returned it. */
export function expectNewReturnedSoon(play: Play, ids: readonly string[]): void {
	expect(play.longestWait(ids)).toBeLessThanOrEqual(5);
}

/** The first error within half an hour, then one about every hour. */
export function expectErrorsAboutHourly(watcher: Watcher, minutes: number): void {
	const at = errorMinutes(watcher).filter((minute) => minute <= minutes);
	const pauses = [...at, minutes].map((minute, index) => minute - (at[index - 1] ?? 0));
	expect(pauses[0]).toBeLessThanOrEqual(30);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(70);
	expect(at.length).toBeLessThanOrEqual(2 + minutes / 30);
}

/** Requests a poll on average, over the polls so far. */
export function expectFewRequests({ polls }: Watcher, most = 8): void {
	const sum = polls.reduce((total, { requests }) => total + requests, 0);
	expect(sum / polls.length).toBeLessThanOrEqual(most);
}
