import { getSubmission, listPage, MAX_PAGE_SIZE } from '../../api/submissions';
import type { Submission } from '../../api/types';
import { isSituation } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import { toPage } from '../../watching/checkpoint';
import { toHandOver } from '../../watching/outcome';
import { watchedFilter, type Session } from '../../watching/session';
import { progressOf } from './handingOver';
import type { Outbox } from './outbox';
import type { Handed, Position } from './position';

/** n8n keeps the key of a run that it has removed for so long (milliseconds). */
const KEY_KEPT_MS = 60 * 60_000;

/** How long to wait after what can't be fetched, or is under way in this process (milliseconds). */
const TRIES_EVERY_MS = 60_000;

/** The trigger that listens, as far as this needs it. */
type Listener = {
	isClosed(): boolean;
	isOpen(): boolean;
	open(): Promise<Session>;
	wake(): void;
	log(error: unknown): void;
};

/**
 * Has handed over again, with its key, what may not have been stored when the process before ended. Nothing
 * waits for it, and it waits for nothing but the registration of the address.
 */
export async function handOverAgain(
	position: Position,
	outbox: Outbox,
	listener: Listener,
): Promise<void> {
	for (let left = position.unsettled; left.length > 0 && !listener.isClosed();) {
		const isOld = ({ atMs }: Handed) => !isWithin(KEY_KEPT_MS, atMs, Date.now());
		const isOver = (one: Handed) => isOld(one) || progressOf(one.key) === 'settled';
		for (const { key } of left.filter(isOver)) position.settle(key);
		left = left.filter((one) => !isOver(one));
		const lost = left.filter(({ key }) => listener.isOpen() && !progressOf(key));
		// If they can't be fetched now, what reads the list says why.
		const done: Handed[] = [];
		if (lost.length > 0) await fetch(lost, done).catch(listener.log);
		left = left.filter((one) => !done.includes(one));
		listener.wake();
		if (left.length > 0) await pause(TRIES_EVERY_MS);
	}

	/** Most are on the newest page of the list. Adds those to `done` that it could fetch. */
	async function fetch(lost: Handed[], done: Handed[]): Promise<void> {
		const session = await listener.open();
		const { connection } = session;
		const filter = await watchedFilter(session);
		const newest = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
		const byId = new Map(newest.submissions.map((one) => [one.id, one]));
		for (const handed of lost) {
			const { key, ids } = handed;
			const found: Submission[] = [];
			for (const id of ids) {
				const one = byId.get(id) ?? (await getSubmission(connection, id).catch(undefinedIfGone));
				if (one) found.push(one);
			}
			const { submissions } = toPage({ submissions: found, nextCursor: null }, Date.now());
			if (!outbox.addAgain(await toHandOver(session)(submissions), key)) position.settle(key);
			done.push(handed);
		}
	}
}

function undefinedIfGone(error: unknown): undefined {
	if (!isSituation(error, 'noSuchSubmission')) throw error;
}
