import { NodeOperationError, type ITriggerFunctions } from 'n8n-workflow';

import { OLDEST_FOR_READING_MS, recentCredential } from '../../api/recentCredential';
import { starting } from '../../api/timeLimits';
import { asNodeError, needsPerson } from '../../errors/nodeErrors';
import { engine2Error } from '../../errors/triggerErrors';
import { Alarm } from '../../general/alarm';
import { pause } from '../../general/time';
import type { KeyedSubmission } from '../../watching/checkpoint';
import { submissionKeyOf } from '../../watching/known';
import { isPublication, openSession } from '../../watching/session';
import { targetKey } from '../../watching/watched';
import { register } from '../destination/register';
import type { TriggerSettings } from '../parameters';
import { HandingOver } from './handingOver';
import { handOverLeft } from './handOverLeft';
import type { ListenerFunctions } from './listenerFunctions';
import { nextStep, untilTopMs, type State, type Step, type View } from './nextStep';
import { Outbox } from './outbox';
import { Reader } from './reader';
import { Reports } from './reports';
import { Rings } from './rings';
import { isEngineV2, RunsKept } from './runsKept';
import { Share } from './sharedReading';
import { Position } from './storedPosition';

/** How long it waits after something that nobody expected (milliseconds). */
const UNEXPECTED_MS = 1_000;

/**
 * A published trigger that listens: it reads the list, puts what is new into the outbox, and hands that over.
 * `nextStep` says what comes next; this does it. Its states, and the way from a ring to a run: contributing/reading.md.
 */
export class Listener {
	private isClosed = false;
	private isDeaf = false;
	private isJoining = false;
	private hasRead = false;

	private readonly underWay = new Set<Step['kind']>();
	private readonly alarm = new Alarm();
	private readonly rings = new Rings();
	private readonly functions: ListenerFunctions = {
		open: async (timeLimits) => {
			const read = async () => await recentCredential(this.context, OLDEST_FOR_READING_MS);
			return await openSession(this.context, this.settings.watched, timeLimits, read);
		},
		isClosed: () => this.isClosed,
		wake: () => this.alarm.wake(),
		markRead: (met) => this.markRead(met),
		tell: (error) => {
			if (!this.isClosed) this.reports.tell(error);
		},
		show: (error, cause) => this.reports.show(error, cause),
	};

	private readonly reports: Reports;
	private readonly outbox: Outbox;
	private readonly position: Position;
	private readonly runsKept: RunsKept;
	private readonly share = new Share(this.functions);
	private readonly reader: Reader;
	private readonly handingOver: HandingOver;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: TriggerSettings,
	) {
		const { rings, share } = this;
		this.reports = new Reports(context);
		this.outbox = new Outbox(settings.runs);
		this.runsKept = new RunsKept(context);
		this.position = new Position(context, this.outbox, this.runsKept);
		const { outbox, position, runsKept, functions } = this;
		this.reader = new Reader(context, { position, outbox, rings, share }, functions);
		this.handingOver = new HandingOver(context, { position, outbox, runsKept }, functions);
	}

	/** Ends it: what is under way hands over nothing. */
	close(): void {
		this.isClosed = true;
		this.handingOver.close();
		this.share.leave();
		this.alarm.wake();
	}

	/** A genuine delivery came. */
	ring(submissionId = ''): void {
		const nowMs = Date.now();
		this.reader.stoppedDeliveries.markRing(nowMs);
		// A reading may have found it before it was delivered.
		const isKnown = this.position.checkpoint?.known.hasKey(submissionKeyOf(submissionId));
		if (this.isDeaf || isKnown) return;
		this.rings.add(submissionId, nowMs);
		this.share.reading?.ring(submissionId);
		this.alarm.wake();
	}

	/**
	 * Registers the trigger and reads the list for the first time, while n8n publishes or starts it. Only publishing
	 * throws: what a person has to change, and without a start, anything. n8n would give up the trigger after five
	 * errors, with what it had stored.
	 */
	async begin(): Promise<void> {
		this.position.load(targetKey(this.context.getNode(), this.settings.watched));
		if (!isPublication(this.context)) return;
		await this.attempt(async () => await register(this.context, this.settings.destination));
		const read = this.position.checkpoint ? 'readTop' : 'start';
		await this.attempt(
			async () => await this.reader[read]({ ...starting(), goesOn: read === 'readTop' }),
		);
	}

	private async attempt(work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			const isEntered = error instanceof NodeOperationError;
			if (!this.position.checkpoint || isEntered || needsPerson(error)) {
				throw asNodeError(this.context.getNode(), error);
			}
			this.functions.tell(error);
		}
	}

	/** Goes on until it is closed. */
	run(): void {
		if (isEngineV2(this.context))
			this.reports.show(engine2Error(this.context.getNode()), 'engine2');
		if (!isPublication(this.context)) void this.start();
		void this.goOn();
	}

	/** What publishing has done before, for n8n's start: it waits for nothing, and nobody would see an error. */
	private async start(): Promise<void> {
		const { context, settings, functions } = this;
		void register(context, settings.destination).catch(functions.tell);
		if (!this.position.checkpoint) return;
		this.isJoining = true;
		await this.reader.join().catch((error: unknown) => this.markFailed(error));
		this.isJoining = false;
		this.alarm.wake();
	}

	private async goOn(): Promise<void> {
		while (!this.isClosed) {
			try {
				this.runsKept.askIfDue(Date.now()).catch(this.functions.tell);
				const step = nextStep(this.view());
				if (step.kind === 'wait') await this.alarm.wokenWithin(step.forMs);
				else this.take(step.kind);
			} catch (error) {
				this.functions.tell(error);
				await pause(UNEXPECTED_MS);
			}
		}
	}

	private view(): View {
		const nowMs = Date.now();
		const state = this.state();
		const { underWay, rings, reader, outbox, share } = this;
		const { ownEveryMs } = share;
		return {
			state,
			untilTopMs: untilTopMs(state, { ...reader.top, ownEveryMs, rings }, nowMs),
			areWalksFirst: reader.areWalksFirst,
			untilHandOverMs: outbox.untilNextMs(nowMs),
			isOffered: share.isOffered,
			hasRoom: outbox.hasRoom,
			nextPage: reader.stateOfNextPage(nowMs),
			isReadingTop: underWay.has('readTop'),
			isReadingPage: underWay.has('readPage'),
			isTaking: underWay.has('take'),
			isHandingOver: underWay.has('handOver'),
		};
	}

	private state(): State {
		if (this.isDeaf) return 'deaf';
		if (this.isJoining || this.share.awaitsDownToMs !== undefined) return 'joining';
		return this.share.relies ? 'relying' : 'alone';
	}

	/** Begins a step, and doesn't wait for its end. */
	private take(kind: Exclude<Step['kind'], 'wait'>): void {
		const steps = {
			handOver: async () => await this.handingOver.handOverDue(),
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
			.catch((error: unknown) => this.markFailed(error))
			.finally(() => {
				this.underWay.delete(kind);
				this.alarm.wake();
			});
	}

	/** After the first reading, what the process before left is handed over. */
	private markRead(met: KeyedSubmission[]): void {
		if (this.hasRead) return;
		this.hasRead = true;
		const { position, outbox } = this;
		void handOverLeft({ position, outbox }, this.functions, met);
	}

	private markFailed(error: unknown): void {
		this.reader.markFailed();
		this.isDeaf = needsPerson(error);
		this.functions.tell(error);
	}
}
