import {
	sleep,
	type ITriggerFunctions,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { WATCHING, starting, type Occasion } from '../../api/occasion';
import { OLDEST_FOR_READING_MS, recentCredential } from '../../api/recentCredential';
import { asNodeError, isSituation, needsPerson, situationIn } from '../../errors/nodeErrors';
import { isWithin } from '../../general/time';
import { nodeInLog, nodeKeyOf } from '../../general/node';
import {
	submissionKeyOf,
	withKnown,
	type Checkpoint,
	type KeyedSubmission,
} from '../../watching/checkpoint';
import { readPages, type Pace, type Read } from '../../watching/readPages';
import { heldUpError, oldestFirst, toHandOver, type ToHandOver } from '../../watching/outcome';
import {
	beginningOf,
	isPublication,
	openSession,
	watchedFilter,
	type Session,
} from '../../watching/session';
import { targetKey } from '../../watching/watched';
import { hasRun } from '../../state/whatRan';
import { isPublished } from '../destination/publishingProgress';
import type { TriggerSettings } from '../parameters';
import { HandingOver, refusedError } from './handingOver';
import { OwnReadings } from './ownReadings';
import { Silence } from './silence';
import { EVERY_MS, Timing } from './timing';

/** The least time from one reading to the next that follows a ring (milliseconds). */
const RING_GAP_MS = 1_000;

/** How long after the top of the list a backlog is read: new submissions wait for it (milliseconds). */
const STEP_MS = 2_000;

/** What n8n is handed sooner is lost if n8n is stopped while it starts (milliseconds). */
const STARTED_AFTER_MS = 1_000;

/** How many submissions a reading finds at most: their runs, or the one that gets them all, are to begin soon. */
const MOST_FOUND = { each: 100, together: 1_000 };

/** How long n8n has to refuse the last run of what is left when the mode is changed (milliseconds). */
const LAST_RUN_MS = 3_000;

/** So many of a backlog are handed over before what rings comes first. */
const BEFORE_RINGS = 10;

/** Of so many that are left when the mode is changed, each has a run of its own. */
const MOST_RUNS_OF_REST = 500;

/** A trigger whose list has had more than it could hand over for so long falls behind (milliseconds). */
const BEHIND_AFTER_MS = 5 * 60_000;

const SHOWN_EVERY_MS = 60 * 60_000;

/** What a trigger that listens is set to. */
export type Listening = Pick<TriggerSettings, 'watched' | 'runFor'>;

/** What a reading has found, with what, and which submissions were delivered before it. */
type Found = {
	session: Session;
	before: Checkpoint;
	reading: Read<ToHandOver>;
	rings: string[];
	followsRing: boolean;
	/** Called once all of it is handed over. */
	noteDone: () => void;
};

/**
 * Reads the list of submissions once a minute and when a delivery rings, and hands over what is new: the second
 * driver of `planReading`. Where triggers share a reading, it takes what that offers, and reads rarely itself.
 * Not one with polls: n8n hands over what a poll returns, and discards some of it.
 */
export class ReadingLoop {
	private isEnded = false;

	/** Whether the next step of a backlog follows at once. */
	private goesOn = false;

	/** Only a person can fix what is wrong: rings don't ask again. */
	private isDeaf = false;

	/**
	 * What is new at the top comes first: a backlog has a page in each step, leaves some of the rate limit to
	 * the top, and doesn't keep it waiting for a slow page.
	 */
	private readonly pace: Required<Pace> = {
		endsWithNew: true,
		alwaysGoesOn: true,
		priorityOfUnfinished: 'walk',
		kept: {},
	};

	/** When the last reading that reads the top began (Unix milliseconds). */
	private topSinceMs = 0;

	/** Since when readings have left something for the next one (Unix milliseconds). */
	private behindSinceMs?: number;

	private readonly timing = new Timing(this, RING_GAP_MS);

	private readonly handing: HandingOver;

	private readonly own: OwnReadings;

	private readonly silence = new Silence();

	private readonly shownAt = new Map<string, number>();

	private readonly nodeKey: string;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: Listening,
	) {
		this.nodeKey = nodeKeyOf(context);
		const wakeUp = () => this.timing.bell.wakeUp();
		this.handing = new HandingOver(context, { isOpen: () => this.isOpen(), wakeUp });
		this.own = new OwnReadings({
			open: async () => await this.open(WATCHING),
			wake: wakeUp,
		});
	}

	/** Ends it: a reading that is under way hands over nothing. */
	close(): void {
		this.isEnded = true;
		this.own.end();
		this.timing.bell.ring();
	}

	isClosed(): boolean {
		return this.isEnded;
	}

	hears(): boolean {
		return this.isOpen() && !this.isDeaf;
	}

	/** n8n has refused a run. */
	isInterrupted(): boolean {
		return this.handing.wasRefused;
	}

	/** Whether n8n has saved what it was handed. */
	get isQuiet(): boolean {
		return this.handing.isQuiet;
	}

	private async open(occasion: Occasion): Promise<Session> {
		const read = async () => await recentCredential(this.context, OLDEST_FOR_READING_MS);
		return await openSession(this.context, this.settings.watched, occasion, read);
	}

	private isOpen(): boolean {
		return !this.isEnded && isPublished(this.nodeKey);
	}

	/** A genuine delivery came. */
	ring(submissionId = ''): void {
		this.silence.noteRing(submissionId);
		// A reading may have found it before it was delivered.
		if (this.handing.checkpoint?.known.has(submissionKeyOf(submissionId))) return;
		if (this.own.areRare) this.own.ring(submissionId);
		else this.timing.bell.ring(submissionId);
	}

	/** The first reading of a publication or of n8n's start; throws if a person has to know. */
	async begin(): Promise<Found | undefined> {
		if (!this.isOpen()) return undefined;
		try {
			this.handing.load(targetKey(this.context.getNode(), this.settings.watched));
			// Without a start, n8n gives it up if it fails.
			const goesOn = this.handing.checkpoint !== undefined;
			const found = await this.read({ ...starting(), goesOn });
			// It was asked for with the little time that a publication has.
			this.pace.kept.walk = undefined;
			return found;
		} catch (error) {
			// n8n gives up a trigger after five errors: once there is a start, only a person's are any.
			if (!this.handing.checkpoint || needsPerson(error)) {
				throw asNodeError(this.context.getNode(), error);
			}
			this.showError(error);
			return undefined;
		}
	}

	async run(first: Found | undefined): Promise<void> {
		await sleep(STARTED_AFTER_MS);
		await this.attempt(async () => await this.handOver(first));
		while (!this.isEnded) {
			await this.waitIfRefused();
			if (!this.isOpen()) await this.pause(1_000);
			else {
				const next = await this.untilDue();
				if (next && this.isOpen() && !this.handing.wasRefused) await this.attempt(next);
			}
		}
	}

	/** Hands over what is new; returns whether there was time for all. */
	async readRest(): Promise<boolean> {
		const occasion = starting();
		const untilMs = (occasion.deadlineMs ?? 0) - 2 * STEP_MS;
		try {
			do {
				const most = MOST_FOUND.together;
				const found = await this.read(occasion, { stepMs: untilMs - Date.now(), most });
				await this.handOver(found, { isRest: true });
				if (!this.goesOn) await this.handing.lastRunWithin(LAST_RUN_MS);
				const said = await this.handing.takeRefusal();
				if (said !== undefined) throw refusedError(this.context.getNode(), said);
			} while (this.goesOn && Date.now() < untilMs);
			return !this.goesOn;
		} finally {
			this.close();
		}
	}

	/** Waits for what is to be done next; undefined if that isn't known soon. */
	private async untilDue(): Promise<(() => Promise<void>) | undefined> {
		const read = async () => await this.readAndHandOver();
		if (this.goesOn) return read;
		if (this.own.areRare) {
			for (const id of this.timing.takeAwaited()) this.own.ring(id);
			const next = await this.own.untilNext(this.timing.bell);
			return next === 'offered' ? async () => await this.takeOffered() : next && read;
		}
		const lapseMs = this.own.takeLapse();
		if (lapseMs !== undefined) {
			await this.pause(lapseMs);
			return read;
		}
		const followsRing = await this.timing.untilDue();
		return async () => await this.readAndHandOver(followsRing);
	}

	/** Says what n8n has refused, and waits before it is handed over again. */
	private async waitIfRefused(): Promise<void> {
		const said = await this.handing.takeRefusal();
		if (said === undefined) return;
		this.own.stopRelying();
		this.goesOn = true;
		this.show(refusedError(this.context.getNode(), said), 'refused');
		await this.pause(this.handing.pauseMs);
	}

	/** A timer goes on for a second at most after the end. */
	private async pause(ms: number): Promise<void> {
		for (let leftMs = ms; leftMs > 0 && !this.isEnded; leftMs -= 1_000) {
			await sleep(Math.min(leftMs, 1_000));
		}
	}

	private async attempt(work: () => Promise<void>): Promise<void> {
		try {
			await work();
			this.isDeaf = false;
		} catch (error) {
			this.goesOn = false;
			this.timing.forget();
			this.own.stopRelying();
			this.isDeaf = needsPerson(error);
			this.showError(error);
		}
	}

	private async readAndHandOver(followsRing = false): Promise<void> {
		await this.handOver(await this.read(WATCHING, { followsRing }));
	}

	/** Reads what is new; undefined if this is the start, or it was closed. Throws if the newest submissions can't be read. */
	private async read(
		occasion: Occasion,
		{ followsRing = false, stepMs = STEP_MS, most = MOST_FOUND[this.settings.runFor] } = {},
	): Promise<Found | undefined> {
		// Taken first: what rang for a reading that throws doesn't ring for the next one.
		const rings = this.timing.begin();
		const { watched } = this.settings;
		const session = await this.open(occasion);
		const { connection, target } = session;
		if (followsRing) rings.push(...(await this.timing.untilSlot(connection.budget)));
		this.handing.load(target);
		const before = this.handing.checkpoint;
		if (!before) {
			const { stored } = this.handing;
			const { start } = await beginningOf(session, stored, isPublication(this.context));
			if (this.isEnded) return undefined;
			await this.handing.start(start);
			// What Start From asks for begins to come at once.
			this.goesOn = watched.startFromMs !== undefined;
			return undefined;
		}
		const filter = await watchedFilter(session);
		if (this.isEnded) return undefined;
		const nowMs = Date.now();
		if (!before.skipsTop) this.topSinceMs = nowMs;
		const untilMs = Math.min(this.topSinceMs, nowMs) + stepMs;
		const { noteDone } = this.own.begin(session, filter.formId);
		const { latenessMs } = watched;
		const toFound = toHandOver(session);
		const task = { connection, filter, untilMs, most, latenessMs, pace: this.pace, toFound };
		const reading = await readPages(task, before);
		return { session, before, reading, rings, followsRing, noteDone };
	}

	private async handOver(found: Found | undefined, { isRest = false } = {}): Promise<void> {
		if (!found) return;
		const { session, before, reading, rings, noteDone } = found;
		const { baseUrl, budget } = session.connection;
		const isRun = (id: string) => hasRun(this.nodeKey, baseUrl, id);
		const fresh = reading.found.map(({ one }) => one);
		this.own.noteFound(fresh, budget.serviceNowMs(Date.now()));
		const toHand = oldestFirst(reading.found, ({ one }) => one.atMs);
		const together = isRest && toHand.length > MOST_RUNS_OF_REST;
		const during = {
			...before,
			unfinished: [...(reading.leftByTop ? [reading.leftByTop] : []), ...before.unfinished],
		};
		const isAll = await this.give(
			session,
			toHand,
			{ during, after: reading.checkpoint },
			{
				together,
				// What is new goes first; some of a backlog comes all the same.
				mayGoOn: (count) =>
					reading.newAtTop > 0 || count < BEFORE_RINGS || !this.timing.bell.hasRung,
			},
		);
		const { unfinished } = this.handing.checkpoint ?? before;
		this.goesOn = !isAll || (unfinished.length > 0 && reading.heldUp === undefined);
		if (isAll && reading.hasReadTop && unfinished.length === 0) noteDone();
		else this.own.stopRelying();
		this.timing.noteMissing(rings.filter((id) => !isRun(id)));
		if (reading.heldUp !== undefined) {
			this.show(heldUpError(this.context.getNode(), reading.heldUp), situationIn(reading.heldUp));
		}
		this.noteBehind();
		// It repeats one that did: what it finds was delivered, too.
		if (rings.length === 0 && !found.followsRing) this.noteSilence(session, fresh);
	}

	/** Takes what the shared reading offers. What isn't handed over stays offered. */
	private async takeOffered(): Promise<void> {
		const session = await this.open(WATCHING);
		const before = this.handing.checkpoint;
		if (!before || !this.own.isOfList(session)) return this.own.stopRelying();
		const offered = this.own.offered(before, MOST_FOUND[this.settings.runFor]);
		const found = await toHandOver(session)(offered);
		const known = new Map(offered.map(({ key, atMs }) => [key, atMs]));
		const stored = { during: before, after: withKnown(before, known) };
		await this.give(session, found, stored, { mayGoOn: () => true });
		this.noteSilence(session, offered);
		if (this.handing.isFull) this.own.stopRelying();
	}

	/** Returns whether all was handed over. */
	private async give(
		session: Session,
		found: ToHandOver[],
		stored: { during: Checkpoint; after: Checkpoint },
		{ together = false, mayGoOn }: { together?: boolean; mayGoOn: (count: number) => boolean },
	): Promise<boolean> {
		const isEach = this.settings.runFor === 'each' && !together;
		// n8n would run the workflow with the first one of several only.
		const size = isEach || this.context.getNode().executeOnce ? 1 : MOST_FOUND.together;
		const { baseUrl } = session.connection;
		const given = await this.handing.handOver(found, stored, { size, baseUrl, mayGoOn });
		for (const { one } of given) {
			this.own.noteTaken(one);
			this.timing.noteFound(one.submission.id);
			this.silence.noteHandedOver(one.submission);
		}
		return given.length === found.length;
	}

	private noteSilence({ connection }: Session, found: KeyedSubmission[]): void {
		const nowMs = Date.now();
		const recentMs = connection.budget.serviceNowMs(nowMs) - 2 * EVERY_MS;
		const recent = found.filter(({ atMs }) => atMs >= recentMs);
		const submissions = recent.map(({ submission }) => submission);
		if (!this.silence.noteFound(submissions, nowMs)) return;
		this.show(connection.errorFor('destinationGone'), 'destinationGone');
	}

	/** Says in n8n's log, once an hour, that more comes than n8n begins runs for. */
	private noteBehind(): void {
		const nowMs = Date.now();
		const isLate = this.goesOn && this.handing.pauseMs === 0;
		this.behindSinceMs = isLate ? (this.behindSinceMs ?? nowMs) : undefined;
		const isBehind =
			this.behindSinceMs !== undefined && nowMs - this.behindSinceMs > BEHIND_AFTER_MS;
		if (!isBehind || this.settings.runFor !== 'each' || !this.isDue('behind')) return;
		this.context.logger.warn(
			`${nodeInLog(this.context)}: submissions wait for their runs, of which n8n begins at most twenty a second. If that goes on without an outage before it, set 'Run Workflow For' to All New Ones Together.`,
		);
	}

	private showError(error: unknown): void {
		// A rate limit only delays.
		if (this.isEnded || isSituation(error, 'rateLimited')) return;
		this.show(asNodeError(this.context.getNode(), error), situationIn(error));
	}

	/** As a failed execution, and a line in n8n's log; once an hour for each cause. */
	private show(error: NodeApiError | NodeOperationError, cause: string): void {
		if (this.isDue(cause)) this.context.saveFailedExecution(error);
	}

	/** Whether it is an hour since this was said last. */
	private isDue(cause: string): boolean {
		const nowMs = Date.now();
		if (isWithin(SHOWN_EVERY_MS, this.shownAt.get(cause) ?? -Infinity, nowMs)) return false;
		this.shownAt.set(cause, nowMs);
		return true;
	}
}
