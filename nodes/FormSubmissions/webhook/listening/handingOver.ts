import { ExecutionCancelledError, sleep, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { nodeKeyOf } from '../../general/node';
import { settledWithin } from '../../general/time';
import { isSaved, whenSettled } from '../../state/nodeStates';
import { placeForRun } from '../../state/placesForRuns';
import { noteHandedOver, noteRefused } from '../../state/whatRan';
import type { Outbox, Run } from './outbox';
import type { Position } from './position';

/** The least time from one run to the next (milliseconds): begun at once, n8n stores them out of order. */
const APART_MS = 50;

/** How often it is looked whether n8n has saved the position, and for how long at most (milliseconds). */
const LOOKS_EVERY_MS = 10;
const SAVED_WITHIN_MS = 5_000;

/**
 * A run counts this long at most (milliseconds): then it is waiting for something, and n8n, which hasn't refused
 * it, has taken it.
 */
const COUNTS_MS = 10_000;

/** How n8n refuses a run that it stores all the same, with its key. */
const REFUSED_AND_STORED = /No active execution found/;

/** Who listens, as far as handing over needs it. */
type Listener = {
	isOpen(): boolean;
	/** Something may follow, or n8n has refused a run. */
	noteEnded(refusal?: string): void;
};

/**
 * Hands over to n8n what waits in the outbox, each run with a key: what n8n has stored with that key, it drops. So
 * what may not have been stored is handed over again, and nobody has to know.
 */
export class HandingOver {
	/** Whether n8n stored what it refused last: until it takes a run, what is stored has keys that no run had. */
	private wasStored = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly outbox: Outbox,
		private readonly position: Position,
		private readonly listener: Listener,
	) {}

	/** Whether n8n keeps each run, and so its key: only the workflow's own settings tell. */
	get areRunsKept(): boolean {
		const { saveDataSuccessExecution: success, saveDataErrorExecution: failure } =
			this.context.getWorkflowSettings();
		return this.takesKeys && success === 'all' && failure !== 'none';
	}

	/** n8n before 2.20 and its engine 2.0 know no keys. */
	private get takesKeys(): boolean {
		return this.context.emit.length > 3 && !this.isEngine2;
	}

	get isEngine2(): boolean {
		return this.context.getWorkflowSettings().engineType === 'v2';
	}

	/** Hands over one run, once there is a place for it and n8n has saved the last one's position. */
	async next(): Promise<void> {
		for (let waitedMs = 0; waitedMs < SAVED_WITHIN_MS; waitedMs += LOOKS_EVERY_MS) {
			if (isSaved(this.context)) break;
			await sleep(LOOKS_EVERY_MS);
		}
		const giveBack = await placeForRun(nodeKeyOf(this.context));
		// Taking, writing, and handing over are one step: what is written is what was taken.
		const run = await whenSettled(this.context, () => this.handOver(giveBack));
		if (!run) giveBack();
		else await sleep(APART_MS);
	}

	private handOver(giveBack: () => void): Run | undefined {
		const { outbox, position } = this;
		if (!this.listener.isOpen()) return undefined;
		// n8n saves nothing once it has refused a run, so to the next process a trial waits still.
		const { isTrying } = outbox;
		if (isTrying) position.write();
		if (this.wasStored) position.renewKeys();
		// n8n would run the workflow with the first one of several only.
		const run = outbox.take(Date.now(), this.context.getNode().executeOnce ? 1 : undefined);
		if (!run) return undefined;
		const ids = run.waiting.map(({ one }) => one.submission.id);
		run.key ??= position.keyOf(ids);
		if (!isTrying) {
			if (this.areRunsKept) position.unsettled.push({ key: run.key, atMs: Date.now(), ids });
			position.write();
		}
		noteHandedOver(run.key);
		void this.emit(run, run.key, giveBack);
		return run;
	}

	private async emit(run: Run, key: string, giveBack: () => void): Promise<void> {
		const { outbox, position } = this;
		let refusal: string | undefined;
		const ended = this.begin(run, key).catch((error: unknown) => (refusal = refusalIn(error)));
		await settledWithin(ended, COUNTS_MS);
		giveBack();
		if (refusal === undefined) {
			this.wasStored = false;
			outbox.noteTaken(run, Date.now());
			this.listener.noteEnded();
		}
		await ended;
		position.settle(key);
		if (refusal === undefined) return this.listener.noteEnded();
		noteRefused(key);
		this.wasStored = REFUSED_AND_STORED.test(refusal);
		if (this.wasStored) {
			run.key = undefined;
			position.renewKeys();
		}
		outbox.noteRefused(run, Date.now());
		this.listener.noteEnded(refusal);
	}

	/** Resolves once the run has ended; rejects if n8n refused it, or it was cancelled. */
	private async begin({ waiting }: Run, key: string): Promise<void> {
		const items = [waiting.map(({ item }) => item)];
		if (this.isEngine2) return this.context.emit(items);
		const done = this.context.helpers.createDeferredPromise<IRun>();
		if (this.takesKeys) this.context.emit(items, undefined, done, key);
		else this.context.emit(items, undefined, done);
		await done.promise;
	}
}

/** What n8n said if it refused a run; undefined if there was one, which was cancelled. */
function refusalIn(error: unknown): string | undefined {
	if (error instanceof ExecutionCancelledError) return undefined;
	return error instanceof Error ? error.message : String(error);
}
