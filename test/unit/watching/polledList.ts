import {
	KEY_LENGTH,
	startingFrom,
	type Checkpoint,
	type KeyedSubmission,
} from '../../../nodes/FormSubmissions/watching/checkpoint';
import {
	planReading,
	type Plan,
	type Answer,
	type Reading,
	type Wanted,
} from '../../../nodes/FormSubmissions/watching/readingRules';
import { fromStored, toStored } from '../../../nodes/FormSubmissions/watching/stored';

export const START = Date.UTC(2026, 0, 31, 12);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

export const PAGE = 40;

type Row = { id: string; createdMs: number; visibleMs: number; listed: KeyedSubmission };

/** What a poll meets. */
export type Conditions = {
	/** What is read; by default, all of it. */
	plan?: (before: Checkpoint, latenessMs?: number) => Plan;
	/** The most pages that it has time for. */
	pages?: number;
	/** Cursors that were issued in earlier polls are refused, or lead to an empty last page. */
	staleCursors?: 'refused' | 'emptyEnd';
	/** The so manieth of its requests leads to an empty last page. */
	emptyAt?: number;
	/** How long its first request takes (milliseconds). */
	takesMs?: number;
	/** n8n discards what it returns, or reads the checkpoint anew from its database. */
	after?: 'kept' | 'discarded' | 'restarted';
};

/** The time of an answer. */
export const at = (nowMs: number) => ({ serviceNowMs: nowMs, machineNowMs: nowMs });

const EMPTY_END: Answer = { kind: 'emptyEnd', reason: 'emptyEnd' };

function throughDatabase(checkpoint: Checkpoint): Checkpoint {
	const stored: unknown = JSON.parse(JSON.stringify(toStored(checkpoint)));
	return fromStored(stored) ?? checkpoint;
}

/** A list in memory, and the polls of it without n8n, clock, or network. */
export class PolledList {
	/** In order of time, oldest first. */
	readonly rows: Row[] = [];

	/** How often each submission was returned. */
	readonly times = new Map<string, number>();

	nowMs = START;

	pageSize = PAGE;

	/** By default, ten minutes. */
	latenessMs?: number;

	/** The last submissions have a cursor, too, which leads to an empty page. */
	endsEmpty = false;

	private polls = 0;

	/** No page with one of these can be read. */
	readonly unreadable = new Set<string>();

	/** These have no time. Each comes first on its page. */
	readonly undated = new Set<string>();

	/** By default, a trigger that is to return everything. */
	checkpoint: Checkpoint = startingFrom('target', START - 24 * 60 * MINUTE);

	/** A submission is created; returns its ID. Later ones must not be older. */
	add(createdMs: number, lateMs = 0): string {
		const number = String(this.rows.length);
		const id = `sub_${number}`;
		const listed = { submission: { id }, atMs: createdMs, key: number.padStart(KEY_LENGTH) };
		this.rows.push({ id, createdMs, visibleMs: createdMs + lateMs, listed });
		return id;
	}

	/** The time that the list says of a submission is off by so much: of the last one, or of one counted from the end. */
	misplace(offMs: number, index = -1): void {
		const row = this.rows.at(index);
		if (row) row.listed.atMs += offMs;
	}

	/** Submissions are created, evenly over a time that ends now; returns their IDs. */
	arrive(count: number, overMs = MINUTE, lateMs = 0): string[] {
		this.nowMs += overMs;
		return Array.from({ length: count }, (_, index) =>
			this.add(this.nowMs - Math.floor((overMs * (count - 1 - index)) / count), lateMs),
		);
	}

	/** One poll: what it read, and how many pages it asked for. */
	poll({
		pages = Infinity,
		staleCursors,
		emptyAt,
		takesMs = 0,
		after = 'kept',
		plan = planReading,
	}: Conditions = {}): Reading & { asked: number; ids: string[] } {
		const steps = plan(this.checkpoint, this.latenessMs);
		this.nowMs += takesMs;
		this.polls++;
		let asked = 0;
		let step = steps.next();
		const ids: string[] = [];
		const note = () => ids.push(...step.value.fresh.map(({ submission }) => submission.id));
		note();
		while (!step.done) {
			const { cursor } = step.value;
			const isStale = staleCursors && cursor && !cursor.startsWith(`${this.polls} `);
			let answer: Answer = { kind: 'over' };
			if (asked < pages) {
				asked++;
				if (asked === emptyAt) answer = EMPTY_END;
				else
					answer = isStale ? { kind: staleCursors, reason: staleCursors } : this.answer(step.value);
			}
			step = steps.next(answer);
			note();
		}
		const { checkpoint } = step.value;
		if (after !== 'discarded') {
			for (const id of ids) this.times.set(id, (this.times.get(id) ?? 0) + 1);
			this.checkpoint = after === 'restarted' ? throughDatabase(checkpoint) : checkpoint;
		}
		return { ...step.value, asked, ids };
	}

	/** A cursor is the number of the poll that got it, and the index of the last row of that page. */
	private answer({ cursor, beforeMs }: Wanted): Answer {
		const page: Row[] = [];
		let index = cursor === undefined ? this.rows.length : Number(cursor.split(' ')[1]);
		let row: Row | undefined;
		while (page.length < this.pageSize && (row = this.rows[--index])) {
			if (row.visibleMs <= this.nowMs) page.push(row);
		}
		if (page.some(({ id }) => this.unreadable.has(id))) return { kind: 'failed', reason: 'failed' };
		if (cursor !== undefined && page.length === 0) return EMPTY_END;
		const atMs = Math.min(beforeMs, this.nowMs);
		const submissions = page.map(({ id, listed }) =>
			this.undated.has(id) ? { ...listed, atMs } : listed,
		);
		const nextCursor = index > 0 || this.endsEmpty ? `${this.polls} ${index}` : null;
		return { page: { submissions, nextCursor }, ...at(this.nowMs) };
	}
}

/** A list of which the trigger has returned everything; its last submission is a second old. */
export function returned(count: number, everyMs = SECOND): PolledList {
	const list = new PolledList();
	for (let n = count; n > 0; n--) list.add(START - n * everyMs);
	list.poll();
	return list;
}

/** Which submissions did not come exactly once. */
export function notOnce(list: PolledList): string[] {
	return list.rows.filter(({ id }) => list.times.get(id) !== 1).map(({ id }) => id);
}
