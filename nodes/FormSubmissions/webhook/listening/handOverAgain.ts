import { getSubmission, MAX_PAGE_SIZE, walkSubmissions } from '../../api/submissions';
import { WATCHING, type TimeLimits } from '../../api/timeLimits';
import type { Submission } from '../../api/types';
import { isSituation } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import { wasHandedOver } from '../../state/whatRan';
import { toPage, type KeyedSubmission } from '../../watching/checkpoint';
import { watchedFilter, type Session } from '../../watching/session';
import { toHandOver, type ToHandOver } from '../../watching/toHandOver';
import type { Outbox } from './outbox';
import type { Handed, Position } from './position';

/** n8n keeps the key of a run that it has removed for so long (milliseconds). */
const KEY_KEPT_MS = 60 * 60_000;

/** How long to wait after what can't be fetched, or is under way in this process (milliseconds). */
const TRIES_EVERY_MS = 60_000;

/** The trigger that listens, as far as this needs it. */
type Listener = {
	readonly position: Position;
	readonly outbox: Outbox;
	readonly isClosed: boolean;
	open(timeLimits: TimeLimits): Promise<Session>;
	tell(error: unknown): void;
};

/** What the process before left: a run with its key, or one that waited for a run. */
type Left = Pick<Handed, 'ids'> & Partial<Handed>;

/**
 * Fetches what waited when the process before ended, and with its key, what may not have been stored. Nothing
 * waits for it.
 */
export async function handOverAgain(listener: Listener): Promise<void> {
	const { position, outbox } = listener;
	let left: Left[] = [...position.unsettled, ...position.waited.map((id) => ({ ids: [id] }))];
	while (left.length > 0 && !listener.isClosed) {
		for (const { key, atMs = 0 } of left) {
			if (!key || isWithin(KEY_KEPT_MS, atMs, Date.now())) continue;
			left = left.filter((one) => one.key !== key);
			position.settle(key);
		}
		const due = left.filter(({ key }) => !key || !wasHandedOver(key));
		if (due.length > 0) await takeIn(due).catch((error: unknown) => listener.tell(error));
		if (left.length > 0) await pause(TRIES_EVERY_MS);
	}

	async function takeIn(due: Left[]): Promise<void> {
		const waited: ToHandOver[] = [];
		try {
			const session = await listener.open({ ...WATCHING, priority: 'walk' });
			const fetch = await fetcher(session, due);
			for (const one of due) {
				// What can't be fetched comes last the next time.
				left = [...left.filter((other) => other !== one), one];
				const found = await toHandOver(session)(await fetch(one.ids));
				left.pop();
				if (one.key) outbox.addAgain(found, one.key);
				else waited.push(...found);
			}
		} finally {
			outbox.addBacklog(waited);
			position.waited = left.flatMap(({ key, ids }) => (key ? [] : ids));
		}
	}
}

/** Fetches submissions by their IDs, but for deleted ones. Most are on the newest pages of the list. */
async function fetcher(
	session: Session,
	due: Left[],
): Promise<(ids: string[]) => Promise<KeyedSubmission[]>> {
	const { connection } = session;
	const wanted = due.flatMap(({ ids }) => ids);
	let pagesLeft = 1 + Math.ceil(wanted.length / MAX_PAGE_SIZE);
	const byId = new Map<string, Submission>();
	for await (const page of walkSubmissions(connection, await watchedFilter(session))) {
		for (const one of page.submissions) byId.set(one.id, one);
		if (--pagesLeft === 0 || wanted.every((id) => byId.has(id))) break;
	}
	return async (ids) => {
		const found: Submission[] = [];
		for (const id of ids) {
			const known = byId.get(id) ?? (await getSubmission(connection, id).catch(undefinedIfGone));
			if (known) found.push(known);
		}
		return toPage({ submissions: found, nextCursor: null }, Date.now()).submissions;
	};
}

function undefinedIfGone(error: unknown): undefined {
	if (!isSituation(error, 'noSuchSubmission')) throw error;
}
