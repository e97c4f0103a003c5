import { NOON } from '../world/machine';
import { isWanted, type Submitted } from '../world/submitted';
import type { History } from './arbitraries';
import { Play } from './play';
import { playStep } from './playStep';
import { waitProblems } from './waits';

/** Once everything is visible and nothing goes wrong anymore, this many polls must suffice. */
const POLLS_TO_DRAIN = 12;

/** No wait is longer than a rate limit window (a minute), plus some seconds for rounding. */
const LONGEST_WAIT_MS = 65_000;

/**
 * Plays a history to its end and returns what broke the promise; empty if it was kept. Everything is
 * held to it except:
 * - what a poll returned that was killed between storing the position and the execution, in n8n's
 *   default mode (`DefaultN8n`);
 * - undated submissions at a start that a failing cursor disturbed, and those dated ahead at a start:
 *   neither can be told from what comes in later (`Ledger.isOld`);
 * - undated submissions, if missing, and what becomes visible more than ten minutes late, or late
 *   while a start is being recorded (`Ledger.isPromised`);
 * - with cursors that show the list as it was, what becomes visible late after a poll was stopped, and
 *   late ones among undated submissions below one dated ahead (the two functions below);
 * - as waits alone: what `waits.ts` lists, and polls that were hindered, dropped, or run by n8n itself
 *   (`pollRecord.ts`, `Network.hinders`).
 */
export async function playHistory(history: History): Promise<string[]> {
	const play = setUp(history);
	try {
		await publishFirst(play, history.sibling);
		for (const step of history.steps) await playStep(play, step);
		await endWell(play);
		if (history.service.cursors === 'snapshot') excuseStaleSnapshots(play);
		excuseBelowAhead(play);
		const waitMs = play.machine.longestWaitMs;
		const tooLong = waitMs > LONGEST_WAIT_MS ? [`one wait took ${waitMs} ms`] : [];
		return [...play.problems(), ...waitProblems(play), ...tooLong];
	} finally {
		play.stop();
	}
}

/** A history and what it broke, as readable text. */
export function report(history: History, problems: string[]): string {
	const more = problems.length > 12 ? [`… and ${problems.length - 12} more`] : [];
	return ['', describeHistory(history), '', ...problems.slice(0, 12), ...more].join('\n');
}

/** One line per step. */
function describeHistory({ steps, before, ...setting }: History): string {
	return [
		JSON.stringify(setting),
		...before.map((arrival) => `before: ${JSON.stringify(arrival)}`),
		...steps.map((step, index) => `${index + 1}. ${JSON.stringify(step)}`),
	].join('\n');
}

function setUp(history: History): Play {
	const { mode, service, leadHours, before, maxPageSizeAtStart: maxPageSize } = history;
	const { startFromMinutes, ...options } = history.main;
	const startFromMs = startFromMinutes && NOON - startFromMinutes * 60_000;
	const main = { formId: undefined, ...options, startFromMs };
	const play = new Play({ mode, service, leadHours, main });
	play.service.change({ maxPageSize });
	for (const arrival of before) play.submit(arrival);
	return play;
}

async function publishFirst(play: Play, sibling: History['sibling']): Promise<void> {
	const nodes = sibling === 'none' ? [play.main] : [play.main, play.addSibling()];
	if (sibling === 'together') await play.publish(...nodes);
	else for (const node of sibling === 'earlier' ? nodes.reverse() : nodes) await play.publish(node);
}

/**
 * A walk that stopped goes on in the list as it was when it began, so it may miss what became visible
 * late, and above it, nobody else reads that far down.
 */
function excuseStaleSnapshots({ n8n, submissions }: Play): void {
	for (const { ledger, polls } of n8n.watchers) {
		const stopped = polls.filter(({ isHindered }) => isHindered);
		const missed = [...submissions.values()].filter(({ listedMs, visibleMs }) =>
			stopped.some(({ fromMs }) => listedMs < fromMs && fromMs < visibleMs),
		);
		ledger.excuse(missed.map(({ id }) => id));
	}
}

/**
 * A submission without a time has that of the one before it. If that is dated ahead, a walk that stops
 * there claims less than it has passed, and may miss what becomes visible late in between.
 */
function excuseBelowAhead({ n8n, submissions }: Play): void {
	for (const { ledger, polls, wanted } of n8n.watchers) {
		const all = [...submissions.values()].filter((one) => isWanted(one, wanted));
		for (const { fromMs } of polls.filter(({ isHindered }) => isHindered)) {
			const seen = all.filter(({ visibleMs }) => visibleMs <= fromMs);
			const current = seen.filter(({ isDated, createdMs }) => isDated && createdMs <= fromMs);
			const belowMs = Math.max(...current.map(({ listedMs }) => listedMs));
			const isBelowAhead = ({ isDated, listedMs }: Submitted) => !isDated && listedMs > belowMs;
			const hasAhead = seen.some(({ createdMs }) => createdMs > fromMs);
			if (!hasAhead || !seen.some(isBelowAhead)) continue;
			const late = all.filter((one) => one.visibleMs > fromMs && one.listedMs <= fromMs);
			ledger.excuse(late.filter(({ listedMs }) => listedMs > belowMs).map(({ id }) => id));
		}
	}
}

/** Faults end; from then on, everything has to be returned soon. */
async function endWell(play: Play): Promise<void> {
	play.service.clearFaults();
	play.service.mendRows();
	play.service.change({ maxPageSize: 100 });
	play.network.latencyMs = 50;
	play.n8n.endAdversity();
	const latestMs = Math.max(0, ...[...play.submissions.values()].map((one) => one.visibleMs));
	while (play.nowMs < latestMs) await play.poll();
	await play.pollTimes(POLLS_TO_DRAIN);
	// Gaps that rest are tried once an hour.
	const polls = play.n8n.watchers.flatMap((watcher) => watcher.polls);
	const hasWaiting = polls.some(({ error }) => error !== undefined);
	if (hasWaiting) await play.pollTimes(60 + POLLS_TO_DRAIN);
}
