import type { SubmissionStatus } from '../../emulator';

/** What a play knows about a submission that it has let arrive. Times are Unix milliseconds of the service. */
export type Submitted = {
	id: string;
	formId: string;
	status: SubmissionStatus;
	isTest: boolean;
	/** Its place in the list. */
	listedMs: number;
	/** Its `createdAt`: its place in the list, give or take. */
	createdMs: number;
	/** When lists begin to contain it. */
	visibleMs: number;
};

/** By ID. */
export type Submissions = ReadonlyMap<string, Submitted>;

/** What a trigger is asked to return. */
export type Wanted = {
	/** Undefined: every form. */
	formId?: string;
	statuses: readonly SubmissionStatus[];
	includeTest: boolean;
};

export function isWanted(one: Submitted, { formId, statuses, includeTest }: Wanted): boolean {
	if (formId !== undefined && one.formId !== formId) return false;
	return statuses.includes(one.status) && (includeTest || !one.isTest);
}

/** Whether lists contain it only after the time at which it stands in them. */
export function isLate({ visibleMs, listedMs }: Submitted): boolean {
	return visibleMs > listedMs;
}

/** From the request for the top of the list to its arrival. */
type Span = { fromMs: number; toMs: number };

/** Records what one trigger returned, and knows what it promised. */
export class Ledger {
	private readonly wrong: string[] = [];

	/** The first reading. */
	private start?: Span;

	/** Whether n8n has stored where that began. */
	private isStartKept = false;

	private readonly times = new Map<string, number>();

	private readonly returnedAtMs = new Map<string, number>();

	private readonly excused = new Set<string>();

	constructor(
		private readonly submissions: Submissions,
		private readonly wanted: Wanted,
		private readonly promised: { startFromMs?: number; latenessMs: number },
	) {}

	/** The list was read. The first time sets the starting point. */
	markRead(span: Span): void {
		this.start ??= span;
	}

	/** n8n stored the state. */
	markStored(): void {
		this.isStartKept = this.start !== undefined;
	}

	/** What was not stored is gone: the next reading is a first one again. */
	markLost(): void {
		if (!this.isStartKept) this.start = undefined;
	}

	/** n8n itself loses these if it ends between storing the state and the execution. */
	excuse(ids: string[]): void {
		for (const id of ids) this.excused.add(id);
	}

	markHandedOver(ids: string[], nowMs: number): void {
		for (const id of ids) {
			if (!this.returnedAtMs.has(id)) this.returnedAtMs.set(id, nowMs);
			this.times.set(id, this.timesOf(id) + 1);
			const one = this.submissions.get(id);
			if (!one || !isWanted(one, this.wanted)) this.wrong.push(`${id} was not requested`);
			else if (this.isOld(one)) this.wrong.push(`${id} was there at the start, but was returned`);
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

	/** Whether it must have been returned by now, unless it came too late to be seen. */
	isDue(one: Submitted, nowMs: number): boolean {
		const { id, visibleMs, listedMs, createdMs } = one;
		const { startFromMs, latenessMs } = this.promised;
		if (!isWanted(one, this.wanted) || visibleMs > nowMs) return false;
		if (this.excused.has(id) || visibleMs - listedMs > latenessMs) return false;
		// Start From counts even if the list was never read.
		if (startFromMs !== undefined) return createdMs >= startFromMs;
		return this.start !== undefined && createdMs > this.start.toMs;
	}

	/** What is in lists from the time at which it stands there on, must have been returned, and wasn't. */
	missingInTime(nowMs: number): Submitted[] {
		const all = [...this.submissions.values()];
		return all.filter((one) => !isLate(one) && !this.times.has(one.id) && this.isDue(one, nowMs));
	}

	/** Describes where the promise is broken; `mayMiss` says which late ones could not be seen. */
	problems(nowMs: number, mayMiss: (one: Submitted) => boolean = () => false): string[] {
		const all = [...this.submissions.values()];
		const missing = all.filter((one) => !this.times.has(one.id) && this.isDue(one, nowMs));
		const lost = missing.filter((one) => !isLate(one) || !mayMiss(one));
		const repeated = [...this.times].filter(([id, times]) => times > 1 && !this.excused.has(id));
		return [
			...this.wrong,
			...lost.map((one) => `${one.id} never came${isLate(one) ? ' (late)' : ''}`),
			...repeated.map(([id, times]) => `${id} came ${times} times`),
		];
	}

	private isOld({ visibleMs, createdMs }: Submitted): boolean {
		if (!this.start) return false;
		// The service says its time in whole seconds.
		if (createdMs > this.start.fromMs - 1_000) return false;
		return visibleMs <= this.start.fromMs && createdMs < (this.promised.startFromMs ?? Infinity);
	}
}
