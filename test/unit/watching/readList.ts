import {
	startingFrom,
	takeNew,
	withoutOld,
	type Checkpoint,
	type KeyedSubmission,
} from '../../../nodes/FormSubmissions/watching/checkpoint';
import { KEY_LENGTH } from '../../../nodes/FormSubmissions/watching/known';
import {
	areWalksFirst,
	beginTop,
	endTop,
	goOn,
	readTopPage,
	type Arrival,
	type Failure,
} from '../../../nodes/FormSubmissions/watching/readingRules';
import { fromText, toText } from '../../../nodes/FormSubmissions/watching/stored';

export const START = Date.UTC(2026, 0, 31, 12);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

export const PAGE = 40;

type Row = { id: string; createdMs: number; visibleMs: number; listed: KeyedSubmission };

/** What a reading meets. */
export type Conditions = {
	/** What is read of the list: its top, the unfinished walks, or by default, all. */
	only?: 'top' | 'rest';
	/** How many pages of the unfinished walks are read after each page of the top. */
	beside?: number;
	/** The most pages that it asks for. */
	pages?: number;
	/** Cursors that were issued in earlier readings are refused, or lead to an empty last page. */
	staleCursors?: 'refused' | 'emptyEnd';
	/** The so manieth of its requests leads to an empty last page. */
	emptyAt?: number;
	/** How long its first request takes, and each further one (milliseconds). */
	takesMs?: number;
	pageMs?: number;
	/** n8n is killed before it has stored anything, or reads the checkpoint anew from its database. */
	after?: 'kept' | 'killed' | 'restarted';
};

/** What a reading came to: the IDs that are new, how many pages it asked for, and what held it up. */
export type Outcome = { ids: string[]; asked: number; heldUp?: unknown };

/** The time of an answer. */
export const at = (nowMs: number) => ({ serviceNowMs: nowMs, machineNowMs: nowMs });

const emptyEnd = (machineNowMs: number): Failure => ({
	kind: 'emptyEnd',
	reason: 'emptyEnd',
	machineNowMs,
});

function throughDatabase(checkpoint: Checkpoint): Checkpoint {
	return fromText(toText(checkpoint)) ?? checkpoint;
}

/** A list in memory, and the readings of it without n8n, clock, or network. */
export class ReadList {
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

	private readings = 0;

	private before?: Checkpoint;

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

	/** Reads the top, and then the unfinished walks. */
	read({
		only,
		beside = 0,
		pages = Infinity,
		takesMs = 0,
		pageMs = 0,
		after = 'kept',
		...met
	}: Conditions = {}): Outcome {
		this.before = throughDatabase(this.checkpoint);
		this.nowMs += takesMs;
		this.readings++;
		const outcome: Outcome = { ids: [], asked: 0 };
		const ask = (cursor: string | undefined, beforeMs = Infinity) => {
			if (outcome.asked++ > 0) this.nowMs += pageMs;
			return this.answer(cursor, beforeMs, outcome.asked, met);
		};
		const take = (checkpoint: Checkpoint, fresh: KeyedSubmission[]) => {
			const found = takeNew(
				checkpoint,
				fresh.map((one) => ({ one })),
			);
			this.checkpoint = withoutOld(checkpoint);
			outcome.ids.push(...found.map(({ one }) => one.submission.id));
		};
		const readWalks = (count: number) => {
			for (let n = 0; n < count && outcome.asked < pages && outcome.heldUp === undefined; n++) {
				const [walk] = this.checkpoint.unfinished;
				if (!walk) return;
				const { cursor, placeMs } = walk;
				const read = goOn(this.checkpoint, ask(cursor, cursor === undefined ? Infinity : placeMs));
				take(read.checkpoint, read.fresh);
				outcome.heldUp = read.heldUp;
			}
		};
		if (only !== 'rest' && !areWalksFirst(this.checkpoint)) {
			let top = beginTop();
			while (!top.ending && outcome.asked < pages) {
				const answer = ask(top.walk.cursor, top.walk.lastTimesMs.at(-1));
				if (!('page' in answer)) break;
				top = readTopPage(this.checkpoint, top, answer);
				readWalks(beside);
			}
			if (top.firstPage) take(endTop(this.checkpoint, top, this.latenessMs), top.fresh);
		}
		if (only !== 'top') readWalks(Infinity);
		this.end(outcome.ids, after);
		return outcome;
	}

	private end(ids: string[], after: Conditions['after']): void {
		if (after === 'killed') this.checkpoint = this.before ?? this.checkpoint;
		else for (const id of ids) this.times.set(id, (this.times.get(id) ?? 0) + 1);
		if (after === 'restarted') this.checkpoint = throughDatabase(this.checkpoint);
	}

	/** A cursor is the number of the reading that got it, and the index of the last row of that page. */
	private answer(
		cursor: string | undefined,
		beforeMs: number,
		number: number,
		{ staleCursors, emptyAt }: Conditions,
	): Arrival | Failure {
		if (number === emptyAt) return emptyEnd(this.nowMs);
		if (staleCursors && cursor && !cursor.startsWith(`${this.readings} `)) {
			return staleCursors === 'emptyEnd'
				? emptyEnd(this.nowMs)
				: { kind: 'lostCursor', reason: 'refused' };
		}
		const page: Row[] = [];
		let index = cursor === undefined ? this.rows.length : Number(cursor.split(' ')[1]);
		let row: Row | undefined;
		while (page.length < this.pageSize && (row = this.rows[--index])) {
			if (row.visibleMs <= this.nowMs) page.push(row);
		}
		if (page.some(({ id }) => this.unreadable.has(id))) return { kind: 'failed', reason: 'failed' };
		if (cursor !== undefined && page.length === 0) return emptyEnd(this.nowMs);
		const atMs = Math.min(beforeMs, this.nowMs);
		const submissions = page.map(({ id, listed }) =>
			this.undated.has(id) ? { ...listed, atMs } : listed,
		);
		const nextCursor = index > 0 || this.endsEmpty ? `${this.readings} ${index}` : null;
		return { page: { submissions, nextCursor }, ...at(this.nowMs) };
	}
}

/** A list of which the trigger has returned everything; its last submission is a second old. */
export function returned(count: number, everyMs = SECOND): ReadList {
	const list = new ReadList();
	for (let n = count; n > 0; n--) list.add(START - n * everyMs);
	list.read();
	return list;
}

/** Which submissions did not come exactly once. */
export function notOnce(list: ReadList): string[] {
	return list.rows.filter(({ id }) => list.times.get(id) !== 1).map(({ id }) => id);
}
