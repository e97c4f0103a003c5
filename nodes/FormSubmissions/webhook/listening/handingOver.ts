import {
	sleep,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
	type NodeOperationError,
} from 'n8n-workflow';

import { inputError } from '../../errors/nodeErrors';
import { lineOf } from '../../errors/redaction';
import { nodeKeyOf } from '../../general/node';
import { BoundedMap } from '../../general/processMemory';
import { isWithin, settledWithin } from '../../general/time';
import { readState, writeState } from '../../state/nodeStates';
import { isSaved, whenSettled } from '../../state/undecidedPoll';
import { forgetRun, noteRun } from '../../state/whatRan';
import {
	MAX_KNOWN,
	findAgain,
	withKnown,
	type Checkpoint,
	type TimedKey,
} from '../../watching/checkpoint';
import type { ToHandOver } from '../../watching/outcome';
import { readCheckpoint, toStored, withHanded } from '../../watching/stored';
import { refusalIn, roomForRun } from './runsInFlight';

/** The least time from one run to the next (milliseconds): begun at once, n8n stores them out of order. */
const APART_MS = 50;

/** How often it is looked whether n8n has saved the position, and for how long at most (milliseconds). */
const CHECK_MS = 10;
const SAVED_WITHIN_MS = 5_000;

/** If n8n hasn't refused a trial by then, others follow (milliseconds). */
const BEGUN_AFTER_MS = 10_000;

/** So long after the last run, n8n has saved its position (milliseconds). */
const QUIET_AFTER_MS = 10_000;

/** Some of those may be around one that n8n refuses, in the list. */
const MOST_HANDED_LATELY = 5_000;

/** The first pause after n8n refused a run, and the longest (milliseconds). */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** What n8n was handed in one run, and what was known before the reading that found it. */
type Handed = {
	submissions: HandedOne[];
	knownBefore: Map<string, number>;
	baseUrl: string;
	/** Whether it asks if n8n takes runs again: until n8n has, it doesn't count as handed over. */
	isTrial: boolean;
};

/** What n8n refused, and what it said. */
type Refused = { handed: Handed; said: string };

type HandedOne = TimedKey & { id: string };

type HandOverOptions = {
	/** How many submissions a run has at most. */
	size: number;
	/** Of the service. */
	baseUrl: string;
	/** Whether others follow so many. */
	mayGoOn: (count: number) => boolean;
};

/** What is stored of a reading's result: while it is handed over, and once it was. */
type Stored = { during: Checkpoint; after: Checkpoint };

/**
 * Hands over to n8n what a trigger's readings find, and keeps how far that has come: the checkpoint. n8n
 * saves it with each run. While what a reading found is handed over, what is stored is the checkpoint
 * before that reading and what was handed over since: whatever ends it, the rest is found again.
 */
export class HandingOver {
	checkpoint?: Checkpoint;

	private readonly nodeKey: string;

	/** Since that was looked at last. */
	private refused: Refused[] = [];

	/** The keys of what n8n refused and wasn't handed since: what was known before may have them. */
	private readonly newAgain = new Set<string>();

	/** What was handed over last, by key, with its time: once below the floor, the checkpoint leaves it out. */
	private readonly handedLately = new BoundedMap<string, number>(MOST_HANDED_LATELY);

	/** While n8n refuses runs: the pause before the next trial, and how many submissions it has. */
	private trial?: { pauseMs: number; size: number };

	/** Ends when the next run may begin. */
	private gap = Promise.resolve();

	private lastRun = Promise.resolve();

	/** When something was handed over last (Unix milliseconds). */
	private lastAtMs = -Infinity;

