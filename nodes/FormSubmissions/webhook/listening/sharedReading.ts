import { DECIDING } from '../../api/newestFirst';
import { walkSubmissions } from '../../api/submissions';
import { WATCHING, type TimeLimits } from '../../api/timeLimits';
import { needsPerson } from '../../errors/nodeErrors';
import { Alarm } from '../../general/alarm';
import { MemoryLimit } from '../../general/memoryLimit';
import { nodeInLog } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { isWithin, pause } from '../../general/time';
import {
	submissionKeyOf,
	toPage,
	type Checkpoint,
	type KeyedSubmission,
} from '../../watching/checkpoint';
import type { Session } from '../../watching/session';
import { statusesOf } from '../../watching/watched';
import { LONGEST_WAIT_MS, untilReadMs } from './nextStep';
import { Rings } from './rings';

/*
 * Triggers of one process that watch forms with the same key, statuses, and tests share one reading of the
 * list of all forms, so that what a key costs grows with what comes, not with its triggers. It makes nothing
 * complete: it only finds soon what each trigger's own readings would find later. The rules (S1 to S8):
 * contributing/listening.md.
 */

/** A reading that has read so many pages without an end, or one for each trigger, gives up … */
const MIN_PAGES = 3;

/** … for so long (milliseconds). */
const RESTS_MS = 60_000;

/** Without a reading that ended well for so long, triggers read for themselves (milliseconds). */
const STALE_MS = 2 * 60_000;

/** How long a submission is known after a reading met it last (milliseconds). */
const KNOWN_MS = 10 * 60_000;

/** A trigger that so many submissions wait for reads for itself: they are in memory. */
const MOST_OFFERED = 1_000;

/** How often a trigger that relies on a shared reading reads its own form's list, on average (milliseconds). */
const OWN_EVERY_MS = 10 * 60_000;

/** With more triggers on a key than this, less often: all of them make some 20 requests a minute so. */
const MANY_TRIGGERS = 200;

/** A trigger, as far as the reading that it shares needs it. */
type Sharer = {
	/** With its credential. */
	open(timeLimits: TimeLimits): Promise<Session>;
	/** It has been offered something, or has to read for itself. */
	wake(): void;
};

/** One trigger's part in the reading that triggers of its key share. */
export class Share {
	reading?: SharedReading;

	formId?: string;

	/** New submissions of its form that it hasn't taken yet, by key. */
	private readonly offered = new Map<string, KeyedSubmission>();

	/** What it relies on, and would once the own reading under way has ended: one that begins anew is another. */
	private begun: { relied?: symbol; next?: symbol } = {};

	constructor(readonly trigger: Sharer) {}

	/**
	 * Before an own reading of the top: joins the reading of its list. Once that own reading has read the top, the
	 * trigger can rely on what it is offered from now on: nothing below that is unread, but for its unfinished walks.
	 */
	join(session: Session, formId: string | undefined): void {
		const key = listKeyOf(session);
		const reading = readings.getOrMake(key, () => new SharedReading(key));
		if (this.reading !== reading) this.leave();
		this.formId = formId;
		this.reading = reading;
		reading.add(this);
		this.begun.next = reading.begun;
	}

	/** The own reading has read the top; returns how soon the next one is due (milliseconds). */
	noteTopRead(): number {
		this.begun.relied = this.begun.next;
		const rarer = Math.max(1, (this.reading?.size ?? 0) / MANY_TRIGGERS);
		return Math.round(OWN_EVERY_MS * rarer * (0.5 + Math.random()));
	}

	leave(): void {
		this.reading?.remove(this);
		this.reading = undefined;
		this.readForItself();
	}

	/** From now on, until an own reading of the top has ended well. */
	readForItself(): void {
		this.begun = {};
		this.offered.clear();
	}

	/** Whether it is offered all that is new in its list. */
	get relies(): boolean {
		const { relied } = this.begun;
		return relied !== undefined && this.reading?.isReliable(relied) === true;
	}

	get isOffered(): boolean {
		return this.offered.size > 0;
	}

	offer(found: KeyedSubmission[]): void {
		for (const one of found) this.offered.set(one.key, one);
		if (this.offered.size > MOST_OFFERED) this.readForItself();
		if (found.length > 0) this.trigger.wake();
	}

	/** Takes what is new to the checkpoint, newest first, at most so many of the oldest. */
	take({ known, floorMs }: Checkpoint, most: number): KeyedSubmission[] {
		const isNew = ({ key, atMs }: KeyedSubmission) => !known.has(key) && atMs >= floorMs;
		const all = [...this.offered.values()].filter(isNew).sort((a, b) => b.atMs - a.atMs);
		const left = all.splice(0, all.length - most);
		this.offered.clear();
		for (const one of left) this.offered.set(one.key, one);
		return all;
	}
}

