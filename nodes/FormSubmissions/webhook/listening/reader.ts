import type { ITriggerFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { WATCHING, type TimeLimits } from '../../api/timeLimits';
import { heldUpError, situationIn } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import type { Checkpoint } from '../../watching/checkpoint';
import { leavesTopOut, planRest, planTop } from '../../watching/readingRules';
import { askPage, readPages, type Asked, type Read } from '../../watching/readPages';
import { beginningOf, isPublication, watchedFilter, type Session } from '../../watching/session';
import { toHandOver, type ToHandOver } from '../../watching/toHandOver';
import { StoppedDeliveries } from '../destination/stoppedDeliveries';
import type { TriggerSettings } from '../parameters';
import { EVERY_MS, type View } from './nextStep';
import type { Outbox } from './outbox';
import type { Position } from './position';
import type { Rings } from './rings';
import { listKeyOf, type Share } from './sharedReading';

/** How long a reading of the top goes on to further pages (milliseconds): then new ones come first. */
const TOP_WITHIN_MS = 2_000;

/** How many submissions a reading of the top finds at most. */
const MOST_FOUND = { each: 100, together: 1_000 };

/** What a trigger that listens is set to. */
export type ListenerSettings = Pick<TriggerSettings, 'watched' | 'runFor'>;

/** The next page of the highest unfinished walk, which nothing waits for. */
type NextPage = { cursor?: string; session?: Session; asked?: Asked };

/** What the readings of one trigger work with. */
type Parts = {
	position: Position;
	outbox: Outbox;
	rings: Rings;
	share: Share;
	readonly isClosed: boolean;
	open(timeLimits: TimeLimits): Promise<Session>;
	show(error: NodeApiError | NodeOperationError, cause: string): void;
};

/** Reads a trigger's list, takes what a shared reading offers, and puts what is new into the outbox. */
export class Reader {
	readonly stoppedDeliveries = new StoppedDeliveries();

	/** When the last reading of the top began (Unix milliseconds), and how soon a trigger that relies reads again. */
	readonly top = { beganAtMs: -Infinity, ownEveryMs: 0 };
	private nextPage?: NextPage;

	/** Since when unfinished walks wait for a minute, since a page can't be read (Unix milliseconds). */
	private heldUpAtMs = -Infinity;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: ListenerSettings,
		private readonly parts: Parts,
	) {}

	/** Whether unfinished walks come first (R5). */
	get areWalksFirst(): boolean {
		const { checkpoint } = this.parts.position;
		return checkpoint !== undefined && leavesTopOut(checkpoint);
	}

	stateOfNextPage(nowMs: number): View['nextPage'] {
		const { position, outbox } = this.parts;
		if (this.nextPage) return this.nextPage.asked && !outbox.hasBacklog ? 'arrived' : 'underWay';
		const isHeldUp = isWithin(EVERY_MS, this.heldUpAtMs, nowMs);
		return position.checkpoint?.unfinished[0] && !isHeldUp ? 'wanted' : 'none';
	}

	/** Something can't be read: it is looked for again within a minute. */
	noteFailed(): void {
		this.parts.share.readForItself();
		this.parts.rings.forget();
		if (this.nextPage) this.heldUpAtMs = Date.now();
		this.nextPage = undefined;
	}

	/** Reads what is new at the top of the list, or records the start. Throws if the newest submissions can't be read. */
	async readTop(timeLimits: TimeLimits = WATCHING): Promise<void> {
		const { position, rings, share } = this.parts;
		this.top.beganAtMs = Date.now();
		const session = await this.parts.open(timeLimits);
		const { connection, watched } = session;
		if (rings.pauseMs !== undefined) {
			await pause(connection.budget.ringSlotMs(Date.now()));
			this.top.beganAtMs = Date.now();
		}
		if (!position.checkpoint) return await this.start(session);
		const filter = await watchedFilter(session);
		if (this.parts.isClosed) return;
		// The name of a form that was entered may be another form's by now.
		share.join(session, filter.formId);
		const before = position.checkpoint;
		const { beganAtMs } = this.top;
		const untilMs = Date.now() + TOP_WITHIN_MS;
		const task = { connection, filter, untilMs, most: this.most, toFound: toHandOver(session) };
		const reading = await readPages(task, planTop(before, watched.latenessMs));
		this.addNew(session, this.apply(session, before, reading));
		rings.noteLooked(beganAtMs);
		this.top.ownEveryMs = share.noteTopRead();
		if (share.relies) rings.forget(beganAtMs);
	}

	private get most(): number {
		return MOST_FOUND[this.settings.runFor];
	}

	private async start(session: Session): Promise<void> {
		const { position } = this.parts;
		const { start } = await beginningOf(session, position.stored, isPublication(this.context));
		if (this.parts.isClosed) return;
		position.checkpoint = start;
		position.write();
		// What Start From asks for begins to come at once.
		if (session.watched.startFromMs !== undefined) this.top.beganAtMs = -Infinity;
	}

	/** Asks for the next page of the highest unfinished walk, with what the rate limit leaves. */
	async askPage(): Promise<void> {
		const page: NextPage = { cursor: this.parts.position.checkpoint?.unfinished[0]?.cursor };
		this.nextPage = page;
		const session = await this.parts.open({ ...WATCHING, priority: 'walk' });
		const filter = await watchedFilter(session);
		page.session = session;
		page.asked = await askPage({ connection: session.connection, filter }, page.cursor);
	}

	/** Reads that page. */
	async readPage(): Promise<void> {
		const { cursor, session, asked } = this.nextPage ?? {};
		const { checkpoint } = this.parts.position;
		const [walk] = checkpoint?.unfinished ?? [];
		// Meanwhile, the top may have left another walk, which is higher.
		if (!checkpoint || !session || !asked || walk?.cursor !== cursor) {
			this.nextPage = undefined;
			return;
		}
		const { connection } = session;
		const filter = await watchedFilter(session);
		const limits = { untilMs: Infinity, most: Infinity };
		const task = { connection, filter, ...limits, toFound: toHandOver(session), asked };
		const { heldUp, ...reading } = await readPages(task, planRest(checkpoint));
		this.nextPage = undefined;
		this.parts.outbox.addBacklog(this.apply(session, checkpoint, reading));
		if (heldUp === undefined) return;
		this.heldUpAtMs = Date.now();
		this.parts.show(heldUpError(this.context.getNode(), heldUp), situationIn(heldUp));
	}

	/** Takes what the shared reading offers. */
	async takeOffered(): Promise<void> {
		const { position, share } = this.parts;
		const session = await this.parts.open(WATCHING);
		if (!position.checkpoint || share.reading?.key !== listKeyOf(session)) {
			return share.readForItself();
		}
		const offered = share.take(position.checkpoint, this.most);
		const made = await toHandOver(session)(offered);
		const before = position.checkpoint;
		const found = made.filter(({ one }) => !before.known.has(one.key));
		const known = new Map(before.known);
		for (const { key, atMs } of offered) known.set(key, atMs);
		const taken = { checkpoint: { ...before, known }, found };
		this.addNew(session, this.apply(session, before, taken));
	}

	private addNew({ connection }: Session, found: ToHandOver[]): void {
		this.parts.outbox.addNew(found, connection.budget.serviceNowMs(Date.now()));
	}

	/** Takes over what a reading came to; returns what is new of it: what is offered may have been taken meanwhile. */
	private apply(
		{ connection }: Session,
		before: Checkpoint,
		{ checkpoint, found }: Pick<Read<ToHandOver>, 'checkpoint' | 'found'>,
	): ToHandOver[] {
		const { position, rings } = this.parts;
		const now = [...(position.checkpoint?.known ?? [])];
		const taken = new Map(now.filter(([key]) => !before.known.has(key)));
		position.checkpoint = { ...checkpoint, known: new Map([...checkpoint.known, ...taken]) };
		const fresh = found.filter(({ one }) => !taken.has(one.key));
		const submissions = fresh.map(({ one }) => one);
		for (const { submission } of submissions) rings.noteFound(submission.id);
		const nowMs = Date.now();
		const aheadMs = nowMs - connection.budget.serviceNowMs(nowMs);
		if (this.stoppedDeliveries.noteFound(submissions, nowMs, aheadMs)) {
			this.parts.show(connection.errorFor('destinationGone'), 'destinationGone');
		}
		return fresh;
	}
}
