import { advance } from '../../../nodes/FormSubmissions/polling/advance';
import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import {
	beginsAtNewest,
	startingNow,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/polling/checkpoint';
import { keyOfId } from '../../../nodes/FormSubmissions/polling/knownIds';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/polling/storedCheckpoint';
import {
	endAfter,
	freshWalk,
	settledUpTo,
	withoutCursor,
	type Seen,
	type Walk,
} from '../../../nodes/FormSubmissions/polling/walk';
import { QUESTION, T } from './builders';

type Arrived = TimedSubmission & { id: string; key: string; visibleFromMs: number };

/** How many pages a poll has time for, and how many submissions arrive while it waits for one. */
export type PollTime = { pages: number; arrivingEachPage?: number };

/**
 * A trigger that polls a list, without a network and without n8n: a page is a part of an array, a
 * cursor is the ID of the submission before the page. Each state is converted to JSON and back.
 */
export class LifeOfATrigger {
	nowMs = T;

	/** In order of arrival, including those not visible yet; `sub_0` is the first. */
	readonly list: Arrived[] = [];

	readonly returned = new Map<string, number>();

	checkpoint: Checkpoint = startingNow(QUESTION);

	/** The length of the stored state as JSON. */
	storedLength = 0;

	private refusedUpTo = -1;

	private cursors = 0;

	constructor(
		private readonly pageSize: number,
		private readonly mostLatePages = 3,
	) {}

	/** Receives a submission now, which becomes visible in the list after the delay. */
	arrive(count: number, stepMs = 0, lateMs = 0): void {
		for (let n = 0; n < count; n++) {
			if (n > 0) this.nowMs += stepMs;
			const id = `sub_${this.list.length}`;
			const visibleFromMs = this.nowMs + lateMs;
			const key = keyOfId(id);
			const atMs = this.nowMs;
			this.list.push({ submission: { id }, id, key, atMs, isDated: true, visibleFromMs });
		}
	}

	/** From now on, the service refuses the cursors that it has issued. */
	expireCursors(): void {
		this.refusedUpTo = this.cursors;
	}

	/** Polls until no walk is unfinished. */
	drain(time: PollTime): void {
		for (let polls = 0; this.checkpoint.walks.length > 0; polls++) {
			if (polls > 100) throw new Error('the walks never end');
			this.poll(time);
		}
	}

	poll({ pages, arrivingEachPage = 0 }: PollTime): string[] {
		const time = { pages, arrivingEachPage };
		const found: string[] = [];
		const walkOn = (walk: Walk, stored?: Walk) => {
			const seen = this.fetchWalk(walk, time);
			const { fresh, checkpoint } = advance(this.checkpoint, stored, seen, this.nowMs);
			found.push(...fresh.map(({ submission }) => submission.id));
			this.checkpoint = checkpoint;
		};
		if (beginsAtNewest(this.checkpoint)) walkOn(freshWalk('newest'));
		for (const walk of this.checkpoint.walks) {
			if (this.checkpoint.walks.includes(walk)) walkOn(walk, walk);
		}
		for (const id of found) this.returned.set(id, (this.returned.get(id) ?? 0) + 1);
		this.save();
		return found;
	}

	private save(): void {
		const json = JSON.stringify(toStored(this.checkpoint));
		const read = fromStored(JSON.parse(json));
		if (!read) throw new Error('the state cannot be read');
		this.checkpoint = read;
		this.storedLength = json.length;
	}

	private fetchWalk(walk: Walk, time: Required<PollTime>): Seen {
		const { floorMs, known } = this.checkpoint;
		const territory = walk.own ?? { floorMs, known };
		const seen: Seen = { walk, territory, rows: [], end: 'cut', serviceNowMs: this.nowMs };
		if (this.isRefused(walk.cursor)) {
			const anew = this.fetchPages({ ...seen, walk: withoutCursor(walk) }, time);
			return anew.rows.length > 0 || anew.end !== 'cut' ? anew : { ...seen, cursor: walk.cursor };
		}
		return this.fetchPages({ ...seen, cursor: walk.cursor }, time);
	}

	private fetchPages(seen: Seen, time: Required<PollTime>): Seen {
		const startedMs = this.nowMs;
		const mostPages = seen.walk.kind === 'late' ? this.mostLatePages : Infinity;
		for (let pages = 0; pages < mostPages && time.pages > 0; pages++, time.pages--) {
			const { page, next } = this.page(seen.cursor);
			if (pages === 0) begin(seen, settledUpTo(page, startedMs));
			seen.rows.push(...page);
			seen.serviceNowMs = this.nowMs;
			seen.cursor = next;
			const end = next === undefined ? 'list' : endAfter(seen, page, startedMs);
			this.arrive(time.arrivingEachPage, 1);
			if (end) return { ...seen, end };
		}
		return seen;
	}

	private page(cursor?: string): { page: Arrived[]; next?: string } {
		const [, afterId] = cursor?.split(' sub_') ?? [];
		const page: Arrived[] = [];
		for (let index = Number(afterId ?? this.list.length) - 1; index >= 0; index--) {
			const candidate = this.list[index];
			if (!candidate || candidate.visibleFromMs > this.nowMs) continue;
			const last = page.at(-1);
			if (last && page.length === this.pageSize) {
				return { page, next: `${++this.cursors} ${last.id}` };
			}
			page.push(candidate);
		}
		return { page };
	}

	private isRefused(cursor?: string): boolean {
		return cursor !== undefined && Number(cursor.split(' ')[0]) <= this.refusedUpTo;
	}
}

/** Does what a poll does with its first page. */
function begin(seen: Seen, settledMs: number | undefined): void {
	if (seen.walk.risesToMs !== undefined || settledMs === undefined) return;
	seen.walk = { ...seen.walk, risesToMs: settledMs };
	if (seen.walk.kind === 'start') seen.territory = { ...seen.territory, floorMs: settledMs };
}