const readings = new ProcessMemory<SharedReading>(500);

/** Identifies the list of all forms that a key, statuses, and tests give. */
export function listKeyOf({ connection, watched: { filter } }: Session): string {
	const { keyDigest } = connection;
	return JSON.stringify([keyDigest, statusesOf(filter), filter.includeTest ?? false]);
}

class SharedReading {
	private readonly shares = new Set<Share>();

	private readonly rings = new Rings();

	private readonly alarm = new Alarm();

	/** When a reading met them last, by their keys (Unix milliseconds). */
	private readonly known = new Map<string, number>();

	/** Set once its first reading has ended; another one each time that it begins anew. */
	begun?: symbol;

	private isRunning = false;

	/** When the last one began, the last one ended well, and it began to rest (Unix milliseconds). */
	private readonly atMs = { began: -Infinity, ended: -Infinity, rest: -Infinity };

	constructor(readonly key: string) {}

	get size(): number {
		return this.shares.size;
	}

	/** Alone, a trigger reads its own form's list. */
	add(share: Share): void {
		this.shares.add(share);
		if (!this.isRunning && this.size > 1) void this.run();
	}

	remove(share: Share): void {
		this.shares.delete(share);
		if (this.size === 0) readings.delete(this.key);
		this.alarm.wake();
	}

	/** A submission was delivered to one of them. A reading may have found it before. */
	ring(submissionId: string): void {
		if (this.isResting() || this.known.has(submissionKeyOf(submissionId))) return;
		this.rings.add(submissionId, Date.now());
		this.alarm.wake();
	}

	isReliable(begun: symbol): boolean {
		return begun === this.begun && isWithin(STALE_MS, this.atMs.ended, Date.now());
	}

	private isResting(): boolean {
		return isWithin(RESTS_MS, this.atMs.rest, Date.now());
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.size > 1) {
			const due = { beganAtMs: this.atMs.began, rings: this.rings };
			const waitMs = this.isResting() ? LONGEST_WAIT_MS : untilReadMs(due, Date.now());
			if (waitMs > 0) await this.alarm.wokenWithin(Math.min(waitMs, LONGEST_WAIT_MS));
			else await this.attempt();
		}
		this.isRunning = false;
		this.beginAnew();
	}

	private beginAnew(): void {
		this.begun = undefined;
		this.known.clear();
		for (const { trigger } of this.shares) trigger.wake();
	}

	private async attempt(): Promise<void> {
		try {
			await this.read();
		} catch (error) {
			this.rings.forget();
			// Shown by the triggers: if it lasts, they read for themselves, and at once if only a person can help.
			if (needsPerson(error)) this.beginAnew();
		}
	}

	private async read(): Promise<void> {
		this.atMs.began = Date.now();
		const session = await this.openSession();
		if (!session) return;
		const { budget, context } = session.connection;
		if (this.rings.pauseMs !== undefined) {
			await pause(budget.ringSlotMs(Date.now()));
			this.atMs.began = Date.now();
		}
		const met = await this.walk(session);
		if (met) return this.offer(met);
		context.logger.info(
			`${nodeInLog(context)}: more is new in the list of all forms than one reading for all triggers is for, so each reads its own form's for a minute`,
		);
		this.atMs.rest = Date.now();
		this.rings.forget();
		this.beginAnew();
	}

	/** With the credential of any trigger that still has this list's; throws if none can be read. */
	private async openSession(): Promise<Session | undefined> {
		let thrown: { error: unknown } | undefined;
		for (const share of [...this.shares]) {
			try {
				const session = await share.trigger.open({ ...WATCHING, priority: 'first' });
				if (listKeyOf(session) === this.key) return session;
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
		const mostPages = Math.max(MIN_PAGES, this.size);
		const met: KeyedSubmission[] = [];
		// What is offered is held until it is taken.
		const text = new MemoryLimit();
		let pages = 0;
		for await (const sent of walkSubmissions(connection, filter)) {
			if (!text.noteArrived(sent.textLength)) return undefined;
			text.keep();
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

	private offer(met: KeyedSubmission[]): void {
		for (const { submission } of met) this.rings.noteFound(submission.id);
		this.rings.noteLooked(this.atMs.began);
		const nowMs = Date.now();
		const fresh = met.filter(({ key }) => !this.known.has(key));
		for (const { key } of met) this.known.set(key, nowMs);
		for (const [key, seenAtMs] of this.known) {
			if (!isWithin(KNOWN_MS, seenAtMs, nowMs)) this.known.delete(key);
		}
		this.begun ??= Symbol('begun');
		this.atMs.ended = nowMs;
		for (const share of this.shares) {
			share.offer(fresh.filter(({ submission }) => submission.formId === share.formId));
		}
	}
}
