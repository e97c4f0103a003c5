import type { Submitted } from '../world/submitted';
import { isWanted } from '../world/submitted';
import type { Watcher } from '../world/watcher';
import type { Play } from './play';

/** A new submission is returned by the fifth poll that could have returned it, at the latest. */
const MOST_POLLS = 5;

/** The most rows in a page. */
const PAGE = 100;

/**
 * Describes which new submissions waited too long. Not held to it are the polls that `counts` and
 * `hinders` leave out, with their reasons, and these submissions:
 * - those that nobody promised: see `Ledger`;
 * - those that became visible late, below others: polls that read the whole list find them, and
 *   those are minutes apart;
 * - those that a page which can't be read may contain, or that are listed below it: the top of the
 *   list can't be read any further;
 * - those of which an error has told that they wait: what was read until its cursor failed in three
 *   polls rests for an hour.
 */
export function waitProblems(play: Play): string[] {
	return play.n8n.watchers.flatMap((watcher) => {
		const blockedUpToMs = endOfUnreadable(play, watcher);
		return [...play.submissions.values()]
			.filter((one) => one.listedMs > blockedUpToMs && isNewAtTop(one))
			.filter((one) => watcher.ledger.isHeldTo(one, play.nowMs))
			.filter(({ id }) => !watcher.wasTold(id, play.nowMs))
			.map(({ id }) => ({ id, polls: watcher.pollsWaited(id, play.nowMs) }))
			.filter(({ polls }) => polls > MOST_POLLS)
			.map(({ id, polls }) => `${watcher.id}: ${id} waited ${polls} polls`);
	});
}

function isNewAtTop({ visibleMs, listedMs }: Submitted): boolean {
	return visibleMs <= listedMs;
}

/** Up to where a page may contain, or be below, a row that was ever broken. */
function endOfUnreadable(play: Play, { wanted }: Watcher): number {
	const listed = [...play.submissions.values()]
		.filter((one) => isWanted(one, wanted))
		.sort((a, b) => a.listedMs - b.listedMs);
	const last = listed.reduce((at, { id }, index) => (play.brokenIds.has(id) ? index : at), -1);
	if (last < 0) return -Infinity;
	return listed[last + PAGE]?.listedMs ?? Infinity;
}
