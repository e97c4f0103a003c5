import { WATCHING, type Occasion } from '../../api/occasion';
import { getSubmission, MAX_PAGE_SIZE, walkSubmissions } from '../../api/submissions';
import type { Submission } from '../../api/types';
import { isSituation } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import { handOverOf } from '../../state/whatRan';
import { toPage } from '../../watching/checkpoint';
import { toHandOver } from '../../watching/outcome';
import { watchedFilter, type Session } from '../../watching/session';
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
	isClosed(): boolean;
	isOpen(): boolean;
	open(occasion: Occasion): Promise<Session>;
	wake(): void;
	log(error: unknown): void;
};

/**
 * Has handed over again, with its key, what may not have been stored when the process before ended. Nothing
 * waits for it, and it waits for nothing but the registration of the address.
 */
export async function handOverAgain(listener: Listener): Promise<void> {
	const { position, outbox } = listener;
	const left = new Set(position.unsettled);
	while (left.size > 0 && !listener.isClosed()) {
		for (const one of left) {
			const isKept = isWithin(KEY_KEPT_MS, one.atMs, Date.now());
			if (!isKept || handOverOf(one.key) === 'settled') drop(one);
		}
		const lost = [...left].filter(({ key }) => listener.isOpen() && !handOverOf(key));
		// If it can't be fetched now, what reads the list says why.
		if (lost.length > 0) await fetch(lost).catch((error: unknown) => listener.log(error));
		listener.wake();
		if (left.size > 0) await pause(TRIES_EVERY_MS);
	}

	function drop(one: Handed): void {
		position.settle(one.key);
		left.delete(one);
	}

	/** Most are on the newest pages of the list. */
	async function fetch(lost: Handed[]): Promise<void> {
		const session = await listener.open({ ...WATCHING, priority: 'walk' });
		const { connection } = session;
		const wanted = lost.flatMap(({ ids }) => ids);
		let pagesLeft = 1 + Math.ceil(wanted.length / MAX_PAGE_SIZE);
		const byId = new Map<string, Submission>();
		for await (const page of walkSubmissions(connection, await watchedFilter(session))) {
			for (const one of page.submissions) byId.set(one.id, one);
			if (--pagesLeft === 0 || wanted.every((id) => byId.has(id))) break;
		}
		for (const one of lost) {
			const found: Submission[] = [];
			for (const id of one.ids) {
				const known = byId.get(id) ?? (await getSubmission(connection, id).catch(undefinedIfGone));
				if (known) found.push(known);
			}
			const { submissions } = toPage({ submissions: found, nextCursor: null }, Date.now());
			left.delete(one);
			if (!outbox.addAgain(await toHandOver(session)(submissions), one.key)) drop(one);
		}
	}
}

function undefinedIfGone(error: unknown): undefined {
	if (!isSituation(error, 'noSuchSubmission')) throw error;
}
