import type { ITriggerFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { WATCHING, starting } from '../../api/occasion';
import { asNodeError, isSituation, needsPerson, situationIn } from '../../errors/nodeErrors';
import { nodeInLog, nodeKeyOf } from '../../general/node';
import { isWithin, leftMs } from '../../general/time';
import { whenSettled } from '../../state/undecidedPoll';
import { submissionKeyOf } from '../../watching/checkpoint';
import { targetKey } from '../../watching/watched';
import { isPublished } from '../destination/publishingProgress';
import { handOverAgain } from './again';
import { Bell } from './bell';
import { HandingOver, refusedError } from './handingOver';
import { nextStep, untilTopMs, type State, type Step, type View } from './nextStep';
import { Outbox } from './outbox';
import { Position } from './position';
import { Reader, type Listening } from './reader';
import { Rings } from './rings';
import { Share } from './sharedReading';

/** What n8n is handed sooner is lost if n8n is stopped while it starts (milliseconds). */
const STARTED_AFTER_MS = 1_000;

const SHOWN_EVERY_MS = 60 * 60_000;

/**
 * A published trigger that listens: it reads the list, puts what is new into the outbox, and hands that over.
 * `nextStep` says what comes next; this does it. Its states, and the way from a ring to a run: contributing/listening.md.
 */
export class Listener {
	private isEnded = false;

	private isDeaf = false;

	private hasRelied = false;

	/** Since when, and for how long, others that relied on the same reading read first (Unix milliseconds; milliseconds). */
	private slot = { sinceMs: 0, forMs: 0 };

	private readonly underWay = new Set<Step['kind']>();

	private readonly shownAtMs = new Map<string, number>();

	private readonly beganAtMs = Date.now();

	private readonly bell = new Bell();

	private readonly rings = new Rings();

	private readonly outbox: Outbox;

	private readonly position: Position;

	private readonly share: Share;

	private readonly reader: Reader;

	private readonly handingOver: HandingOver;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: Listening,
	) {
		const { rings } = this;
		const outbox = (this.outbox = new Outbox(settings.runFor));
		const position = (this.position = new Position(context, outbox));
		const wake = () => this.bell.ring();
		const share = (this.share = new Share({
			open: async (occasion) => await this.reader.open(occasion),
			wake,
		}));
		const isClosed = () => this.isEnded;
		const show = (error: NodeApiError | NodeOperationError, cause: string) =>
			this.show(error, cause);
		this.reader = new Reader(context, settings, { position, outbox, rings, share, isClosed, show });
		this.handingOver = new HandingOver(context, outbox, position, {
			isOpen: () => this.isOpen(),
			noteEnded: (refusal) => {
				if (refusal !== undefined) this.show(refusedError(context.getNode(), refusal), 'refused');
				wake();
			},
		});
	}

	/** Ends it: what is under way hands over nothing. */
	close(): void {
		this.isEnded = true;
		this.share.leave();
		this.bell.ring();
	}

	private isOpen(): boolean {
		return !this.isEnded && isPublished(nodeKeyOf(this.context));
	}

	/** A genuine delivery came. */
	ring(submissionId = ''): void {
		const nowMs = Date.now();
		this.reader.silence.noteRing(nowMs);
		// A reading may have found it before it was delivered.
		if (this.isDeaf || this.position.checkpoint?.known.has(submissionKeyOf(submissionId))) return;
		this.rings.add(submissionId, nowMs);
		this.share.reading?.ring(submissionId);
		this.bell.ring();
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
	async run(): Promise<void> {
		if (this.handingOver.areRunsKept) void this.handOverAgain();
		while (!this.isEnded) {
			this.noteLapse();
			const step = nextStep(this.view());
			if (step.kind === 'wait') await this.bell.rungWithin(step.forMs);
			else this.take(step.kind);
		}
	}

	/** Whether all that is in the list was handed over. */
	get isDone(): boolean {
		return this.reader.hasReadAll && this.outbox.isEmpty;
	}

	/** Writes how far it has come, for the next publication to go on with. */
	async noteProgress(): Promise<void> {
		await whenSettled(this.context, () => this.position.write());
	}

	private view(): View {
		const nowMs = Date.now();
		const state = this.state();
		const { underWay, rings, reader } = this;
		const { topAtMs: beganAtMs, ownEveryMs } = reader;
		const dueMs = untilTopMs(state, { beganAtMs, ownEveryMs, rings }, nowMs);
		const starts = { sinceMs: this.beganAtMs, forMs: STARTED_AFTER_MS };
		return {
			state,
			untilTopMs: Math.max(dueMs, leftMs(this.slot, nowMs)),
			areWalksFirst: reader.areWalksFirst,
			untilHandOverMs: Math.max(this.outbox.untilNextMs(nowMs), leftMs(starts, nowMs)),
			isOffered: this.share.isOffered,
			hasRoom: this.outbox.hasRoom,
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

	/** What it relied on has stopped: all that did read for themselves, one after the other. */
	private noteLapse(): void {
		const { relies, reading } = this.share;
		const sinceMs = Date.now();
		const hasLapsed = this.hasRelied && !relies;
		if (hasLapsed) this.slot = { sinceMs, forMs: reading?.ownSlotMs(sinceMs) ?? 0 };
		this.hasRelied = relies;
	}

	/** Begins a step, and doesn't wait for its end. */
	private take(kind: Exclude<Step['kind'], 'wait'>): void {
		const steps = {
			handOver: async () => await this.handingOver.next(this.reader.baseUrl),
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
				this.bell.ring();
			});
	}

	private async handOverAgain(): Promise<void> {
		const { context, position, outbox } = this;
		await handOverAgain(position, outbox, {
			isClosed: () => this.isEnded,
			isOpen: () => this.isOpen(),
			open: async () => await this.reader.open({ ...WATCHING, priority: 'walk' }),
			wake: () => this.bell.ring(),
			log: (error) =>
				context.logger.info(
					`${nodeInLog(context)}: what may not have run can't be fetched yet. ${asNodeError(context.getNode(), error).message}`,
				),
		});
	}

	private noteFailed(error: unknown): void {
		this.reader.noteFailed();
		this.isDeaf = needsPerson(error);
		// A rate limit only delays.
		if (this.isEnded || isSituation(error, 'rateLimited')) return;
		this.show(asNodeError(this.context.getNode(), error), situationIn(error));
	}

	/** As a failed execution, and a line in n8n's log; once an hour for each cause. */
	private show(error: NodeApiError | NodeOperationError, cause: string): void {
		const nowMs = Date.now();
		if (isWithin(SHOWN_EVERY_MS, this.shownAtMs.get(cause) ?? -Infinity, nowMs)) return;
		this.shownAtMs.set(cause, nowMs);
		this.context.saveFailedExecution(error);
	}
}
