import type { ITriggerFunctions } from 'n8n-workflow';

import { WATCHING, type TimeLimits } from '../../api/timeLimits';
import { situationIn } from '../../errors/nodeErrors';
import { heldUpError } from '../../errors/triggerErrors';
import { isWithin, pause } from '../../general/time';
import { readState } from '../../state/nodeStates';
import {
	endOfTop,
	takeNew,
	withoutOld,
	type Checkpoint,
	type KeyedSubmission,
	type Walk,
} from '../../watching/checkpoint';
import {
	areWalksFirst,
	endTop,
	goOn,
	type Arrival,
	type Failure,
} from '../../watching/readingRules';
import { askPage, readTop } from '../../watching/readPages';
import { startingPoint, watchedFilter, type Session } from '../../watching/session';
import { toHandOver, type ToHandOver } from '../../watching/toHandOver';
import { StoppedDeliveries } from '../destination/stoppedDeliveries';
import type { ListenerFunctions } from './listenerFunctions';
import { EVERY_MS, everyMsAfter, passedMs, type View } from './nextStep';
import type { Outbox } from './outbox';
import type { Rings } from './rings';
import { listKeyOf, type Share } from './sharedReading';
import type { Position } from './storedPosition';

/** How long a reading of the top goes on to further pages (milliseconds): once something rings, that comes first. */
const TOP_WITHIN_MS = { rung: 2_000, quiet: 40_000 };

/** The next page of the highest unfinished walk, which nothing waits for; once it has arrived, how many it has that are new. */
type NextPage = {
	walk: Walk;
	arrived?: { session: Session; answer: Arrival | Failure; count: number };
};

/** What readings read into. */
type Parts = { position: Position; outbox: Outbox; rings: Rings; share: Share };

/** Reads a trigger's list, takes what a shared reading offers, and puts what is new into the outbox. */
export class Reader {
	readonly stoppedDeliveries = new StoppedDeliveries();

	/** When the last reading of the top began (Unix milliseconds), and how soon the trigger, if alone, reads again. */
	readonly top = { beganAtMs: -Infinity, everyMs: EVERY_MS };

	private nextPage?: NextPage;

