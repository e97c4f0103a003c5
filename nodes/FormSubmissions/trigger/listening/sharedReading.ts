import { DECIDING, hasPassed, lastTimes } from '../../api/newestFirst';
import { walkSubmissions } from '../../api/submissions';
import { WATCHING } from '../../api/timeLimits';
import { needsPerson } from '../../errors/nodeErrors';
import { Alarm } from '../../general/alarm';
import { nodeInLog } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { TextLimit } from '../../general/runTextLimit';
import { isWithin, pause } from '../../general/time';
import {
	LATENESS_MS,
	looksEveryMs,
	toPage,
	type Checkpoint,
	type KeyedSubmission,
} from '../../watching/checkpoint';
import { submissionKeyOf } from '../../watching/known';
import type { Session } from '../../watching/session';
import { statusesOf } from '../../watching/watched';
import type { ListenerFunctions } from './listenerFunctions';
import { LONGEST_WAIT_MS, passedMs, READINGS_APART_MS, untilReadMs } from './nextStep';
import { Rings } from './rings';

/*
 * Triggers of one process that watch forms with the same key, statuses, and tests share one reading of the
 * list of all forms, so that what a key costs grows with what comes, not with its triggers. It makes nothing
 * complete: it only finds soon what each trigger's own readings would find later. The rules (S1 to S5):
 * contributing/reading.md.
 */

/** A reading that has read so many pages without an end, or one for each trigger, gives up … */
const MIN_PAGES = 3;

/** … for so long (milliseconds). */
const RESTS_MS = 60_000;

/** Without a reading that ended well for so long, triggers read for themselves (milliseconds). */
const STALE_MS = 2 * 60_000;

/** How often a reading goes on to look for late ones, and how far down: those of two such times (milliseconds). */
const LOOKS_EVERY_MS = LATENESS_MS;
const LOOKS_DOWN_MS = 2 * LATENESS_MS;

/** How long a submission is known after a reading met it last (milliseconds). */
const KNOWN_MS = 3 * LATENESS_MS;

/** A trigger that so many submissions wait for reads for itself: they are in memory. */
const MOST_OFFERED = 1_000;

/** How often a trigger that relies on a shared reading reads its own form's list, on average (milliseconds) … */
const OWN_EVERY_MS = 10 * 60_000;

/** … with more triggers on a key than this, less often, so that all of them make a request a minute … */
const MANY_TRIGGERS = 8;

/** … but so often at least (milliseconds): what is known since is stored … */
const OWN_AT_LEAST_EVERY_MS = 2 * 60 * 60_000;

/** … and after so many new ones, as soon as it looks for late ones (milliseconds). */
const MANY_OFFERED = 100;
const OWN_IF_MANY_EVERY_MS = looksEveryMs(LATENESS_MS) + 60_000;

/** How long the first trigger to join waits for others: n8n starts five workflows at a time (milliseconds). */
const GATHERS_MS = 3_000;

/** How long what was met on the way down is kept after a trigger joined: others follow (milliseconds). */
const FOLLOW_MS = 60_000;

/** One trigger's part in the reading that triggers of its key share. */
export class Share {
	reading?: SharedReading;

	/** Down to which time the reading is still to go for it (Unix milliseconds); undefined if it needn't. */
	awaitsDownToMs?: number;

	/** Undefined: every form. */
	private formId?: string;

	/** New submissions of its form that it hasn't taken yet, by key. */
	private readonly offered = new Map<string, KeyedSubmission>();

	/** All of its form that was met on the way down to there, until it takes that. */
	private met?: KeyedSubmission[];

	/** How many it was offered since it last read for itself, and how far the next time is from the average. */
	private offeredCount = 0;
	private spread = 1;

	/** Which beginning of the reading it relies on, and which it will once its own reading under way has ended. */
	private begun: { relied?: symbol; next?: symbol } = {};

	constructor(private readonly listener: Pick<ListenerFunctions, 'open' | 'wake'>) {}

