import { MAX_PAGE_SIZE } from '../../api/limits';
import { getSubmission, walkSubmissions } from '../../api/submissions';
import { WATCHING } from '../../api/timeLimits';
import type { Submission } from '../../api/types';
import { isSituation } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import { wasHandedOver } from '../../state/recentRunKeys';
import { toPage, type KeyedSubmission } from '../../watching/checkpoint';
import { watchedFilter, type Session } from '../../watching/session';
import { toHandOver, type ToHandOver } from '../../watching/toHandOver';
import type { ListenerFunctions } from './listenerFunctions';
import type { Outbox } from './outbox';
import type { Handed, Position } from './storedPosition';

/** n8n keeps the key of a run that it has removed for so long (milliseconds). */
const KEY_KEPT_MS = 60 * 60_000;

/** How long to wait after what can't be fetched, or is under way in this process (milliseconds). */
const TRIES_EVERY_MS = 60_000;

/** What the process before left: a run with its key, or one that waited for a run. */
type Left = Pick<Handed, 'ids'> & Partial<Handed>;

/**
 * Hands over what waited when the process before ended, and with its key, what may not have been stored: from what the
 * first reading met, or fetched. Nothing waits for it.
 */
export async function handOverLeft(
	{ position, outbox }: { position: Position; outbox: Outbox },
	{ open, isClosed, tell }: ListenerFunctions,
	met: KeyedSubmission[],
): Promise<void> {
	let left: Left[] = [...position.unsettled, ...position.waited.map((id) => ({ ids: [id] }))];
	const byId = new Map(met.map(({ submission }) => [submission.id, submission]));
	while (left.length > 0 && !isClosed()) {
		for (const { key, atMs = 0 } of left) {
			if (!key || isWithin(KEY_KEPT_MS, atMs, Date.now())) continue;
			left = left.filter((one) => one.key !== key);
			position.settle(key);
		}
		const due = left.filter(({ key }) => !key || !wasHandedOver(key));
		if (due.length > 0) await takeIn(due).catch(tell);
		byId.clear();
		if (left.length > 0) await pause(TRIES_EVERY_MS);
	}

	async function takeIn(due: Left[]): Promise<void> {
		const waited: ToHandOver[] = [];
		try {
			const session = await open({ ...WATCHING, priority: 'walk' });
			await meet(session, due, byId);
			for (const one of due) {
				// What can't be fetched comes last the next time.
				left = [...left.filter((other) => other !== one), one];
				const found = await toHandOver(session)(await fetch(session, one.ids, byId));
				if (one.key) outbox.addAgain(found, one.key);
				else waited.push(...found);
				left.pop();
			}
		} finally {
			outbox.addBacklog(waited);
			position.waited = left.flatMap(({ key, ids }) => (key ? [] : ids));
		}
	}
}

/** Reads the newest pages of the list, where most of those are that it hasn't met yet. */
async function meet(session: Session, due: Left[], byId: Map<string, Submission>): Promise<void> {
	const isMissing = () => due.some(({ ids }) => ids.some((id) => !byId.has(id)));
	if (!isMissing()) return;
	const count = due.reduce((sum, { ids }) => sum + ids.length, 0);
	let pagesLeft = 1 + Math.ceil(count / MAX_PAGE_SIZE);
	for await (const page of walkSubmissions(session.connection, await watchedFilter(session))) {
		for (const one of page.submissions) byId.set(one.id, one);
		if (--pagesLeft === 0 || !isMissing()) return;
	}
}

/** Fetches submissions by their IDs, but for deleted ones. */
async function fetch(
	{ connection }: Session,
	ids: string[],
	byId: Map<string, Submission>,
): Promise<KeyedSubmission[]> {
	const submissions: Submission[] = [];
	for (const id of ids) {
		const known = byId.get(id) ?? (await getSubmission(connection, id).catch(undefinedIfGone));
		if (known) submissions.push(known);
	}
	return toPage({ submissions, nextCursor: null }, Date.now()).submissions;
}

function undefinedIfGone(error: unknown): undefined {
	if (!isSituation(error, 'noSuchSubmission')) throw error;
}
