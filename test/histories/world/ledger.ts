import { isWanted, type Submissions, type Submitted, type Wanted } from './submitted';

/** How long after its creation a submission may become visible and must still be returned. */
export const LATEST_MS = 10 * 60_000;

type Span = { fromMs: number; toMs: number };

/** Records what one polling trigger returned, and knows what it promised. */
export class Ledger {
	private readonly wrong: string[] = [];

	/** The first poll that succeeded, and when what existed then had been recorded. */
	private start?: Span & { recordedMs?: number };

	private latest?: Span;

	/** Whether a cursor failed before what existed at the first poll had been recorded. */
	private isStartDisturbed = false;

	/** Whether n8n has stored what the first poll found. */
	private isStartKept = false;

	private readonly times = new Map<string, number>();

	private readonly returnedAtMs = new Map<string, number>();

	private readonly excused = new Set<string>();

	constructor(
		private readonly submissions: Submissions,
		private readonly wanted: Wanted,
		private readonly startFromMs = Infinity,
	) {}

	/**
	 * A poll succeeded. The first one sets the starting point: it reads a page of what exists, and the
	 * next ones record the rest.
	 */
	notePoll(span: Span): void {
		this.start ??= span;
		this.latest = span;
	}

	/** A request with a cursor had no usable response. */
	noteCursorFailure(): void {
		this.isStartDisturbed ||= this.start?.recordedMs === undefined;
	}

	/** n8n stored the state. */
	noteStored(): void {
		this.isStartKept = this.start !== undefined;
	}

	/** What was not stored is gone: the next poll is a first poll again. */
	noteLost(): void {
		if (!this.isStartKept) this.start = undefined;
	}

	/** n8n itself repeats or loses these if killed between storing the state and the execution. */
	excuse(ids: string[]): void {
		for (const id of ids) this.excused.add(id);
	}

	/** n8n may lose what the poll that it runs itself returns, so that must be nothing. */
	noteOwnPoll(count: number): void {
		this.wrong.push(`${count} were returned by the poll that n8n runs itself`);
	}

	noteHandedOver(ids: string[], nowMs: number): void {
		// Until something is returned, n8n may not have stored that everything was recorded.
		if (this.start && this.latest) this.start.recordedMs ??= this.latest.toMs;
		for (const id of ids) {
			if (!this.returnedAtMs.has(id)) this.returnedAtMs.set(id, nowMs);
			this.times.set(id, this.timesOf(id) + 1);
			const one = this.submissions.get(id);
			if (!one || !isWanted(one, this.wanted)) this.wrong.push(`${id} was not requested`);
			else if (this.isOld(one))
				this.wrong.push(`${id} was there at the first poll, but was returned`);
		}
	}

	/** How often it was returned. */
	timesOf(id: string): number {
		return this.times.get(id) ?? 0;
	}

	/** When it was returned for the first time. */
	returnedMs(id: string): number | undefined {
		return this.returnedAtMs.get(id);
	}

	/** Describes where the promise is broken; everything visible must have been returned by now. */
	problems(nowMs: number): string[] {
		const promised = [...this.submissions.values()].filter(({ id }) => !this.excused.has(id));
		const missing = promised.filter((one) => this.isPromised(one, nowMs) && !this.timesOf(one.id));
		const repeated = promised.filter(({ id }) => this.timesOf(id) > 1);
		return [
			...this.wrong,
			...missing.map(({ id }) => `${id} never came`),
			...repeated.map(({ id }) => `${id} came ${this.timesOf(id)} times`),
		];
	}

	/** Whether it must be returned by now: promised, and not excused. */
	isHeldTo(one: Submitted, nowMs: number): boolean {
		return this.isPromised(one, nowMs) && !this.excused.has(one.id);
	}

	private isOld({ visibleMs, createdMs, isDated }: Submitted): boolean {
		if (!this.start) return false;
		// Whether a submission without a date was created after Start From is unknown.
		if (!isDated && Number.isFinite(this.startFromMs)) return false;
		// Above a place that has to be found again, it can't be told from what came in since.
		if (!isDated && this.isStartDisturbed) return false;
		// Below the first page, what is dated ahead can't be told from what comes in later; the service's
		// clock is known to a second.
		if (createdMs > this.start.fromMs - 1_000) return false;
		return visibleMs <= this.start.fromMs && createdMs < this.startFromMs;
	}

	private isPromised(one: Submitted, nowMs: number): boolean {
		const { visibleMs, createdMs, isDated } = one;
		if (!this.start || !isWanted(one, this.wanted) || visibleMs > nowMs) return false;
		// When it was created is unknown.
		if (!isDated) return false;
		if (visibleMs <= this.start.fromMs) return createdMs >= this.startFromMs;
		if (visibleMs <= this.start.toMs) return false;
		// What becomes visible late while the start is recorded can't be told from what was there.
		const { toMs, recordedMs = Infinity } = this.start;
		if (createdMs <= toMs && visibleMs <= recordedMs) return false;
		return visibleMs - createdMs <= LATEST_MS;
	}
}
