import {
	createEmulator,
	type Emulator,
	type EmulatorOptions,
	type SubmissionStatus,
} from '../emulator';
import type { Submitted } from './world/ledger';
import { Machine } from './world/machine';
import { N8n } from './world/n8n';
import { Network } from './world/network';
import { KEY, surroundings } from './world/triggerFunctions';
import { Watcher, type WatcherOptions } from './world/watcher';

export type PlayOptions = {
	/** How n8n publishes: a trigger, or all of them anew. */
	mode?: 'default' | 'legacy';
	service?: EmulatorOptions;
	/** How far the clock of n8n's machine is ahead of the service's. */
	leadSeconds?: number;
	main?: Partial<WatcherOptions>;
};

/** What a submission is like. */
export type Kind = {
	/** The time from creation until lists contain it. */
	lateSeconds?: number;
	/** How far `createdAt` is off the list's order (milliseconds). */
	offMs?: number;
	formId?: string;
	status?: SubmissionStatus;
	isTest?: boolean;
	data?: Record<string, unknown>;
	/** Whether it is delivered; if missing, two of three are. */
	isDelivered?: boolean;
};

/** Submissions that arrive one after the other. */
export type Arrival = Kind & {
	count?: number;
	/** The time from one to the next; 0 means all at the same instant. */
	everyMs?: number;
	/** From now to the first. */
	inSeconds?: number;
};

/** A service, an n8n instance, and what can be done with both. Every example and history is played on it. */
export class Play {
	readonly machine: Machine;

	readonly service: Emulator;

	/** All that have arrived or will, by ID. */
	readonly submissions = new Map<string, Submitted>();

	readonly network: Network;

	readonly n8n: N8n;

	main: Watcher;

	sibling?: Watcher;

	/** What n8n's log has as warnings. */
	readonly warnings: string[] = [];

	/** How many requests of each minute something else sends with the key. */
	keyUse = 0;

	/** How far the service's clock is ahead at present: that of its responses, and of what arrives. */
	serviceAheadMs = 0;

	private nextMinuteMs: number;

	constructor(options: PlayOptions = {}) {
		const { mode = 'default', service, leadSeconds = 0, main } = options;
		this.machine = new Machine(leadSeconds * 1_000);
		this.service = createEmulator({
			keepRequests: false,
			...service,
			now: () => this.nowMs + this.serviceAheadMs,
		});
		this.service.addKey({ key: KEY });
		for (const id of ['frm_a', 'frm_b']) this.service.addForm({ id });
		this.network = new Network(this.machine, this.service);
		this.n8n = new N8n(this.machine, this.network);
		this.n8n.isLegacy = mode === 'legacy';
		const { logger } = surroundings;
		jest.spyOn(logger, 'warn').mockImplementation((line) => void this.warnings.push(line));
		this.main = this.watcher({ id: 'main', name: 'Main', formId: 'frm_a', ...main });
		this.nextMinuteMs = this.nowMs;
	}

	/** A play whose trigger has just been published. */
	static async published(options?: PlayOptions): Promise<Play> {
		const play = new Play(options);
		await play.publish(play.main);
		return play;
	}

	get nowMs(): number {
		return this.machine.nowMs;
	}

	/** Submissions arrive; returns their IDs. */
	submit({ count = 1, everyMs = 0, inSeconds = 0, ...rest }: Arrival = {}): string[] {
		return Array.from({ length: count }, (_, index) =>
			this.add(inSeconds + (index * everyMs) / 1_000, rest),
		);
	}

	/** One submission arrives; returns its ID. */
	add(inSeconds: number, { lateSeconds = 0, offMs = 0, ...kind }: Kind): string {
		const number = this.submissions.size + 1;
		const { formId = 'frm_a', status = 'new', isTest = false, data = { name: 'Ada' } } = kind;
		const { isDelivered = number % 3 > 0 } = kind;
		const arrivesMs = this.nowMs + Math.round(inSeconds * 1_000);
		const listedMs = arrivesMs + this.serviceAheadMs;
		const createdMs = listedMs + offMs;
		const visibleMs = arrivesMs + Math.round(lateSeconds * 1_000);
		// As long as those of a service.
		const id = `sub_${String(number).padStart(20, '0')}`;
		this.submissions.set(id, { id, formId, status, isTest, listedMs, createdMs, visibleMs });
		this.service.addSubmission({
			id,
			formId,
			status,
			data: { ...data, ...(isTest ? { _test: true } : {}) },
			createdAt: createdMs,
			listedAt: listedMs,
			visibleAt: visibleMs,
			// Not ordered by ID: among equal times, a later one may be anywhere.
			sequence: scattered(number, 1_000_003),
		});
		if (inSeconds > 0 && isDelivered) this.deliver(id, formId, arrivesMs + DELIVERED_AFTER_MS);
		return id;
	}

