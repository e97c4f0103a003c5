import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { DefaultN8n } from '../world/defaultN8n';
import { DurableN8n } from '../world/durableN8n';
import { Machine } from '../world/machine';
import type { Due, N8n } from '../world/n8n';
import { Network } from '../world/network';
import { KEY } from '../world/pollFunctions';
import type { Submitted } from '../world/submitted';
import { Watcher, type WatcherOptions } from '../world/watcher';
import type { Arrival } from './arrivals';

const HOUR_MS = 3_600_000;

export type PlayOptions = {
	mode?: 'default' | 'durable';
	service?: EmulatorOptions;
	leadHours?: number;
	main?: Partial<WatcherOptions>;
};

/** A service, an n8n instance, and what can be done with both. Every example and history is played on it. */
export class Play {
	readonly machine: Machine;

	readonly service: Emulator;

	/** All that have arrived or will, by ID. */
	readonly submissions = new Map<string, Submitted>();

	/** Those whose pages couldn't be read for some time. */
	readonly brokenIds = new Set<string>();

	readonly network: Network;

	readonly n8n: N8n;

	readonly main: Watcher;

	sibling?: Watcher;

	/** More triggers, which poll at the same moments as the main one. */
	readonly others: Watcher[] = [];

	private nextPollMs: number;

	constructor(options: PlayOptions = {}) {
		const { mode = 'default', service = {}, leadHours = 0, main } = options;
		this.machine = new Machine(leadHours * HOUR_MS);
		const now = () => this.nowMs;
		this.service = createEmulator({
			keepRequests: false,
			resetFormat: 'secondsFromNow',
			...service,
			now,
		});
		this.service.addKey({ key: KEY });
		for (const id of ['frm_a', 'frm_b']) this.service.addForm({ id });
		this.network = new Network(this.machine.time, this.service);
		const N8nOfMode = mode === 'durable' ? DurableN8n : DefaultN8n;
		this.n8n = new N8nOfMode(this.machine, this.network);
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
		return this.machine.time.nowMs;
	}

	/** Submissions arrive; returns their IDs. */
	submit(arrival: Partial<Arrival> = {}): string[] {
		const { count = 1, everyMs = 0, inSeconds = 0, lateSeconds = 0, ...rest } = arrival;
		const { disorderMs = 0, createdAt = 'readable' } = rest;
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const bornMs = this.nowMs + Math.round(inSeconds * 1000) + index * everyMs;
			const listedMs = lateSeconds < 0 ? bornMs - lateSeconds * 1000 : bornMs;
			// Scattered evenly, but the same in every run of a history.
			const offMs = disorderMs === 0 ? 0 : (index * 7_919) % (2 * disorderMs + 1);
			const createdMs = listedMs + offMs - disorderMs;
			const visibleMs = lateSeconds < 0 ? bornMs : bornMs + Math.round(lateSeconds * 1000);
			const { formId = 'frm_a', status = 'new', isTest = false } = rest;
			const number = this.submissions.size + 1;
			const id = `sub_${number}`;
			const isDated = createdAt === 'readable';
			const times = { listedMs, createdMs, visibleMs };
			this.submissions.set(id, { id, formId, status, isTest, isDated, ...times });
			this.service.addSubmission({
				id,
				formId,
				status,
				data: { name: 'Ada', ...(isTest ? { _test: true } : {}) },
				createdAt: createdMs,
				listedAt: listedMs,
				visibleAt: visibleMs,
				// Not ordered by ID: among equal createdAt, a later one may be anywhere.
				sequence: (number * 7_919) % 1_000_003,
				...(isDated ? {} : { sent: { createdAt: createdAt === 'missing' ? undefined : 'soon' } }),
			});
			ids.push(id);
		}
		return ids;
	}

	/** Publishes nodes, for the first time or again. */
	async publish(...watchers: Watcher[]): Promise<void> {
		for (const one of watchers) if (!this.n8n.watchers.includes(one)) this.n8n.watchers.push(one);
		await this.n8n.untilKilled(this.n8n.publish(watchers, 'activate'));
	}

	/** Waits for the next minute and polls every node. */
	async poll({
		afterMinutes = 1,
		siblingInSeconds = 0,
		againInSeconds = 0,
		publishInSeconds = 0,
	} = {}): Promise<void> {
		const due: Due[] = [this.main, ...this.others].map((watcher) => ({ watcher, inSeconds: 0 }));
		if (this.sibling) due.push({ watcher: this.sibling, inSeconds: siblingInSeconds });
		if (againInSeconds > 0 && this.n8n.isPublished(this.main))
			due.push({ watcher: this.main, inSeconds: againInSeconds });
		if (publishInSeconds > 0 && this.n8n.isPublished(this.main))
			due.push({ watcher: this.main, inSeconds: publishInSeconds, publishes: true });
		this.nextPollMs = Math.max(this.nextPollMs + afterMinutes * 60_000, this.nowMs);
		await this.machine.time.pass(this.nextPollMs - this.nowMs);
		await this.n8n.tick(due);
	}

	async pollTimes(times: number): Promise<void> {
		for (let done = 0; done < times; done++) await this.poll();
	}

	addSibling(id = 'sibling'): Watcher {
		const name = this.sibling?.name ?? 'Sibling';
		const old = this.sibling;
		if (old) this.n8n.watchers.splice(this.n8n.watchers.indexOf(old), 1);
		this.sibling = this.watcher({ id, name, formId: 'frm_b' });
		return this.sibling;
	}

	addOther(id: string): Watcher {
		const other = this.watcher({ id, name: id, formId: 'frm_a' });
		this.others.push(other);
		return other;
	}

	/** The most polls that one of these submissions waited although each could have returned it. */
	longestWait(ids: readonly string[], watcher = this.main): number {
		const visible = ids.filter((id) => (this.submissions.get(id)?.visibleMs ?? 0) <= this.nowMs);
		return Math.max(0, ...visible.map((id) => watcher.pollsWaited(id, this.nowMs)));
	}

	/** Describes where the promise is broken. */
	problems(): string[] {
		return this.n8n.watchers.flatMap(({ id, ledger }) =>
			ledger.problems(this.nowMs).map((text) => `${id}: ${text}`),
		);
	}

	setClock(leadHours: number): void {
		this.machine.setLead(leadHours * HOUR_MS);
	}

	stop(): void {
		this.machine.stop();
	}

	private watcher(options: WatcherOptions): Watcher {
		return new Watcher(options, this.submissions);
	}
}
