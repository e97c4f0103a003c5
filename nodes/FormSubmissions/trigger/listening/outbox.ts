import type { INodeExecutionData } from 'n8n-workflow';

import { MOST_TEXT } from '../../general/runTextLimit';
import { leftMs } from '../../general/time';
import type { KeyedSubmission } from '../../watching/checkpoint';
import { oldestFirst, type ToHandOver } from '../../watching/toHandOver';

/*
 * What was found and waits for its run, in one place and one order, without n8n, clock, or network. Times are Unix
 * milliseconds by this machine's clock. The rules (O1 to O5): contributing/reading.md.
 */

/** How many submissions a run has at most, and how many wait before no more are read. */
const MOST = { each: { inRun: 1, waiting: 100 }, together: { inRun: 1_000, waiting: 1_000 } };

/** What was received so long before it was found is a backlog's (milliseconds): newer ones don't wait for it. */
const FRESH_MS = 60_000;

/** The first backoff after n8n refused a run, and the longest (milliseconds). */
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 10 * 60_000;

/** A submission that waits, with what the workflow gets of it. */
export type Waiting = { one: KeyedSubmission; item: INodeExecutionData; textLength: number };

/** What one run has, or had when n8n refused it. */
export type Run = {
	waiting: Waiting[];
	/** What it was handed over with before: n8n drops what it has stored with that key. */
	key?: string;
	/** When n8n refused it last, how long it then waits, and whether n8n has taken others since it refused it first. */
	refusal?: Backoff & { isOwn: boolean };
};

/** Since when, and for how long (milliseconds). */
type Backoff = { sinceMs: number; forMs: number };

const NO_BACKOFF: Backoff = { sinceMs: 0, forMs: 0 };

/** A page with so many new ones waits for no backlog. */
const FEW_FOUND = 10;

export class Outbox {
	/** Oldest first. */
	private fresh: Waiting[] = [];
	private backlog: Waiting[] = [];

	/** Of all that waits, in characters. */
	private textLength = 0;

	/** What may not have been stored when the process before ended. */
	private readonly again: Run[] = [];
	private readonly refused: Run[] = [];

	/** After n8n refused a run, until it takes one: how long nothing is handed over, and which it refused first. */
	private backoff?: Backoff & { first?: Waiting };

	/** The run that shows whether n8n takes runs again, while that isn't known. */
	private trial?: Run;
	private tookAtMs = -Infinity;

	/** When all that waited had been handed over last (Unix milliseconds): the pause between runs begins then. */
	ranAtMs = 0;

	constructor(private readonly runs: { for: keyof typeof MOST; pauseMs: number }) {}

	/** What is new at that time (by the service's clock), newest first: the oldest of it is a backlog. */
	addNew(found: ToHandOver[], serviceNowMs: number): void {
		const recent = found.filter(({ one }) => serviceNowMs - one.atMs < FRESH_MS);
		const fresh = new Set(recent.slice(0, MOST[this.runs.for].waiting));
		this.fresh = this.withFound(this.fresh, [...fresh]);
		this.addBacklog(found.filter((one) => !fresh.has(one)));
	}

	/** What the next page of an unfinished walk has. */
	addBacklog(found: ToHandOver[]): void {
		this.backlog = this.withFound(this.backlog, found);
	}

	/** What was handed over before, with its key. */
	addAgain(found: ToHandOver[], key: string): void {
		const waiting = found.flatMap(toWaiting);
		if (waiting.length > 0) this.again.push({ waiting, key });
	}

	/** Oldest first. */
	private withFound(waiting: Waiting[], found: ToHandOver[]): Waiting[] {
		const added = found.flatMap(toWaiting);
		this.textLength += textOf(added);
		return oldestFirst([...added, ...waiting.reverse()], timeOf);
	}

	/** Whether more may be read (O5). */
	get hasRoom(): boolean {
		const { waiting } = MOST[this.runs.for];
		// Otherwise, new ones don't wait for a backlog.
		const count = this.fresh.length + (this.runs.pauseMs > 0 ? this.backlog.length : 0);
		return count < waiting && this.refused.length < waiting && this.textLength < MOST_TEXT;
	}

	/** Whether what waits is never handed over with others. */
	get areRunsOfOne(): boolean {
		return MOST[this.runs.for].inRun === 1;
	}

	/** Whether n8n has refused a run, and taken none since. */
	get isTrying(): boolean {
		return this.backoff !== undefined;
	}

	/**
	 * Whether a page of an unfinished walk may be read that has so many new ones: between runs, they wait with the others,
	 * and a look for late ones finds few.
	 */
	takesBacklog(count: number): boolean {
		return this.backlog.length === 0 || this.runs.pauseMs > 0 || count <= FEW_FOUND;
	}

	/** How long until something may be handed over (milliseconds): Infinity if nothing is known to come. */
	untilNextMs(nowMs: number): number {
		if (this.trial) return Infinity;
		const backoffMs = leftMs(this.backoff ?? NO_BACKOFF, nowMs);
		if (this.again.length > 0) return backoffMs;
		const waits = this.refused.map(({ refusal }) => leftMs(refusal ?? NO_BACKOFF, nowMs));
		return Math.max(backoffMs, Math.min(this.untilDueMs(nowMs), ...waits));
	}

