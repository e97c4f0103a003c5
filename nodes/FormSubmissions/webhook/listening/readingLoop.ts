import {
	sleep,
	type ITriggerFunctions,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { POLLING, starting, type Occasion } from '../../api/occasion';
import { asNodeError, isSituation, needsPerson, situationIn } from '../../errors/nodeErrors';
import { isWithin, settledWithin } from '../../general/time';
import { nodeKeyOf } from '../../general/node';
import type { Checkpoint } from '../../watching/checkpoint';
import { readPages, type Pace } from '../../watching/readPages';
import { heldUpError, toHandOver } from '../../watching/outcome';
import type { Reading } from '../../watching/readingRules';
import { watchedFilter, openSession, startingPoint, type Session } from '../../watching/session';
import { readCheckpoint, toStored } from '../../watching/stored';
import type { Watched } from '../../watching/watched';
import { readState, writeState } from '../../state/nodeStates';
import { whenOthersAreSaved } from '../../state/undecidedPolls';
import { Bell } from './bell';
import { isPublished } from '../destination/publishingProgress';
import { hasRun, noteRun } from '../../state/whatRan';
import { Silence } from './silence';

/** How often the list is read if nothing rings (milliseconds). */
const EVERY_MS = 60_000;

/** The least time from one reading to the next that follows a ring (milliseconds). */
const RING_GAP_MS = 2_000;

/** The pauses before the list is read again after a ring that it doesn't show yet (milliseconds). */
const REPEATS_MS = [1_000, 2_000, 4_000];

/** How often a pause looks around, and the longest that its timer goes on after its end (milliseconds). */
const CHECK_MS = 1_000;

/** How long after the top of the list a backlog is read: new submissions wait for it (milliseconds). */
const STEP_MS = 2_000;

/** The most submissions that one run of the workflow gets: it holds them all in memory. */
const MOST_EMITTED = 1_000;

/** What n8n is handed sooner is lost if n8n is stopped while it starts (milliseconds). */
const STARTED_AFTER_MS = 1_000;

const SHOWN_EVERY_MS = 60 * 60_000;

/** What a reading has found, with what, and which submissions were delivered before it. */
type Found = { session: Session; reading: Reading; rings: string[]; followsRing: boolean };

/**
 * Reads the list of submissions once a minute and when a delivery rings, and hands over what is new: the second
 * driver of `planReading`. n8n saves the checkpoint, which is written just before, with each run it is handed.
 */
export class Listener {
	readonly bell = new Bell();

	private isClosed = false;

	private end = () => {};

	private readonly closed = new Promise<void>((resolve) => (this.end = resolve));

	private checkpoint?: Checkpoint;

	/** The submissions that were delivered and not found yet, with how many more readings look for each. */
	private readonly awaited = new Map<string, number>();

	/** Whether the next step of a backlog follows at once. */
	private goesOn = false;

	/** Only a person can fix what is wrong: rings don't ask again. */
	private isDeaf = false;

	/** Ends when the next reading may follow a ring. */
	private gap = Promise.resolve();

	/**
	 * What is new at the top comes first, and is asked for every two seconds: a backlog has a page in each
	 * step, leaves some of the rate limit to the top, and doesn't keep it waiting for a slow page.
	 */
	private readonly pace: Required<Pace> = {
		endsWithNew: true,
		alwaysGoesOn: true,
		priorityOfUnfinished: 'walk',
		kept: {},
	};

	/** When the last reading that reads the top began (Unix milliseconds). */
	private topSinceMs = 0;

	private readonly silence = new Silence();

	private readonly shownAt = new Map<string, number>();

	private readonly nodeKey: string;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly watched: Watched,
	) {
		this.nodeKey = nodeKeyOf(context);
	}

	/** Ends it: a reading that is under way hands over nothing. */
	close(): void {
		this.isClosed = true;
		this.end();
		this.bell.ring();
	}

	/** The first reading of a publication or of n8n's start; throws if a person has to know. */
	async begin(): Promise<Found | undefined> {
		if (!this.isOpen()) return undefined;
		try {
			const found = await this.read(starting());
			// It was asked for with the little time that a publication has.
			this.pace.kept.walk = undefined;
			return found;
		} catch (error) {
			// n8n gives up a trigger after five errors: once there is a start, only a person's are any.
			if (!this.checkpoint || needsPerson(error)) throw asNodeError(this.context.getNode(), error);
			this.showError(error);
			return undefined;
		}
	}

	async run(first: Found | undefined): Promise<void> {
		await sleep(STARTED_AFTER_MS);
		await this.attempt(async () => await this.handOver(first));
		while (!this.isClosed) {
			const followsRing = await this.untilDue();
			const work = async () => await this.handOver(await this.read(POLLING, { followsRing }));
			if (this.isOpen()) await this.attempt(work);
		}
	}

	/** Hands over what is new, but for what deliveries have run; returns whether there was time for all. */
	async readRest(): Promise<boolean> {
		const occasion = starting();
		const untilMs = (occasion.deadlineMs ?? 0) - 2 * STEP_MS;
		do {
			await this.handOver(await this.read(occasion, { stepMs: untilMs - Date.now() }), {
				isRest: true,
			});
		} while (this.goesOn && Date.now() < untilMs);
		return !this.goesOn;
	}

	private isOpen(): boolean {
		return !this.isClosed && isPublished(this.nodeKey);
	}

	private hears(): boolean {
		return this.isOpen() && !this.isDeaf;
	}

	/** Waits for the next reading; returns whether it follows a ring, or repeats one that did. */
	private async untilDue(): Promise<boolean> {
		if (this.goesOn && this.isOpen()) return false;
		const readingsLeft = Math.max(0, ...this.awaited.values());
		const pauseMs = (readingsLeft > 0 && REPEATS_MS.at(-readingsLeft)) || Infinity;
		// Counted, not compared with a clock, which may be set back.
		for (let waitedMs = 0; waitedMs < EVERY_MS && !this.isClosed; waitedMs += CHECK_MS) {
			if (waitedMs >= pauseMs) return true;
			if (this.hears()) await this.bell.rungWithin(CHECK_MS);
			else await sleep(CHECK_MS);
			if (this.bell.hasRung && this.hears()) {
				await this.gap;
				return true;
			}
		}
		return false;
	}

	private async attempt(work: () => Promise<void>): Promise<void> {
		try {
			await work();
			this.isDeaf = false;
		} catch (error) {
			this.goesOn = false;
			this.awaited.clear();
			this.isDeaf = needsPerson(error);
			this.showError(error);
		}
	}

	/** Reads what is new; undefined if this is the start, or it was closed. Throws if the newest submissions can't be read. */
	private async read(
		occasion: Occasion,
		{ followsRing = false, stepMs = STEP_MS } = {},
	): Promise<Found | undefined> {
		// Taken first: what rang for a reading that throws doesn't ring for the next one.
		const rings = this.bell.takeRings();
		this.gap = sleep(RING_GAP_MS);
		const session = await openSession(this.context, this.watched, occasion);
		const { connection, target } = session;
		const slotMs = followsRing ? connection.budget.ringSlotMs(Date.now()) : 0;
		if (slotMs > 0) {
			await settledWithin(this.closed, slotMs);
			if (this.isClosed) return undefined;
			this.gap = sleep(RING_GAP_MS);
			rings.push(...this.bell.takeRings());
		}
		if (this.checkpoint?.target !== target) {
			const stored = readState(this.context, 'list')?.value;
			this.checkpoint = readCheckpoint(this.context.getNode(), stored, target);
			this.pace.kept.walk = undefined;
		}
		const filter = await watchedFilter(session);
		if (!this.checkpoint) {
			const start = await startingPoint(session, filter);
			this.checkpoint = start;
			await this.write(() => writeState(this.context, 'list', toStored(start)));
			return undefined;
		}
		const nowMs = Date.now();
		if (!this.checkpoint.skipsTop) this.topSinceMs = nowMs;
		const untilMs = Math.min(this.topSinceMs, nowMs) + stepMs;
		const { latenessMs } = this.watched;
		const { pace } = this;
		const task = { connection, filter, untilMs, most: MOST_EMITTED, latenessMs, pace };
		return { session, reading: await readPages(task, this.checkpoint), rings, followsRing };
	}

	private async handOver(found: Found | undefined, { isRest = false } = {}): Promise<void> {
		if (!found) return;
		const { session, reading, rings } = found;
		const { baseUrl } = session.connection;
		const isRun = (id: string) => hasRun(this.nodeKey, baseUrl, id);
		const { fresh, matching, items: rows } = await toHandOver(session, reading);
		await this.write(() => {
			this.checkpoint = reading.checkpoint;
			const items = rows.filter((_, index) => !isRest || !isRun(matching[index]?.id ?? ''));
			for (const { id } of fresh) {
				noteRun(this.nodeKey, baseUrl, id);
				this.awaited.delete(id);
			}
			// n8n saves what is written with a run only: after a restart, what was left out is read again.
			if (items.length === 0) return;
			writeState(this.context, 'list', toStored(reading.checkpoint));
			this.context.emit([items]);
		});
		this.goesOn = reading.checkpoint.unfinished.length > 0 && reading.heldUp === undefined;
		this.noteAwaited(rings.filter((id) => !isRun(id)));
		if (reading.heldUp !== undefined) {
			this.show(heldUpError(this.context.getNode(), reading.heldUp), situationIn(reading.heldUp));
		}
		this.noteDeliveries(found);
	}

	/** What was delivered and isn't in the list yet is looked for again, a few times: it may be spam. */
	private noteAwaited(missing: string[]): void {
		for (const [id, readings] of this.awaited) {
			if (readings > 1) this.awaited.set(id, readings - 1);
			else this.awaited.delete(id);
		}
		for (const id of missing) this.awaited.set(id, REPEATS_MS.length);
	}

	private async write(change: () => void): Promise<void> {
		await whenOthersAreSaved(this.context, () => {
			if (this.isOpen()) change();
		});
	}

	private noteDeliveries({ session, reading, rings, followsRing }: Found): void {
		if (rings.length > 0) return this.silence.noteRing();
		// It repeats one that did: what it finds was delivered, too.
		if (followsRing) return;
		const nowMs = Date.now();
		const recentMs = session.connection.budget.serviceNowMs(nowMs) - 2 * EVERY_MS;
		const recent = reading.fresh.filter(({ atMs }) => atMs >= recentMs);
		if (!this.silence.noteFound(recent.length, nowMs)) return;
		this.show(session.connection.errorFor('destinationGone'), 'destinationGone');
	}

	private showError(error: unknown): void {
		// A rate limit only delays.
		if (this.isClosed || isSituation(error, 'rateLimited')) return;
		this.show(asNodeError(this.context.getNode(), error), situationIn(error));
	}

	/** As a failed execution, and a line in n8n's log; once an hour for each cause. */
	private show(error: NodeApiError | NodeOperationError, cause: string): void {
		const nowMs = Date.now();
		if (isWithin(SHOWN_EVERY_MS, this.shownAt.get(cause) ?? -Infinity, nowMs)) return;
		this.shownAt.set(cause, nowMs);
		this.context.saveFailedExecution(error);
	}
}
