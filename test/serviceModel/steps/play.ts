import { Service } from '../model/service';
import { DefaultN8n } from '../world/defaultN8n';
import { DurableN8n } from '../world/durableN8n';
import { Machine } from '../world/machine';
import type { Due, N8n } from '../world/n8n';
import { Network } from '../world/network';
import { Watcher, type WatcherOptions } from '../world/watcher';
import type { Arrival } from './arrivals';

const HOUR_MS = 3_600_000;

export type PlayOptions = {
	mode?: 'default' | 'durable';
	service?: Service;
	leadHours?: number;
	main?: Partial<WatcherOptions>;
};

/** A service, an n8n instance, and what can be done with both. Every example and history is played on it. */
export class Play {
	readonly machine: Machine;

	readonly service: Service;

	readonly network: Network;

	readonly n8n: N8n;

	readonly main: Watcher;

	sibling?: Watcher;

	private nextPollMs: number;

	private submitted = 0;

	constructor(options: PlayOptions = {}) {
		const { mode = 'default', service = new Service(), leadHours = 0, main } = options;
		this.machine = new Machine(leadHours * HOUR_MS);
		this.service = service;
		this.network = new Network(this.machine.time, service);
		const N8nOfMode = mode === 'durable' ? DurableN8n : DefaultN8n;
		this.n8n = new N8nOfMode(this.machine, this.network);
		this.main = new Watcher({ id: 'main', name: 'Main', formId: 'frm_a', ...main }, service);
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
		const { count = 1, everyMs = 0, inSeconds = 0, lateSeconds = 0, createdAt, ...rest } = arrival;
		const { disorderMs = 0 } = rest;
		const ids: string[] = [];
		for (let index = 0; index < count; index++) {
			const bornMs = this.nowMs + Math.round(inSeconds * 1000) + index * everyMs;
			const listedMs = lateSeconds < 0 ? bornMs - lateSeconds * 1000 : bornMs;
			// Scattered evenly, but the same in every run of a history.
			const offMs = disorderMs === 0 ? 0 : (index * 7_919) % (2 * disorderMs + 1);
			const createdMs = listedMs + offMs - disorderMs;
			const visibleMs = lateSeconds < 0 ? bornMs : bornMs + Math.round(lateSeconds * 1000);
			const id = `sub_${++this.submitted}`;
			const iso = new Date(createdMs).toISOString();
			this.service.submissions.add({
				id,
				formId: rest.formId ?? 'frm_a',
				status: rest.status ?? 'new',
				isTest: rest.isTest ?? false,
				listedMs,
				createdMs,
				createdAt: { readable: iso, missing: undefined, unreadable: 'soon' }[
					createdAt ?? 'readable'
				],
				visibleMs,
				// Not ordered by ID: among equal createdAt, a later one may be anywhere.
				tie: (this.submitted * 7_919) % 10_007,
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
		const due: Due[] = [{ watcher: this.main, inSeconds: 0 }];
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
		this.sibling = new Watcher({ id, name, formId: 'frm_b' }, this.service);
		return this.sibling;
	}

	/** Describes where the promise is broken. */
	problems(): string[] {
		const all = this.service.submissions.all();
		return this.n8n.watchers.flatMap(({ id, ledger }) =>
			ledger.problems(all, this.nowMs).map((text) => `${id}: ${text}`),
		);
	}

	setClock(leadHours: number): void {
		this.machine.setLead(leadHours * HOUR_MS);
	}

	stop(): void {
		this.machine.stop();
	}
}