	/**
	 * Joins the reading of its list; `awaitsDownToMs`: which then reads down to there. Without that, the
	 * trigger is about to read for itself. Either way, it can rely on what it is offered from then on: nothing
	 * below is unread, but for its unfinished walks.
	 */
	join(session: Session, formId: string | undefined, awaitsDownToMs?: number): void {
		const key = listKeyOf(session);
		const reading = readings.getOrMake(key, () => new SharedReading(key));
		if (this.reading !== reading) this.leave();
		this.formId = formId;
		this.reading = reading;
		this.awaitsDownToMs = awaitsDownToMs;
		this.begun.next = reading.begun;
		reading.add(this);
	}

	/** The own reading has read the top. */
	markTopRead(): void {
		this.begun.relied = this.begun.next;
		this.markOwnReading();
	}

	private markOwnReading(): void {
		this.offeredCount = 0;
		this.spread = 0.5 + Math.random();
	}

	/** How soon after its last own reading another one is due (milliseconds). */
	get ownEveryMs(): number {
		if (this.offeredCount >= MANY_OFFERED) return OWN_IF_MANY_EVERY_MS;
		const rarer = Math.max(1, (this.reading?.size ?? 0) / MANY_TRIGGERS);
		const everyMs = Math.min(OWN_EVERY_MS * rarer, OWN_AT_LEAST_EVERY_MS);
		return Math.round(everyMs * this.spread);
	}

	/** Whether other triggers have the same reading. */
	get hasOthers(): boolean {
		return (this.reading?.size ?? 0) > 1;
	}

	leave(): void {
		this.reading?.remove(this);
		this.reading = undefined;
		this.readForItself();
	}

	async open(): Promise<Session> {
		return await this.listener.open({ ...WATCHING, priority: 'first' });
	}

	wake(): void {
		this.listener.wake();
	}

	/** From now on, until an own reading of the top has ended well. */
	readForItself(): void {
		this.begun = {};
		this.awaitsDownToMs = undefined;
		this.met = undefined;
		this.offered.clear();
		this.listener.wake();
	}

	/** Whether it is offered all that is new in its list. */
	get relies(): boolean {
		const { relied } = this.begun;
		return relied !== undefined && this.reading?.isReliable(relied) === true;
	}

	/** Whether the reading has read as far down as it awaited, and it hasn't taken that yet. */
	get isServed(): boolean {
		return this.met !== undefined;
	}

	get isOffered(): boolean {
		return this.offered.size > 0 || this.isServed;
	}

	/** What is new in the list of all forms. */
	offer(fresh: KeyedSubmission[]): void {
		const found = this.ofForm(fresh);
		for (const one of found) this.offered.set(one.key, one);
		this.offeredCount += found.length;
		if (this.offered.size > MOST_OFFERED) this.readForItself();
		if (found.length > 0) this.listener.wake();
	}

	/** All that was met, as far down as it awaited; it relies on that reading from now on. */
	serve(met: KeyedSubmission[], begun: symbol): void {
		const downToMs = this.awaitsDownToMs ?? -Infinity;
		this.awaitsDownToMs = undefined;
		this.begun = { relied: begun };
		this.markOwnReading();
		this.met = this.ofForm(met);
		this.offer(this.met.filter(({ atMs }) => atMs >= downToMs));
		this.listener.wake();
	}

	private ofForm(submissions: KeyedSubmission[]): KeyedSubmission[] {
		const { formId } = this;
		return submissions.filter(
			({ submission }) => formId === undefined || submission.formId === formId,
		);
	}