	private deliver(id: string, formId: string, atMs: number): void {
		for (const watcher of this.n8n.watchers) {
			if (watcher.wanted.formId === formId) this.n8n.ringAt(watcher, atMs, id);
		}
	}

	/** Publishes nodes, for the first time or again. */
	async publish(...watchers: Watcher[]): Promise<void> {
		for (const one of watchers) if (!this.n8n.watchers.includes(one)) this.n8n.watchers.push(one);
		await this.n8n.untilOver(this.n8n.publish(watchers, 'activate'));
	}

	/** Parameters of the trigger are changed, and the workflow is published. */
	async set(changes: Partial<WatcherOptions>): Promise<void> {
		await this.n8n.close(this.main);
		this.n8n.watchers.splice(this.n8n.watchers.indexOf(this.main), 1);
		this.main = this.watcher({ ...this.main.options, ...changes });
		await this.publish(this.main);
	}

	/** Something else sends requests with the key. */
	useKey(requests: number): void {
		for (let used = 0; used < requests; used++) this.service.handle(FORMS);
	}

	async pass(ms: number): Promise<void> {
		await this.n8n.passUntil(this.nowMs + ms);
	}

	/** Waits for the next minute. What could not be published is published in each. */
	async minute(): Promise<void> {
		this.nextMinuteMs = Math.max(this.nextMinuteMs + 60_000, this.nowMs);
		await this.n8n.passUntil(this.nextMinuteMs);
		this.useKey(this.keyUse);
		for (const one of [this.main, this.sibling]) {
			if (one) this.n8n.begin(0, async () => await this.n8n.tryAgain(one));
		}
	}

	/** So many minutes pass. */
	async minutes(count: number): Promise<void> {
		for (let minute = 0; minute < count; minute++) await this.minute();
		await this.n8n.settle();
	}

	/** The IDs that the main trigger has run the workflow with since it was published. */
	get returned(): string[] {
		return this.main.returned.map(({ json }) => String(json.id));
	}

	/** Once all has become visible, lets minutes pass until what is due must have come. */
	async drain(minutes = 20): Promise<void> {
		let lastMs = 0;
		for (const { visibleMs } of this.submissions.values()) lastMs = Math.max(lastMs, visibleMs);
		// Nobody waits for days: n8n is stopped meanwhile.
		const restMs = lastMs - this.nowMs - MOST_WAITED_MS;
		if (restMs > 0) await this.n8n.restart(restMs / 1_000);
		while (this.nowMs < lastMs) await this.minute();
		await this.minutes(minutes);
	}

	/** Another trigger in the workflow. */
	addSibling(options?: Partial<WatcherOptions>): Watcher {
		this.sibling = this.watcher({ id: 'sibling', name: 'Sibling', formId: 'frm_b', ...options });
		return this.sibling;
	}

	/** How long one took from its delivery, in seconds. */
	secondsTaken(id: string, watcher = this.main): number {
		return 60 * this.minutesTaken(id, watcher) - DELIVERED_AFTER_MS / 1_000;
	}

	/** How long a submission took from when lists contained it until it was returned (minutes). */
	minutesTaken(id: string, { ledger } = this.main): number {
		const visibleMs = this.submissions.get(id)?.visibleMs ?? NaN;
		return ((ledger.returnedMs(id) ?? Infinity) - visibleMs) / 60_000;
	}

	/** Describes where the promise is broken; `mayMiss` says which late ones a trigger could not see. */
	problems(mayMiss?: (watcher: Watcher, late: Submitted) => boolean): string[] {
		return this.n8n.watchers.flatMap((watcher) =>
			watcher.ledger
				.problems(this.nowMs, mayMiss && ((late) => mayMiss(watcher, late)))
				.map((text) => `${watcher.id}: ${text}`),
		);
	}

	stop(): void {
		this.machine.stop();
	}

	private watcher(options: WatcherOptions): Watcher {
		return new Watcher(options, this.submissions);
	}
}

const DELIVERED_AFTER_MS = 500;

/** How long n8n runs while the last submissions become visible (milliseconds). */
const MOST_WAITED_MS = 90 * 60_000;

const FORMS = { method: 'GET', url: '/v1/forms', headers: { 'x-api-key': KEY }, body: '' };

/** A number from 0 to `most` that looks random. */
export function scattered(index: number, most: number): number {
	return (index * 7_919) % (most + 1);
}