	/** Since when unfinished walks wait for a minute, since a page can't be read (Unix milliseconds). */
	private heldUpAtMs = -Infinity;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parts: Parts,
		private readonly listener: ListenerFunctions,
	) {}

	get areWalksFirst(): boolean {
		const { checkpoint } = this.parts.position;
		return checkpoint !== undefined && areWalksFirst(checkpoint);
	}

	stateOfNextPage(nowMs: number): View['nextPage'] {
		const { position, outbox } = this.parts;
		if (this.nextPage) {
			const { arrived } = this.nextPage;
			return arrived && outbox.takesBacklog(arrived.count) ? 'arrived' : 'underWay';
		}
		const isHeldUp = isWithin(EVERY_MS, this.heldUpAtMs, nowMs);
		return position.checkpoint?.unfinished[0] && !isHeldUp ? 'wanted' : 'none';
	}

	/** Something can't be read: it is looked for again within a minute. */
	markFailed(): void {
		this.parts.share.readForItself();
		this.parts.rings.forget();
		if (this.nextPage) this.heldUpAtMs = Date.now();
		this.nextPage = undefined;
	}

	/** Records the start, and joins the reading of its key; throws if the newest submissions can't be read. */
	async start(timeLimits: TimeLimits): Promise<void> {
		const { position } = this.parts;
		const session = await this.listener.open(timeLimits);
		const start = await startingPoint(session, readState(this.context, 'list'));
		if (this.listener.isClosed()) return;
		position.moveTo(start);
		position.write();
		await this.join(session);
	}

	/** Has the reading of its key read what the trigger hasn't, so that a start costs what came. */
	async join(session?: Session): Promise<void> {
		const { position, share } = this.parts;
		const opened = session ?? (await this.listener.open(WATCHING));
		const { formId } = await watchedFilter(opened);
		if (position.checkpoint) share.join(opened, formId, endOfTop(position.checkpoint));
	}

	/** Reads what is new at the top of the list. Throws if the newest submissions can't be read. */
	async readTop(timeLimits: TimeLimits = WATCHING): Promise<void> {
		const { position, rings, share } = this.parts;
		this.top.beganAtMs = Date.now();
		const session = await this.listener.open(timeLimits);
		const { connection, watched } = session;
		if (rings.pauseMs !== undefined) {
			await pause(connection.budget.ringTurnMs(Date.now()));
			this.top.beganAtMs = Date.now();
		}
		if (!position.checkpoint) return await this.start(timeLimits);
		const filter = await watchedFilter(session);
		if (this.listener.isClosed()) return;
		// The name of a form that was entered may be another form's by now.
		share.join(session, filter.formId);
		const { beganAtMs } = this.top;
		const mayGoOn = () => {
			const nowMs = Date.now();
			const withinMs = TOP_WITHIN_MS[rings.pauseMs === undefined ? 'quiet' : 'rung'];
			const leavesOthers = !share.hasOthers || connection.budget.isAmple(nowMs);
			return leavesOthers && isWithin(withinMs, beganAtMs, nowMs);
		};
		const { checkpoint } = position;
		const before = () => position.checkpoint ?? checkpoint;
		const top = await readTop({ connection, filter }, before, mayGoOn);
		const end = (now: Checkpoint) => endTop(now, top, watched.latenessMs);
		await this.takeIn(session, top.fresh, this.asNew(session), end);
		this.top.everyMs = everyMsAfter(passedMs(beganAtMs, Date.now()));
		rings.markLooked(beganAtMs);
		share.markTopRead();
		if (share.relies) rings.forget(beganAtMs);
		this.listener.markRead(top.met);
	}

	/** Asks for the next page of the highest unfinished walk, with what the rate limit leaves. */
	async askPage(): Promise<void> {
		const { checkpoint } = this.parts.position;
		const walk = checkpoint?.unfinished[0];
		if (!checkpoint || !walk) return;
		const page: NextPage = { walk };
		this.nextPage = page;
		const session = await this.listener.open({ ...WATCHING, priority: 'walk' });
		const filter = await watchedFilter(session);
		const answer = await askPage({ connection: session.connection, filter }, walk);
		const count = goOn(checkpoint, answer).fresh.length;
		page.arrived = { session, answer, count };
	}

	/** Reads that page. */
	async readPage(): Promise<void> {
		const { walk, arrived } = this.nextPage ?? {};
		const { checkpoint } = this.parts.position;
		if (!checkpoint || !arrived || !isHighest(checkpoint, walk)) {
			this.nextPage = undefined;
			return;
		}
		const { session, answer } = arrived;
		const { fresh, heldUp } = goOn(checkpoint, answer);
		const add = (found: ToHandOver[]) => this.parts.outbox.addBacklog(found);
		const move = (now: Checkpoint) => (isHighest(now, walk) ? goOn(now, answer).checkpoint : now);
		await this.takeIn(session, fresh, add, move);
		// Only now is the next one another page.
		this.nextPage = undefined;
		if (heldUp === undefined) return;
		this.heldUpAtMs = Date.now();
		this.listener.show(heldUpError(this.context.getNode(), heldUp), situationIn(heldUp));
	}

	/** Takes what the shared reading offers. */
	async takeOffered(): Promise<void> {
		const { position, share } = this.parts;
		// Before anything waits: it needn't read its own top.
		if (share.isServed) this.top.beganAtMs = Date.now();
		const session = await this.listener.open(WATCHING);
		if (!position.checkpoint || share.reading?.key !== listKeyOf(session)) {
			return share.readForItself();
		}
		const { fresh, met } = share.take(position.checkpoint);
		await this.takeIn(session, fresh, this.asNew(session));
		if (met) this.listener.markRead(met);
	}

	private asNew({ connection }: Session): (found: ToHandOver[]) => void {
		return (found) => this.parts.outbox.addNew(found, connection.budget.serviceNowMs(Date.now()));
	}

	/** Takes over what a reading came to: how far it has come, and what is new of it. */
	private async takeIn(
		session: Session,
		fresh: KeyedSubmission[],
		add: (found: ToHandOver[]) => void,
		move = (now: Checkpoint) => now,
	): Promise<void> {
		const { position, rings } = this.parts;
		const { connection } = session;
		const made = await toHandOver(session)(fresh);
		if (this.listener.isClosed() || !position.checkpoint) return;
		// One step: other readings move the position, too, and a hand-over stores at any time what it is.
		const after = move(position.checkpoint);
		const found = takeNew(after, made);
		add(found);
		position.moveTo(withoutOld(after));
		const taken = found.map(({ one }) => one);
		for (const { submission } of taken) rings.markFound(submission.id);
		const nowMs = Date.now();
		const aheadMs = nowMs - connection.budget.serviceNowMs(nowMs);
		if (this.stoppedDeliveries.markFound(taken, nowMs, aheadMs)) {
			this.listener.show(connection.errorFor('destinationGone'), 'destinationGone');
		}
	}
}

/** Whether a walk is still the highest: meanwhile, the top may have left another one. */
function isHighest({ unfinished: [highest] }: Checkpoint, walk: Walk | undefined): boolean {
	return highest?.cursor === walk?.cursor;
}