	/** Whether the last write was handed over with a run, with which n8n saves it. */
	private isBeingSaved = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly listener: { isOpen(): boolean; wakeUp(): void },
	) {
		this.nodeKey = nodeKeyOf(context);
	}

	/** Reads what is stored for the trigger's target, unless that was read before. */
	load(target: string): void {
		this.checkpoint ??= readCheckpoint(this.context.getNode(), this.stored, target);
	}

	get stored(): unknown {
		return readState(this.context, 'list')?.value;
	}

	/** Whether only an own reading can make room for what was handed over. */
	get isFull(): boolean {
		return (this.checkpoint?.known.size ?? 0) > MAX_KNOWN;
	}

	/** There is none yet. */
	async start(checkpoint: Checkpoint): Promise<void> {
		this.checkpoint = checkpoint;
		await this.write(checkpoint);
	}

	/** Whether n8n has refused something that nobody has taken back yet. */
	get wasRefused(): boolean {
		return this.refused.length > 0;
	}

	/** Whether nothing was handed over for some seconds, so that n8n has saved what was. */
	get isQuiet(): boolean {
		return !isWithin(QUIET_AFTER_MS, this.lastAtMs, Date.now());
	}

	/** How long to wait before anything is handed over again; 0 if n8n refused nothing lately (milliseconds). */
	get pauseMs(): number {
		return this.trial?.pauseMs ?? 0;
	}

	/** Waits until the last run has ended, or was refused, so long at most. */
	async lastRunWithin(withinMs: number): Promise<void> {
		await settledWithin(this.lastRun, withinMs);
	}

	/** What n8n has refused since this was asked last is new again; returns what n8n said. */
	async takeRefusal(): Promise<string | undefined> {
		const { refused } = this;
		const last = refused.at(-1);
		if (!last || !this.checkpoint) return undefined;
		this.refused = [];
		const isTooLarge = /string length/i.test(last.said);
		const size = isTooLarge ? Math.ceil(last.handed.submissions.length / 2) : 1;
		this.trial = { pauseMs: longer(this.pauseMs), size };
		const counted = refused.map(({ handed }) => handed).filter(({ isTrial }) => !isTrial);
		if (counted.length > 0) await this.forget(counted);
		return last.said;
	}

	private async forget(refused: Handed[]): Promise<void> {
		if (!this.checkpoint) return;
		const submissions = refused.flatMap((one) => one.submissions);
		for (const { key } of submissions) this.newAgain.add(key);
		const wereKnown = [...refused.flatMap((one) => [...one.knownBefore]), ...this.handedLately];
		const knownBefore = new Map(wereKnown.filter(([key]) => !this.newAgain.has(key)));
		this.checkpoint = findAgain(this.checkpoint, submissions, knownBefore);
		await this.write(this.checkpoint);
		for (const one of refused) {
			for (const { id } of one.submissions) forgetRun(this.nodeKey, one.baseUrl, id);
		}
	}

	/**
	 * Hands these over, oldest first. Returns those that it came to; if that aren't all, the rest is found again.
	 */
	async handOver(
		found: ToHandOver[],
		{ during, after }: Stored,
		{ size, baseUrl, mayGoOn }: HandOverOptions,
	): Promise<ToHandOver[]> {
		const stored = toStored(during);
		const handed = new Map<string, number>();
		const wasTrial = this.trial !== undefined;
		let left = found;
		while (left.some(({ item }) => item)) {
			const isTrial = this.trial !== undefined;
			const batch = firstOf(left, Math.min(this.trial?.size ?? size, size));
			const rest = left.slice(batch.length);
			const submissions = batch.map(({ one: { key, atMs, submission } }) => ({
				key,
				atMs,
				id: submission.id,
			}));
			const withBatch = new Map([...handed, ...timesOf(submissions)]);
			const isLast = !rest.some(({ item }) => item);
			// A trial counts as not handed over: n8n may be stopped before it can run.
			let value = withHanded(stored, isTrial ? handed : withBatch);
			if (isLast && !isTrial) value = toStored(after);
			const giveBackRoom = await this.roomForNext(() => mayGoOn(found.length - left.length));
			if (!giveBackRoom) break;
			const inRun: Handed = { submissions, knownBefore: during.known, baseUrl, isTrial };
			if (!(await this.begin(batch, value, giveBackRoom, inRun))) break;
			if (isTrial && !(await this.hasBegun(inRun))) break;
			for (const { key, atMs } of submissions) {
				handed.set(key, atMs);
				this.handedLately.set(key, atMs);
				this.newAgain.delete(key);
			}
			left = rest;
		}
		const isAll = !left.some(({ item }) => item) && !this.wasRefused;
		this.checkpoint = isAll ? after : withKnown(during, handed);
		if (wasTrial && handed.size > 0) await this.write(this.checkpoint);
		const cameTo = isAll ? found : found.slice(0, found.length - left.length);
		for (const { one } of cameTo) noteRun(this.nodeKey, baseUrl, one.submission.id);
		return cameTo;
	}

	/** Waits until n8n has saved the last run's position, and may begin another. */
	private async roomForNext(mayGoOn: () => boolean): Promise<(() => void) | undefined> {
		const isOver = () => !this.listener.isOpen() || !mayGoOn() || this.wasRefused;
		await this.gap;
		const isUnsaved = () => this.isBeingSaved && !isSaved(this.context);
		for (let waitedMs = 0; waitedMs < SAVED_WITHIN_MS && isUnsaved(); waitedMs += CHECK_MS) {
			await sleep(CHECK_MS);
		}
		return await roomForRun(isOver);
	}

	/** Returns false if the trigger was closed: there is no run. */
	private async begin(
		batch: ToHandOver[],
		value: IDataObject,
		giveBackRoom: () => void,
		handed: Handed,
	): Promise<boolean> {
		return await whenSettled(this.context, () => {
			if (!this.listener.isOpen()) {
				giveBackRoom();
				return false;
			}
			writeState(this.context, 'list', value);
			this.isBeingSaved = true;
			this.lastAtMs = Date.now();
			this.gap = sleep(APART_MS);
			const items = batch.flatMap(({ item }) => item ?? []);
			this.lastRun = this.emit(items, handed).finally(giveBackRoom);
			return true;
		});
	}

	private async emit(items: INodeExecutionData[], handed: Handed): Promise<void> {
		const done = this.context.helpers.createDeferredPromise<IRun>();
		try {
			this.context.emit([items], undefined, done);
		} catch (error) {
			const said = error instanceof Error ? error.message : String(error);
			return this.noteRefused({ handed, said });
		}
		try {
			await done.promise;
		} catch (error) {
			const said = refusalIn(error);
			if (said !== undefined) this.noteRefused({ handed, said });
		}
	}

	private noteRefused(refused: Refused): void {
		this.refused.push(refused);
		this.listener.wakeUp();
	}

	/** Whether n8n takes the run of a trial; then, others follow as usual. */
	private async hasBegun(handed: Handed): Promise<boolean> {
		await this.lastRunWithin(BEGUN_AFTER_MS);
		if (this.refused.some((one) => one.handed === handed)) return false;
		// It counts now, even if n8n refuses it later.
		handed.isTrial = false;
		this.trial = undefined;
		return true;
	}

	/** n8n saves it with the next run. */
	private async write(checkpoint: Checkpoint): Promise<void> {
		await whenSettled(this.context, () => {
			if (!this.listener.isOpen()) return;
			writeState(this.context, 'list', toStored(checkpoint));
			this.isBeingSaved = false;
		});
	}
}

/** What a person reads of it, who may have to mend something. */
export function refusedError(node: INode, said: string): NodeOperationError {
	return inputError(
		node,
		`n8n didn't begin the run of a new submission. It says: "${lineOf(said, 200)}"`,
		"Nothing is lost: the trigger hands it over again, at the latest ten minutes after n8n can run the workflow. Check that the credential of each node in the workflow exists, and is shared with the workflow's project, or ask the person who runs n8n to look at its log.",
	);
}

function longer(pauseMs: number): number {
	return Math.min(pauseMs === 0 ? FIRST_PAUSE_MS : 2 * pauseMs, LONGEST_PAUSE_MS);
}

/** The first ones, of which so many are for the workflow, with those between them that aren't. */
function firstOf(found: ToHandOver[], size: number): ToHandOver[] {
	let count = 0;
	const end = found.findIndex(({ item }) => item && ++count === size);
	return end === -1 ? found : found.slice(0, end + 1);
}

function timesOf(submissions: TimedKey[]): Array<[string, number]> {
	return submissions.map(({ key, atMs }) => [key, atMs]);
}