	/** Takes what is offered and new to the checkpoint, newest first, and what it was served. */
	take({ known, floorMs }: Checkpoint): { fresh: KeyedSubmission[]; met?: KeyedSubmission[] } {
		const { met } = this;
		const isNew = (one: KeyedSubmission) => one.atMs >= floorMs && !known.has(one);
		const fresh = [...this.offered.values()].filter(isNew).sort((a, b) => b.atMs - a.atMs);
		this.offered.clear();
		this.met = undefined;
		return { fresh, met };
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

	/** Its beginning: set once its first reading has ended, and another one each time that it begins anew. */
	begun?: symbol;

	/** What was met on the way down to those that awaited that, and all that is new since, while others follow. */
	private recent?: Walked;

	private isRunning = false;

	/**
	 * When the last one began, ended well, or looked for late ones, it began to rest, and was first awaited, and when a
	 * trigger joined that awaits it (Unix milliseconds).
	 */
	private readonly atMs = {
		began: -Infinity,
		ended: -Infinity,
		looked: -Infinity,
		rest: -Infinity,
		awaited: -Infinity,
		joined: -Infinity,
	};

	constructor(readonly key: string) {}

	get size(): number {
		return this.shares.size;
	}

	/** Alone, a trigger reads its own form's list. */
	add(share: Share): void {
		const isFirst = this.awaiting.every((other) => other === share);
		this.shares.add(share);
		if (share.awaitsDownToMs !== undefined) this.serveOrAwait(share, isFirst);
		this.alarm.wake();
		if (!this.isRunning && this.isNeeded) void this.run();
	}

	/** If what is kept goes down to its place, that serves it at once. */
	private serveOrAwait(share: Share, isFirst: boolean): void {
		this.atMs.joined = Date.now();
		const { begun, recent } = this;
		if (begun && recent?.hasReached(share) && this.isReliable(begun))
			share.serve(recent.met, begun);
		else if (isFirst) this.atMs.awaited = Date.now();
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

	private get awaiting(): Share[] {
		return [...this.shares].filter(({ awaitsDownToMs }) => awaitsDownToMs !== undefined);
	}

	private get isNeeded(): boolean {
		return this.size > 1 || this.awaiting.length > 0;
	}

	private isResting(): boolean {
		return isWithin(RESTS_MS, this.atMs.rest, Date.now());
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.isNeeded) {
			const waitMs = this.untilReadMs(Date.now());
			if (waitMs > 0) await this.alarm.wokenWithin(Math.min(waitMs, LONGEST_WAIT_MS));
			else if (this.size > 1 && !this.isResting()) await this.attempt();
			else this.letRead();
		}
		this.isRunning = false;
		this.beginAnew();
	}

	/** Milliseconds until it reads, or those that await it read for themselves. */
	private untilReadMs(nowMs: number): number {
		const sinceMs = passedMs(this.atMs.began, nowMs);
		const untilJoinedMs =
			this.awaiting.length === 0
				? Infinity
				: Math.max(GATHERS_MS - passedMs(this.atMs.awaited, nowMs), READINGS_APART_MS - sinceMs);
		const due = { beganAtMs: this.atMs.began, rings: this.rings };
		const untilDueMs = this.isResting() ? LONGEST_WAIT_MS : untilReadMs(due, nowMs);
		return Math.min(untilJoinedMs, this.awaiting.length > 0 && !this.begun ? Infinity : untilDueMs);
	}

	/** Those that await it read for themselves. */
	private letRead(): void {
		for (const share of this.awaiting) share.readForItself();
	}

	private beginAnew(): void {
		this.begun = undefined;
		this.recent = undefined;
		this.known.clear();
		for (const share of this.shares) share.wake();
	}

	private async attempt(): Promise<void> {
		try {
			await this.read();
		} catch (error) {
			this.rings.forget();
			this.letRead();
			// Shown by the triggers: if it lasts, they read for themselves, and at once if only a person can help.
			if (needsPerson(error)) this.beginAnew();
		}
	}

	private async read(): Promise<void> {
		this.atMs.began = Date.now();
		if (!isWithin(FOLLOW_MS, this.atMs.joined, this.atMs.began)) this.recent = undefined;
		const session = await this.openSession();
		if (!session) return;
		const { budget, context } = session.connection;
		if (this.rings.pauseMs !== undefined) {
			await pause(budget.ringTurnMs(Date.now()));
			this.atMs.began = Date.now();
		}
		const walked = await this.walk(session);
		if (walked) return this.offer(walked);
		context.logger.info(
			`${nodeInLog(context)}: more is new in the list of all forms than one reading for all triggers is for, so each reads its own form's for a minute`,
		);
		this.atMs.rest = Date.now();
		this.rings.forget();
		this.letRead();
		this.beginAnew();
	}

	/** With the credential of any trigger that still has this list's; throws if none can be read. */
	private async openSession(): Promise<Session | undefined> {
		let thrown: { error: unknown } | undefined;
		for (const share of [...this.shares]) {
			try {
				const session = await share.open();
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

	/**
	 * Reads down to what is known (the first time, one page). While it has read no more pages than there are triggers, it
	 * goes on: as far down as any awaits and, from time to time, through what is known, for late ones.
	 * Undefined if what is known is too far.
	 */
	private async walk({ connection, watched }: Session): Promise<Walked | undefined> {
		const filter = { ...watched.filter, formId: undefined, formName: undefined };
		const mostPages = Math.max(MIN_PAGES, this.size);
		const met: KeyedSubmission[] = [];
		// What is offered is held until it is taken.
		const text = new TextLimit();
		const isLook = !isWithin(LOOKS_EVERY_MS, this.atMs.looked, this.atMs.began);
		const lookDownToMs = connection.budget.serviceNowMs(this.atMs.began) - LOOKS_DOWN_MS;
		if (isLook) this.atMs.looked = this.atMs.began;
		let times: number[] = [];
		let pages = 0;
		let isDone = !this.begun;
		for await (const sent of walkSubmissions(connection, filter)) {
			if (!text.markArrived(sent.textLength)) break;
			text.keep();
			const lastMs = met.at(-1)?.atMs ?? connection.budget.serviceNowMs(Date.now());
			const { submissions, nextCursor } = toPage(sent, lastMs);
			met.push(...submissions);
			times = lastTimes(times, submissions);
			const deciding = submissions.slice(-DECIDING);
			isDone ||= deciding.length > 0 && deciding.every(({ key }) => this.known.has(key));
			if (nextCursor === null) return { met, hasReached: () => true };
			const isAwaited = this.awaiting.some((share) => !hasReached(share, times));
			const goesOn = isAwaited || (isLook && !hasPassed(times, lookDownToMs));
			if (++pages >= mostPages || (isDone && !goesOn)) break;
		}
		return isDone ? { met, hasReached: (share) => hasReached(share, times) } : undefined;
	}

	private offer(walked: Walked): void {
		const { met, hasReached: isReached } = walked;
		for (const { submission } of met) this.rings.markFound(submission.id);
		this.rings.markLooked(this.atMs.began);
		const nowMs = Date.now();
		const fresh = met.filter(({ key }) => !this.known.has(key));
		for (const { key } of met) this.known.set(key, nowMs);
		for (const [key, seenAtMs] of this.known) {
			if (!isWithin(KNOWN_MS, seenAtMs, nowMs)) this.known.delete(key);
		}
		const begun = (this.begun ??= Symbol('begun'));
		this.atMs.ended = nowMs;
		if (this.awaiting.length > 0) this.recent = walked;
		else if (this.recent) this.recent.met = [...fresh, ...this.recent.met];
		for (const share of this.shares) {
			if (share.awaitsDownToMs === undefined) share.offer(fresh);
			else if (isReached(share)) share.serve(met, begun);
			else share.readForItself();
		}
	}
}

/** What was met, and whether that is as far down as one awaits. */
type Walked = { met: KeyedSubmission[]; hasReached: (share: Share) => boolean };

function hasReached({ awaitsDownToMs = Infinity }: Share, times: number[]): boolean {
	return hasPassed(times, awaitsDownToMs);
}
