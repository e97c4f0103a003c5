import { ExecutionCancelledError, sleep, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { refusedError } from '../../errors/triggerErrors';
import { nodeKeyOf } from '../../general/node';
import { settledWithin } from '../../general/time';
import { isSaved } from '../../state/nodeStates';
import { markHandedOver, markRefused } from '../../state/recentRunKeys';
import { slotForRun } from '../../state/runSlots';
import type { ListenerFunctions } from './listenerFunctions';
import type { Outbox, Run } from './outbox';
import { isEngineV2, type RunsKept } from './runsKept';
import type { Position } from './storedPosition';

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

/**
 * A position is written at least so often: n8n then saves it, and what a kill repeats is dropped by its key. With 50,
 * kills every few minutes kept a backlog from ending.
 */
const WRITTEN_EVERY = 20;

/** How n8n refuses a run that it stores all the same, with its key. */
const REFUSED_AND_STORED = /No active execution found/;

/**
 * Hands over to n8n what waits in the outbox, each run with a key: what n8n has stored with that key, it drops. So
 * what may not have been stored is handed over again, and nobody has to know.
 */
export class HandingOver {
	/** Whether n8n stored what it refused last: until it takes a run, what is stored has keys that no run had. */
	private wasStored = false;

	/** How many runs were handed over since the position was written last. */
	private unwritten = 0;

	private readonly nodeKey: string;

	/** n8n would run the workflow with the first one of several only. */
	private readonly mostInRun?: number;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parts: { position: Position; outbox: Outbox; runsKept: RunsKept },
		private readonly listener: ListenerFunctions,
	) {
		this.nodeKey = nodeKeyOf(context);
		this.mostInRun = context.getNode().executeOnce ? 1 : undefined;
	}

	/** Hands over what is due: each run once there is a slot for it and n8n has saved the last one's position. */
	async handOverDue(): Promise<void> {
		do {
			for (let waitedMs = 0; waitedMs < SAVED_WITHIN_MS; waitedMs += LOOKS_EVERY_MS) {
				if (isSaved(this.context)) break;
				await sleep(LOOKS_EVERY_MS);
			}
			const giveBack = await slotForRun(this.nodeKey);
			const run = this.handOver(giveBack);
			if (!run) return giveBack();
			await sleep(APART_MS);
		} while (this.parts.outbox.untilNextMs(Date.now()) <= 0);
	}

	/** Taking, writing, and handing over are one step: what is written is what was taken. */
	private handOver(giveBack: () => void): Run | undefined {
		const { outbox, position, runsKept } = this.parts;
		if (this.listener.isClosed()) return undefined;
		// n8n saves nothing once it has refused a run, so to the next process a trial waits still.
		const { isTrying } = outbox;
		if (isTrying) position.write();
		if (this.wasStored) position.renewKeys();
		const run = outbox.take(Date.now(), this.mostInRun);
		if (!run) return undefined;
		const ids = run.waiting.map(({ one }) => one.submission.id);
		run.key ??= position.keyOf(ids);
		if (!isTrying) {
			if (runsKept.areKept) position.unsettled.push({ key: run.key, atMs: Date.now(), ids });
			// Where what is stored says that it waits, the next process hands it over alone, so with the same key.
			const isRepeatable = runsKept.areKept && outbox.areRunsOfOne && !position.hasMoved;
			if (!isRepeatable || ++this.unwritten >= WRITTEN_EVERY) this.write();
		}
		markHandedOver(run.key);
		void this.emit(run, run.key, giveBack).catch(this.listener.tell);
		return run;
	}

	/** What this process reads next is what was handed over. */
	close(): void {
		if (this.unwritten > 0) this.write();
	}

	private write(): void {
		this.unwritten = 0;
		this.parts.position.write();
	}

	private async emit(run: Run, key: string, giveBack: () => void): Promise<void> {
		const { outbox, position, runsKept } = this.parts;
		let refusal: string | undefined;
		let ran: IRun | undefined;
		const ended = this.begin(run, key).then(
			(what) => (ran = what),
			(error: unknown) => (refusal = refusalIn(error)),
		);
		await settledWithin(ended, COUNTS_MS);
		giveBack();
		if (refusal === undefined) {
			this.wasStored = false;
			const { isTrying } = outbox;
			outbox.markTaken(run, Date.now());
			if (isTrying) this.listener.wake();
		}
		await ended;
		position.settle(key);
		if (refusal === undefined) {
			if (ran?.status === 'success') runsKept.markEnded(key, Date.now());
			return;
		}
		markRefused(key);
		this.wasStored = REFUSED_AND_STORED.test(refusal);
		if (this.wasStored) {
			run.key = undefined;
			position.renewKeys();
		}
		outbox.markRefused(run, Date.now());
		this.listener.show(refusedError(this.context.getNode(), refusal), 'refused');
		this.listener.wake();
	}

	/**
	 * Resolves once the run has ended, with nothing if n8n dropped it or says nothing of it; rejects if n8n refused it,
	 * or it was cancelled.
	 */
	private async begin({ waiting }: Run, key: string): Promise<IRun | undefined> {
		const items = [waiting.map(({ item }) => item)];
		if (isEngineV2(this.context)) {
			this.context.emit(items);
			return undefined;
		}
		const done = this.context.helpers.createDeferredPromise<IRun>();
		if (this.parts.runsKept.takesKeys) this.context.emit(items, undefined, done, key);
		else this.context.emit(items, undefined, done);
		return await done.promise;
	}
}

/** What n8n said if it refused a run; undefined if there was one, which was cancelled. */
function refusalIn(error: unknown): string | undefined {
	if (error instanceof ExecutionCancelledError) return undefined;
	return error instanceof Error ? error.message : String(error);
}