	/** The same for what n8n hasn't refused. What is full is due. */
	private untilDueMs(nowMs: number): number {
		const { pauseMs } = this.runs;
		if (this.fresh.length + this.backlog.length === 0) return Infinity;
		return this.hasRoom ? leftMs({ sinceMs: this.ranAtMs, forMs: pauseMs }, nowMs) : 0;
	}

	/** Takes what is to be handed over next (O1 to O4); undefined if nothing may be now. */
	take(nowMs: number, mostInRun = MOST[this.runs.for].inRun): Run | undefined {
		if (this.untilNextMs(nowMs) > 0) return undefined;
		const run = this.takeRun(nowMs, mostInRun);
		if (this.backoff) this.trial = run;
		return run;
	}

	private takeRun(nowMs: number, mostInRun: number): Run | undefined {
		if (this.again.length > 0) return this.again.shift();
		const isDue = this.untilDueMs(nowMs) === 0;
		const due = this.refused.findIndex(({ refusal }) => leftMs(refusal ?? NO_BACKOFF, nowMs) === 0);
		// While it isn't known whether n8n takes runs, one that it has refused may be the very reason.
		if (due >= 0 && !(this.backoff && isDue)) return this.took(this.refused.splice(due, 1)[0]);
		const next = [this.fresh, this.backlog].flatMap((part) => part.slice(0, mostInRun));
		const count = isDue ? countIn(next.slice(0, mostInRun)) : 0;
		const fresh = this.fresh.splice(0, count);
		const waiting = [...this.backlog.splice(0, count - fresh.length), ...fresh];
		if (this.fresh.length + this.backlog.length === 0) this.ranAtMs = nowMs;
		return this.took({ waiting: waiting.sort((a, b) => timeOf(a) - timeOf(b)) });
	}

	private took(run: Run | undefined): Run | undefined {
		this.textLength -= textOf(run?.waiting ?? []);
		return run;
	}

	/** n8n has taken a run, or hasn't refused it for so long that others follow. */
	markTaken(run: Run, nowMs: number): void {
		this.tookAtMs = nowMs;
		if (this.trial !== run) return;
		this.trial = undefined;
		this.backoff = undefined;
	}

	/** n8n has refused a run: it waits again, for a backoff of its own, and all others for one (O3, O4). */
	markRefused(run: Run, nowMs: number): void {
		const { waiting, refusal: before } = run;
		// If n8n takes others, the reason is the run itself.
		const isOwn = before !== undefined && (before.isOwn || this.tookAtMs > before.sinceMs);
		const isTrial = this.trial === run;
		if (isTrial) this.trial = undefined;
		if (isTrial || !this.backoff) {
			const [first] = waiting;
			const { forMs, first: firstBefore = first } = this.backoff ?? {};
			// The same one again says nothing about others.
			const isOther = !isOwn && !waiting.some((one) => one === firstBefore);
			const backoffMs = isOther || !forMs ? longer(forMs) : forMs;
			this.backoff = { sinceMs: nowMs, forMs: backoffMs, first: firstBefore };
		}
		const refusal = { sinceMs: nowMs, forMs: longer(before?.forMs), isOwn };
		const isWhole = !before || waiting.length === 1;
		const parts = isWhole ? [run] : splitRun(waiting, isOwn).map((part) => ({ waiting: part }));
		this.refused.push(...parts.map((part) => ({ ...part, refusal })));
		this.textLength += textOf(waiting);
		this.refused.sort((a, b) => firstMs(a) - firstMs(b));
	}

	/** What waits, but for what is stored with its key: stored, it waits in the next process, too (K3). */
	get waiting(): Waiting[] {
		return [...this.fresh, ...this.backlog, ...this.refused.flatMap(({ waiting }) => waiting)];
	}
}

function toWaiting({ one, item }: ToHandOver): Waiting[] {
	return item ? [{ one, item, textLength: JSON.stringify(item.json).length }] : [];
}

function timeOf({ one }: Waiting): number {
	return one.atMs;
}

function firstMs({ waiting: [first] }: Run): number {
	return first ? timeOf(first) : 0;
}

/** How many of the first ones a run has: as many as its text allows, and one at least. */
function countIn(waiting: Waiting[]): number {
	let text = 0;
	const end = waiting.findIndex(({ textLength }) => (text += textLength) > MOST_TEXT);
	return end === -1 ? waiting.length : Math.max(1, end);
}

function textOf(waiting: Waiting[]): number {
	return waiting.reduce((sum, { textLength }) => sum + textLength, 0);
}

/** One at a time, if n8n takes others; else the first one shows whether n8n takes runs again. */
function splitRun(waiting: Waiting[], areSingle: boolean): Waiting[][] {
	if (areSingle) return waiting.map((one) => [one]);
	return [waiting.slice(0, 1), waiting.slice(1)];
}

function longer(backoffMs = 0): number {
	return Math.min(backoffMs === 0 ? FIRST_BACKOFF_MS : 2 * backoffMs, LONGEST_BACKOFF_MS);
}
