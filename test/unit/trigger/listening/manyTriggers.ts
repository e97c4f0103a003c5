import { Play, type Kind, type PlayOptions } from '../../../histories/play';
import { Watcher, type WatcherOptions } from '../../../histories/world/watcher';

const MINUTE_MS = 60_000;

/** The key's limit allows so many to begin in a minute. */
const PUBLISHED_A_MINUTE = 50;

/** Triggers of one process that share a key, each of which watches a form of its own. */
export class ManyTriggers {
	readonly play: Play;

	readonly watchers: Watcher[];

	constructor(count: number, options: Partial<WatcherOptions> = {}, play: PlayOptions = {}) {
		this.play = new Play(play);
		this.watchers = Array.from({ length: count }, (_, index) => {
			const formId = `frm_${index}`;
			this.play.service.addForm({ id: formId });
			const watched = { id: formId, name: formId, formId, ...options };
			return new Watcher(watched, this.play.submissions);
		});
	}

	/** Publishes all, and lets some time pass until they share a reading. */
	async published(settleMinutes = 3): Promise<this> {
		const { watchers } = this;
		for (let done = 0; done < watchers.length; done += PUBLISHED_A_MINUTE) {
			await this.play.publish(...watchers.slice(done, done + PUBLISHED_A_MINUTE));
			if (done + PUBLISHED_A_MINUTE < watchers.length) await this.pass(MINUTE_MS);
		}
		await this.pass(settleMinutes * MINUTE_MS);
		return this;
	}

	async pass(ms: number): Promise<void> {
		await this.play.pass(ms);
	}

	get requests(): number {
		return this.watchers.reduce((sum, { requests }) => sum + requests, 0);
	}

	/** How many requests a minute are made in this time. */
	async requestsAMinute(minutes: number, work?: () => Promise<unknown>): Promise<number> {
		const before = this.requests;
		if (work) await work();
		else await this.pass(minutes * MINUTE_MS);
		return (this.requests - before) / minutes;
	}

	/** So many a minute to each of the first triggers, at random times, each of which is delivered. */
	async deliver(
		perMinute: number,
		triggers: number,
		minutes: number,
		kind: Kind = {},
	): Promise<string[]> {
		const ids: string[] = [];
		for (let minute = 0; minute < minutes; minute++) {
			for (let index = 0; index < triggers; index++) {
				for (let count = 0; count < perMinute; count++) {
					const about = { isDelivered: true, ...kind, formId: `frm_${index}` };
					ids.push(this.play.add(0.001 + 59 * Math.random(), about));
				}
			}
			await this.pass(MINUTE_MS);
		}
		return ids;
	}

	/** From deliveries to runs: the median, the longest (seconds), and the shares within three and ten seconds. */
	figures(ids: string[]) {
		const seconds = ids.map((id) => {
			const formId = this.play.submissions.get(id)?.formId;
			return this.play.secondsTaken(
				id,
				this.watchers.find((one) => one.id === formId),
			);
		});
		seconds.sort((a, b) => a - b);
		const at = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? NaN;
		const within = (most: number) => seconds.filter((one) => one <= most).length / seconds.length;
		return { median: at(0.5), longest: at(1), within3: within(3), within10: within(10) };
	}
}
