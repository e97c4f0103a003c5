import { DECIDING } from '../../api/newestFirst';
import { walkSubmissions } from '../../api/submissions';
import { needsPerson } from '../../errors/nodeErrors';
import { nodeInLog } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { isWithin } from '../../general/time';
import { submissionKeyOf, toPage, type KeyedSubmission } from '../../watching/checkpoint';
import { listKeyOf, noteAllFormsRead, noteNotRead } from '../../watching/allForms';
import { HeldText } from '../../watching/heldText';
import type { Session } from '../../watching/session';
import { Timing, type Reader } from './timing';

/*
 * Triggers of one process that watch forms with the same key, statuses, and tests share one reading of the
 * list of all forms, so that what a key costs grows with what comes, not with its triggers. It makes nothing
 * complete: it only finds soon what each trigger's own readings would find later. The rules: docs/polling.md.
 */

/** The least time from one reading to the next that follows a ring (milliseconds). */
const RING_GAP_MS = 1_500;

/** A reading that has read so many pages without an end, or one for each trigger, gives up. */
const MIN_PAGES = 3;

/** For how long it has given up then (milliseconds). */
const RESTS_MS = 10 * 60_000;

/** Without a reading that ended well for so long, triggers read for themselves (milliseconds). */
const STALE_MS = 2 * 60_000;

/** How long a submission is known after a reading met it last (milliseconds). */
const KNOWN_MS = 10 * 60_000;

/** A trigger that so many submissions wait for reads for itself: they are in memory. */
const MOST_OFFERED = 1_000;

/** How far apart triggers read for themselves that relied on a reading that has stopped (milliseconds). */
const APART_MS = 500;

/** A trigger, as far as the reading that it shares needs it. */
export type Sharer = {
	/** With its credential. */
	open(): Promise<Session>;
	/** It has been offered something, or has to read for itself. */
	wake(): void;
};

const readings = new ProcessMemory<SharedReading>(Infinity);

/** One trigger's part in the reading that triggers of its key share. */
export class Share {
	private reading?: SharedReading;

	formId?: string;

	/** New submissions of its form that it hasn't taken yet. */
	readonly offered = new Map<string, KeyedSubmission>();

	/** When it was offered something last (Unix milliseconds). */
	offeredAtMs = -Infinity;

	/** What it relies on; a reading that begins anew is another one. */
	private reliesOn?: symbol;

	/** What it would rely on once the own reading that is under way has ended. */
	private willRelyOn?: symbol;

	constructor(private readonly sharer: Sharer) {}

	/**
	 * Before each own reading: joins the reading of its list. Returns what to call once that own reading has
	 * read the top, and all that it found is handed over or left to an unfinished walk: from then on, whatever
	 * it is offered has nothing unread below it.
	 */
	join({ connection, watched }: Session, formId: string): () => void {
		const key = listKeyOf(connection, watched.filter);
		const reading = readings.getOrMake(key, () => new SharedReading(key));
		if (this.reading !== reading) this.leave();
		this.formId = formId;
		this.reading = reading;
		reading.add(this);
		const { begun } = reading;
		this.willRelyOn = begun;
		return () => {
			// Unless it has dropped meanwhile what it was offered.
			if (this.willRelyOn === begun) this.reliesOn = begun;
		};
	}

	isOfList({ connection, watched }: Session): boolean {
		return this.reading?.key === listKeyOf(connection, watched.filter);
	}

	leave(): void {
		this.reading?.remove(this);
		this.reading = undefined;
		this.relyOnNothing();
		this.offered.clear();
	}

	/** From now on, it reads for itself, until an own reading of the top has ended well. */
	relyOnNothing(): void {
		this.reliesOn = undefined;
		this.willRelyOn = undefined;
	}

	/** Whether it is offered all that is new in its list. */
	get relies(): boolean {
		return this.reading?.isReliable(this.reliesOn) === true;
	}

	/** The number of triggers that share the reading. */
	get sharers(): number {
		return this.reading?.size ?? 0;
	}

	/** Milliseconds until it may read for itself, where all that share the reading do. */
	ownSlotMs(nowMs: number): number {
		return this.reading?.ownSlotMs(nowMs) ?? 0;
	}

	ring(submissionId: string): void {
		this.reading?.ring(submissionId);
	}

	offer(one: KeyedSubmission): void {
		this.offered.set(one.key, one);
		this.offeredAtMs = Date.now();
		if (this.offered.size > MOST_OFFERED) {
			this.offered.clear();
			this.relyOnNothing();
		}
	}

	async open(): Promise<Session> {
		return await this.sharer.open();
	}

	wake(): void {
		this.sharer.wake();
	}
}

class SharedReading implements Reader {
	private readonly timing = new Timing(this, RING_GAP_MS);

	private readonly shares = new Set<Share>();

	/** When a reading met them last, by their keys (Unix milliseconds). */
	private readonly known = new Map<string, number>();

	/** Set once its first reading has ended; another one each time that it begins anew. */
	begun?: symbol;

	private isRunning = false;

	private restsSinceMs = -Infinity;

	private endedWellAtMs = -Infinity;

	private nextOwnMs = -Infinity;

	constructor(readonly key: string) {}

	get size(): number {
		return this.shares.size;
	}

	add(share: Share): void {
		this.shares.add(share);
		if (this.isRunning || this.isClosed()) return;
		this.isRunning = true;
		void this.run();
	}

