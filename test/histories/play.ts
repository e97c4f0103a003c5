import {
	createEmulator,
	type Emulator,
	type EmulatorOptions,
	type SubmissionStatus,
} from '../emulator';
import { DefaultN8n } from './world/defaultN8n';
import { DurableN8n } from './world/durableN8n';
import { ScheduledN8n } from './world/scheduledN8n';
import { Machine } from './world/machine';
import type { N8n } from './world/n8n';
import { Network } from './world/network';
import { KEY, surroundings } from './world/pollFunctions';
import type { Submitted } from './world/ledger';
import { Watcher, type PollRecord, type WatcherOptions } from './world/watcher';

/** How n8n runs polls. */
type Mode = 'default' | 'legacy' | 'scheduled' | 'durable';

export type PlayOptions = {
	mode?: Mode;
	service?: EmulatorOptions;
	/** How far the clock of n8n's machine is ahead of the service's. */
	leadSeconds?: number;
	main?: Partial<WatcherOptions>;
	timezone?: string;
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

	private nextPollMs: number;

	constructor(options: PlayOptions = {}) {
		const { mode = 'default', service, leadSeconds = 0, main, timezone = 'UTC' } = options;
		this.machine = new Machine(leadSeconds * 1_000);
		this.service = createEmulator({
			keepRequests: false,
			...service,
			now: () => this.nowMs + this.serviceAheadMs,
		});
		this.service.addKey({ key: KEY });
		for (const id of ['frm_a', 'frm_b']) this.service.addForm({ id });
		this.network = new Network(this.machine, this.service);
		if (mode === 'durable') this.n8n = new DurableN8n(this.machine, this.network);
		else if (mode === 'scheduled') this.n8n = new ScheduledN8n(this.machine, this.network);
		else
			this.n8n = Object.assign(new DefaultN8n(this.machine, this.network), {
				isLegacy: mode === 'legacy',
			});
		this.n8n.settings = { ...this.n8n.settings, timezone };
		const { logger } = surroundings;
		jest.spyOn(logger, 'warn').mockImplementation((line) => void this.warnings.push(line));
		this.main = this.watcher({ id: 'main', name: 'Main', formId: 'frm_a', ...main });
		this.nextPollMs = this.nowMs;
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
			if (watcher.listens && watcher.wanted.formId === formId) {
				this.n8n.ringAt(watcher, atMs, id);
			}
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

	/** Waits until polls are due, and begins one of each trigger. */
	async begin({ afterMinutes = 1, siblingInSeconds = 0 } = {}): Promise<void> {
		this.nextPollMs = Math.max(this.nextPollMs + afterMinutes * 60_000, this.nowMs);
		await this.n8n.passUntil(this.nextPollMs);
		this.useKey(this.keyUse);
		const { main, sibling } = this;
		this.n8n.begin(0, async () => await this.n8n.tick(main));
		if (sibling) this.n8n.begin(siblingInSeconds, async () => await this.n8n.tick(sibling));
	}

	/** The same, and waits until they have ended. Returns the IDs that the main trigger's poll returned. */
	async poll(due?: { afterMinutes?: number }): Promise<string[]> {
		await this.begin(due);
		await this.n8n.settle();
		return this.main.returned.map(({ json }) => String(json.id));
	}

	/** Polls once a minute; returns the IDs that the main trigger's polls returned. */
	async pollFor(minutes: number): Promise<string[]> {
		const ids: string[] = [];
		for (let minute = 0; minute < minutes; minute++) ids.push(...(await this.poll()));
		return ids;
	}

	/** The main trigger's last poll. */
	get lastPoll(): PollRecord | undefined {
		return this.main.polls.at(-1);
	}

	/** Once all has become visible, polls until what is due must have come. */
	async drain({ polls = 20, afterMinutes = 1 } = {}): Promise<void> {
		let lastMs = 0;
		for (const { visibleMs } of this.submissions.values()) lastMs = Math.max(lastMs, visibleMs);
		// Nobody waits for days: n8n is stopped meanwhile.
		const restMs = lastMs - this.nowMs - MOST_WAITED_MS;
		if (restMs > 0) await this.n8n.restart(restMs / 1_000);
		while (this.nowMs < lastMs) await this.poll({ afterMinutes });
		for (let done = 0; done < polls; done++) await this.poll({ afterMinutes });
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

/** How long n8n polls while the last submissions become visible (milliseconds). */
const MOST_WAITED_MS = 90 * 60_000;

const FORMS = { method: 'GET', url: '/v1/forms', headers: { 'x-api-key': KEY }, body: '' };

/** A number from 0 to `most` that looks random. */
export function scattered(index: number, most: number): number {
	return (index * 7_919) % (most + 1);
}
