import type { ITriggerFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { OLDEST_FOR_READING_MS, recentCredential } from '../../api/recentCredential';
import { starting, type TimeLimits } from '../../api/timeLimits';
import {
	asNodeError,
	engine2Error,
	isSituation,
	needsPerson,
	refusedError,
	situationIn,
} from '../../errors/nodeErrors';
import { Alarm } from '../../general/alarm';
import { nodeKeyOf } from '../../general/node';
import { isWithin } from '../../general/time';
import { submissionKeyOf } from '../../watching/checkpoint';
import { openSession, type Session } from '../../watching/session';
import { targetKey } from '../../watching/watched';
import { isPublished } from '../destination/publishingProgress';
import { HandingOver } from './handingOver';
import { handOverAgain } from './handOverAgain';
import { nextStep, untilTopMs, type State, type Step, type View } from './nextStep';
import { Outbox } from './outbox';
import { Position } from './position';
import { Reader, type ListenerSettings } from './reader';
import { Rings } from './rings';
import { Share } from './sharedReading';

const SHOWN_EVERY_MS = 60 * 60_000;

/**
 * A published trigger that listens: it reads the list, puts what is new into the outbox, and hands that over.
 * `nextStep` says what comes next; this does it. Its states, and the way from a ring to a run: contributing/listening.md.
 */
export class Listener {
	isClosed = false;
	private isDeaf = false;

	private readonly underWay = new Set<Step['kind']>();
	private readonly shownAtMs = new Map<string, number>();
	private readonly alarm = new Alarm();
	readonly rings = new Rings();
	readonly outbox: Outbox;
	readonly position: Position;
	readonly share = new Share(this);
	private readonly reader: Reader;
	private readonly handingOver: HandingOver;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: ListenerSettings,
	) {
		this.outbox = new Outbox(settings.runFor);
		this.position = new Position(context, this.outbox);
		this.reader = new Reader(context, settings, this);
		this.handingOver = new HandingOver(context, this.outbox, this.position, this);
	}

	/** Ends it: what is under way hands over nothing. */
	close(): void {
		this.isClosed = true;
		this.share.leave();
		this.wake();
	}

	isOpen(): boolean {
		return !this.isClosed && isPublished(nodeKeyOf(this.context));
	}

	wake(): void {
		this.alarm.wake();
	}

	/** With the trigger's credential. */
	async open(timeLimits: TimeLimits): Promise<Session> {
		const read = async () => await recentCredential(this.context, OLDEST_FOR_READING_MS);
		return await openSession(this.context, this.settings.watched, timeLimits, read);
	}

	/** A run has ended, or n8n has refused it. */
	noteEnded(refusal?: string): void {
		if (refusal !== undefined) this.show(refusedError(this.context.getNode(), refusal), 'refused');
		this.wake();
	}

	/** A genuine delivery came. */
	ring(submissionId = ''): void {
		const nowMs = Date.now();
		this.reader.stoppedDeliveries.noteRing(nowMs);
		// A reading may have found it before it was delivered.
		if (this.isDeaf || this.position.checkpoint?.known.has(submissionKeyOf(submissionId))) return;
		this.rings.add(submissionId, nowMs);
		this.share.reading?.ring(submissionId);
		this.wake();
	}

	/** The first reading of a publication or of n8n's start; throws if a person has to know. */
	async begin(): Promise<void> {
		const { position } = this;
		position.load(targetKey(this.context.getNode(), this.settings.watched));
		if (!this.isOpen()) return;
		try {
			// Without a start, n8n gives it up if it fails.
			await this.reader.readTop({ ...starting(), goesOn: position.checkpoint !== undefined });
		} catch (error) {
			// n8n gives up a trigger after five errors: once there is a start, only a person's are any.
			if (!position.checkpoint || needsPerson(error)) {
				throw asNodeError(this.context.getNode(), error);
			}
			this.noteFailed(error);
		}
	}

	/** Goes on until it is closed. */
	run(): void {
		if (this.handingOver.isEngine2) this.show(engine2Error(this.context.getNode()), 'engine2');
		void handOverAgain(this);
		void this.goOn();
	}

	private async goOn(): Promise<void> {
		while (!this.isClosed) {
			const step = nextStep(this.view());
			if (step.kind === 'wait') await this.alarm.wokenWithin(step.forMs);
			else this.take(step.kind);
		}
	}

	private view(): View {
		const nowMs = Date.now();
		const state = this.state();
		const { underWay, rings, reader, outbox } = this;
		return {
			state,
			untilTopMs: untilTopMs(state, { ...reader.top, rings }, nowMs),
			areWalksFirst: reader.areWalksFirst,
			untilHandOverMs: outbox.untilNextMs(nowMs),
			isOffered: this.share.isOffered,
			hasRoom: outbox.hasRoom,
			nextPage: reader.stateOfNextPage(nowMs),
			isReading: underWay.has('readTop') || underWay.has('readPage'),
			isTaking: underWay.has('take'),
			isHandingOver: underWay.has('handOver'),
		};
	}

	private state(): State {
		if (!this.isOpen()) return 'unpublished';
		if (this.isDeaf) return 'deaf';
		return this.share.relies ? 'relying' : 'alone';
	}

	/** Begins a step, and doesn't wait for its end. */
	private take(kind: Exclude<Step['kind'], 'wait'>): void {
		const steps = {
			handOver: async () => await this.handingOver.next(),
			take: async () => await this.reader.takeOffered(),
			askPage: async () => await this.reader.askPage(),
			readPage: async () => await this.reader.readPage(),
			readTop: async () => {
				await this.reader.readTop();
				this.isDeaf = false;
			},
		};
		this.underWay.add(kind);
		void steps[kind]()
			.catch((error: unknown) => this.noteFailed(error))
			.finally(() => {
				this.underWay.delete(kind);
				this.wake();
			});
	}

	private noteFailed(error: unknown): void {
		this.reader.noteFailed();
		this.isDeaf = needsPerson(error);
		this.tell(error);
	}

	/** What is tried again; a rate limit only delays. */
	tell(error: unknown): void {
		if (this.isClosed || isSituation(error, 'rateLimited')) return;
		this.show(asNodeError(this.context.getNode(), error), situationIn(error));
	}

	/** As a failed execution, and a line in n8n's log; once an hour for each cause. */
	show(error: NodeApiError | NodeOperationError, cause: string): void {
		const nowMs = Date.now();
		if (isWithin(SHOWN_EVERY_MS, this.shownAtMs.get(cause) ?? -Infinity, nowMs)) return;
		this.shownAtMs.set(cause, nowMs);
		this.context.saveFailedExecution(error);
	}
}
