import type { ITriggerFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { WATCHING, type Occasion } from '../../api/occasion';
import { OLDEST_FOR_READING_MS, recentCredential } from '../../api/recentCredential';
import { situationIn } from '../../errors/nodeErrors';
import { isWithin, pause } from '../../general/time';
import { nodeKeyOf } from '../../general/node';
import { hasRun } from '../../state/whatRan';
import { MAX_KNOWN, withKnown, type Checkpoint } from '../../watching/checkpoint';
import { heldUpError, toHandOver, type ToHandOver } from '../../watching/outcome';
import { askPage, readPages, type Asked, type Read } from '../../watching/readPages';
import { leavesTopOut, planRest, planTop } from '../../watching/readingRules';
import {
	beginningOf,
	isPublication,
	openSession,
	watchedFilter,
	type Session,
} from '../../watching/session';
import type { TriggerSettings } from '../parameters';
import { EVERY_MS, type View } from './nextStep';
import type { Outbox } from './outbox';
import type { Position } from './position';
import type { Rings } from './rings';
import { listKeyOf, type Share } from './sharedReading';
import { Silence } from './silence';

/** How long a reading of the top goes on to further pages (milliseconds): then new ones come first. */
const TOP_WITHIN_MS = 2_000;

/** How many submissions a reading of the top finds at most. */
const MOST_FOUND = { each: 100, together: 1_000 };

/** What a trigger that listens is set to. */
export type Listening = Pick<TriggerSettings, 'watched' | 'runFor' | 'isComplete'>;

/** The next page of the highest unfinished walk, which nothing waits for. */
type NextPage = { cursor?: string; session?: Session; asked?: Asked };

/** What the readings of one trigger work with. */
type Parts = {
	position: Position;
	outbox: Outbox;
	rings: Rings;
	share: Share;
	isClosed(): boolean;
	show(error: NodeApiError | NodeOperationError, cause: string): void;
};

/** Reads a trigger's list, takes what a shared reading offers, and puts what is new into the outbox. */
export class Reader {
	readonly silence = new Silence();

	/** When the last reading of the top began (Unix milliseconds), and how long after it an own one is due at most. */
	topAtMs = -Infinity;

	ownEveryMs = 0;

	/** Of the service, when the credential was read last. */
	baseUrl = '';

	/** Whether the top was read since it began. */
	hasReadTop = false;

	private nextPage?: NextPage;

	/** Since when unfinished walks wait for a minute, since a page can't be read (Unix milliseconds). */
	private heldUpAtMs = -Infinity;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly settings: Listening,
		private readonly parts: Parts,
	) {}

	async open(occasion: Occasion): Promise<Session> {
		const read = async () => await recentCredential(this.context, OLDEST_FOR_READING_MS);
		const session = await openSession(this.context, this.settings.watched, occasion, read);
		this.baseUrl = session.connection.baseUrl;
		return session;
	}

	/** Whether unfinished walks come first (R5). */
	get areWalksFirst(): boolean {
		const { checkpoint } = this.parts.position;
		return checkpoint !== undefined && leavesTopOut(checkpoint);
	}

	/** Whether all that is in the list was found. */
	get hasReadAll(): boolean {
		return this.hasReadTop && this.parts.position.checkpoint?.unfinished.length === 0;
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
		this.nextPage = undefined;
		this.heldUpAtMs = Date.now();
	}

	/** Reads what is new at the top of the list, or records the start. Throws if the newest submissions can't be read. */
	async readTop(occasion: Occasion = WATCHING): Promise<void> {
		const { position, rings, share } = this.parts;
		this.topAtMs = Date.now();
		const session = await this.open(occasion);
		const { connection, watched } = session;
		if (rings.pauseMs !== undefined) {
			await pause(connection.budget.ringSlotMs(Date.now()));
			this.topAtMs = Date.now();
		}
		if (!position.checkpoint) return await this.start(session);
		const filter = await watchedFilter(session);
		if (this.parts.isClosed()) return;
		// A form entered by name is another one's list, if its name is given to that.
		if (filter.formId !== undefined) share.join(session, filter.formId);
		const before = this.withWaiting(position.checkpoint);
		const beganAtMs = this.topAtMs;
		const untilMs = Date.now() + TOP_WITHIN_MS;
		const task = { connection, filter, untilMs, most: this.most, toFound: toHandOver(session) };
		const reading = await readPages(task, planTop(before, watched.latenessMs));
		this.parts.outbox.addFresh(this.apply(session, before, reading));
		rings.noteLooked(beganAtMs);
		this.hasReadTop = true;
		this.ownEveryMs = share.noteTopRead();
		if (share.relies) rings.forget(beganAtMs);
	}

	private get most(): number {
		return MOST_FOUND[this.settings.runFor];
	}

	private async start(session: Session): Promise<void> {
		const { position } = this.parts;
		const { start } = await beginningOf(session, position.stored, isPublication(this.context));
		if (this.parts.isClosed()) return;
		position.checkpoint = start;
		position.write();
		// What Start From asks for begins to come at once.
		if (session.watched.startFromMs !== undefined) this.topAtMs = -Infinity;
	}

	/** Asks for the next page of the highest unfinished walk, with what the rate limit leaves. */
	async askPage(): Promise<void> {
		const page: NextPage = { cursor: this.parts.position.checkpoint?.unfinished[0]?.cursor };
		this.nextPage = page;
		const session = await this.open({ ...WATCHING, priority: 'walk' });
		const filter = await watchedFilter(session);
		page.session = session;
		page.asked = await askPage({ connection: session.connection, filter }, page.cursor);
	}

	/** Reads that page. */
	async readPage(): Promise<void> {
		const { cursor, session, asked } = this.nextPage ?? {};
		this.nextPage = undefined;
		const { checkpoint } = this.parts.position;
		const [walk] = checkpoint?.unfinished ?? [];
		// Meanwhile, the top may have left another walk, which is higher.
		if (!checkpoint || !session || !asked || walk?.cursor !== cursor) return;
		const before = this.withWaiting(checkpoint);
		const { connection } = session;
		const filter = await watchedFilter(session);
		const limits = { untilMs: Infinity, most: Infinity };
		const task = { connection, filter, ...limits, toFound: toHandOver(session), asked };
		const { heldUp, ...reading } = await readPages(task, planRest(before));
		if (walk) this.parts.outbox.addBacklog(this.apply(session, before, reading), walk);
		if (heldUp === undefined) return;
		this.heldUpAtMs = Date.now();
		this.parts.show(heldUpError(this.context.getNode(), heldUp), situationIn(heldUp));
	}

	/** Takes what the shared reading offers. */
	async takeOffered(): Promise<void> {
		const { position, share } = this.parts;
		const session = await this.open(WATCHING);
		if (!position.checkpoint || share.reading?.key !== listKeyOf(session)) {
			return share.readForItself();
		}
		const offered = share.take(position.checkpoint, this.most);
		const made = await toHandOver(session)(offered);
		const before = position.checkpoint;
		const found = made.filter(({ one }) => !before.known.has(one.key));
		const checkpoint = withKnown(before, offered);
		this.parts.outbox.addFresh(this.apply(session, before, { checkpoint, found }));
		// Only an own reading can make room for it.
		if (checkpoint.known.size > MAX_KNOWN) share.readForItself();
	}

	/** What waits for its run is known; what is around it stays known, too. */
	private withWaiting(checkpoint: Checkpoint): Checkpoint {
		return { ...checkpoint, waiting: this.parts.outbox.unread.waiting };
	}

	/** Takes over what a reading came to; returns what is new of it: what is offered may have been taken meanwhile. */
	private apply(
		{ connection }: Session,
		before: Checkpoint,
		{ checkpoint, found }: Pick<Read<ToHandOver>, 'checkpoint' | 'found'>,
	): ToHandOver[] {
		const { position, rings, show } = this.parts;
		const known = [...(position.checkpoint?.known ?? [])];
		const taken = new Map(known.filter(([key]) => !before.known.has(key)));
		position.checkpoint = withKnown(
			checkpoint,
			[...taken].map(([key, atMs]) => ({ key, atMs })),
		);
		const fresh = found.filter(({ one }) => !taken.has(one.key));
		const submissions = fresh.map(({ one }) => one);
		for (const { submission } of submissions) rings.noteFound(submission.id);
		const nowMs = Date.now();
		const aheadMs = nowMs - connection.budget.serviceNowMs(nowMs);
		if (this.silence.noteFound(submissions, nowMs, aheadMs)) {
			show(connection.errorFor('destinationGone'), 'destinationGone');
		}
		if (this.settings.isComplete) return fresh;
		// Deliveries run the workflow while this reads what is left.
		const key = nodeKeyOf(this.context);
		return fresh.filter(({ one }) => !hasRun(key, this.baseUrl, one.submission.id));
	}
}