	remove(share: Share): void {
		this.shares.delete(share);
		if (this.shares.size === 0) readings.delete(this.key);
	}

	ring(submissionId: string): void {
		// A reading may have found it before it was delivered.
		if (!this.known.has(submissionKeyOf(submissionId))) this.timing.bell.ring(submissionId);
	}

	/** Alone, a trigger reads its own form's list. */
	isClosed(): boolean {
		return this.shares.size < 2;
	}

	hears(): boolean {
		return !this.isResting();
	}

	isReliable(reliesOn: symbol | undefined): boolean {
		const isSame = reliesOn !== undefined && reliesOn === this.begun;
		return isSame && this.isRunning && isWithin(STALE_MS, this.endedWellAtMs, Date.now());
	}

	ownSlotMs(nowMs: number): number {
		const slotMs = Math.min(Math.max(this.nextOwnMs, nowMs), nowMs + STALE_MS);
		this.nextOwnMs = slotMs + APART_MS;
		return slotMs - nowMs;
	}

	private isResting(): boolean {
		return isWithin(RESTS_MS, this.restsSinceMs, Date.now());
	}

	private async run(): Promise<void> {
		this.beginAnew();
		for (let followsRing = false; !this.isClosed(); followsRing = await this.timing.untilDue()) {
			if (!this.isResting()) await this.attempt(followsRing);
		}
		this.isRunning = false;
		this.beginAnew();
	}

	private beginAnew(): void {
		this.begun = undefined;
		this.known.clear();
		noteNotRead(this.key);
		this.wakeAll();
	}

	private wakeAll(): void {
		for (const share of this.shares) share.wake();
	}

	private async attempt(followsRing: boolean): Promise<void> {
		try {
			await this.read(followsRing);
		} catch (error) {
			this.timing.forget();
			// Shown by the triggers: if it lasts, they read for themselves.
			if (!needsPerson(error)) return;
			this.endedWellAtMs = -Infinity;
			this.wakeAll();
		}
	}

	private async read(followsRing: boolean): Promise<void> {
		const rings = this.timing.begin();
		const session = await this.openSession();
		if (!session) return;
		const { connection } = session;
		if (followsRing) rings.push(...(await this.timing.untilSlot(connection.budget)));
		const beganAtMs = Date.now();
		const met = await this.walk(session);
		if (!met) {
			connection.context.logger.info(
				`${nodeInLog(connection.context)}: more is new in the list of all forms than one reading for all triggers is for, so each reads its own form's for ten minutes`,
			);
			this.restsSinceMs = Date.now();
			return this.beginAnew();
		}
		this.offer(met, beganAtMs);
		this.timing.noteMissing(rings.filter((id) => !this.known.has(submissionKeyOf(id))));
		for (const { submission } of met) this.timing.noteFound(submission.id);
	}

	/** With the credential of any trigger that still has this list's; throws if none can be read. */
	private async openSession(): Promise<Session | undefined> {
		let thrown: { error: unknown } | undefined;
		for (const share of [...this.shares]) {
			try {
				const session = await share.open();
				if (listKeyOf(session.connection, session.watched.filter) === this.key) {
					// The next reading takes another one's.
					if (this.shares.delete(share)) this.shares.add(share);
					return session;
				}
				// Meanwhile, it may have joined another reading.
				if (this.shares.has(share)) share.leave();
			} catch (error) {
				thrown ??= { error };
			}
		}
		if (thrown) throw thrown.error;
		return undefined;
	}

	/** What it meets down to what is known; undefined if that is too far. The first time, one page. */
	private async walk({ connection, watched }: Session): Promise<KeyedSubmission[] | undefined> {
		const filter = { ...watched.filter, formId: undefined, formName: undefined };
		const mostPages = Math.max(MIN_PAGES, this.shares.size);
		const met: KeyedSubmission[] = [];
		// What is offered is held until it is taken.
		const text = new HeldText();
		let pages = 0;
		for await (const sent of walkSubmissions(connection, filter)) {
			if (!text.noteArrived(sent.textLength)) return undefined;
			text.hold();
			const lastMs = met.at(-1)?.atMs ?? connection.budget.serviceNowMs(Date.now());
			const { submissions, nextCursor } = toPage(sent, lastMs);
			met.push(...submissions);
			const deciding = submissions.slice(-DECIDING);
			const isKnown = deciding.length > 0 && deciding.every(({ key }) => this.known.has(key));
			if (nextCursor === null || isKnown || !this.begun) return met;
			if (++pages >= mostPages) return undefined;
		}
		return met;
	}

	private offer(met: KeyedSubmission[], beganAtMs: number): void {
		const nowMs = Date.now();
		const fresh = met.filter(({ key }) => !this.known.has(key));
		for (const { key } of met) this.known.set(key, nowMs);
		for (const [key, seenAtMs] of this.known) {
			if (!isWithin(KNOWN_MS, seenAtMs, nowMs)) this.known.delete(key);
		}
		this.begun ??= Symbol('begun');
		this.endedWellAtMs = nowMs;
		const forms = new Set(fresh.map(({ submission }) => String(submission.formId)));
		noteAllFormsRead(this.key, { beganAtMs, endedAtMs: nowMs, forms });
		const offers = fresh.reverse();
		for (const share of this.shares) {
			if (share.formId === undefined || !forms.has(share.formId)) continue;
			for (const one of offers) if (one.submission.formId === share.formId) share.offer(one);
			share.wake();
		}
	}
}
