import {
	ExecutionCancelledError,
	sleep,
	type INode,
	type IRun,
	type ITriggerFunctions,
	type NodeOperationError,
} from 'n8n-workflow';

import { inputError } from '../../errors/nodeErrors';
import { lineOf } from '../../errors/redaction';
import { nodeKeyOf } from '../../general/node';
import { ProcessMemory } from '../../general/processMemory';
import { settledWithin } from '../../general/time';
import { isSaved, whenSettled } from '../../state/undecidedPoll';
import { forgetRun, noteRun } from '../../state/whatRan';
import type { Outbox, Run } from './outbox';
import { placeForRun } from './places';
import type { Handed, Position } from './position';

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

/** What became of what this process has handed over, by key; a run that n8n refused isn't among it. */
const handedOver = new ProcessMemory<'underWay' | 'settled'>(10_000);

export function progressOf(key: string): 'underWay' | 'settled' | undefined {
	return handedOver.get(key);
}

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
	private readonly nodeKey: string;

	/** Whether n8n stored what it refused last: until it takes a run, what is stored has keys that no run had. */
	private wasStored = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly outbox: Outbox,
		private readonly position: Position,
		private readonly listener: Listener,
	) {
		this.nodeKey = nodeKeyOf(context);
	}

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

	private get isEngine2(): boolean {
		return this.context.getWorkflowSettings().engineType === 'v2';
	}

	/** Hands over one run, once there is a place for it and n8n has saved the last one's position. */
	async next(baseUrl: string): Promise<void> {
		for (let waitedMs = 0; waitedMs < SAVED_WITHIN_MS; waitedMs += LOOKS_EVERY_MS) {
			if (isSaved(this.context)) break;
			await sleep(LOOKS_EVERY_MS);
		}
		const giveBack = await placeForRun(this.nodeKey);
		// Taking, writing, and handing over are one step: what is written is what was taken.
		const run = await whenSettled(this.context, () => this.handOver(baseUrl, giveBack));
		if (!run) giveBack();
		else await sleep(APART_MS);
	}

	private handOver(baseUrl: string, giveBack: () => void): Run | undefined {
		const { outbox, position } = this;
		if (!this.listener.isOpen()) return undefined;
		if (this.wasStored) {
			// Whatever comes next stays unread to the next process, which has other keys than this one.
			position.write();
			position.renewKeys();
		}
		// n8n would run the workflow with the first one of several only.
		const run = outbox.take(Date.now(), this.context.getNode().executeOnce ? 1 : undefined);
		if (!run) return undefined;
		const ids = run.waiting.map(({ one }) => one.submission.id);
		run.key ??= position.keyOf(ids);
		const handed = { key: run.key, atMs: Date.now(), ids };
		if (!this.wasStored) {
			if (this.areRunsKept) position.noteHanded(handed);
			position.write();
		}
		for (const id of ids) noteRun(this.nodeKey, baseUrl, id);
		handedOver.set(run.key, 'underWay');
		void this.emit(run, handed, { baseUrl, giveBack });
		return run;
	}

	private async emit(
		run: Run,
		{ key, ids }: Handed,
		{ baseUrl, giveBack }: { baseUrl: string; giveBack: () => void },
	): Promise<void> {
		const { outbox, position } = this;
		const end = this.begin(run, key);
		let refusal: string | undefined;
		const ended = end.catch((error: unknown) => (refusal = refusalIn(error)));
		await settledWithin(ended, COUNTS_MS);
		giveBack();
		if (refusal === undefined) this.noteTaken(run);
		await ended;
		position.settle(key);
		if (refusal === undefined) {
			handedOver.set(key, 'settled');
			return this.listener.noteEnded();
		}
		handedOver.delete(key);
		for (const id of ids) forgetRun(this.nodeKey, baseUrl, id);
		this.wasStored = REFUSED_AND_STORED.test(refusal);
		if (this.wasStored) {
			run.key = undefined;
			position.renewKeys();
		}
		outbox.noteRefused(run, Date.now());
		this.listener.noteEnded(refusal);
	}

	private noteTaken(run: Run): void {
		this.wasStored = false;
		this.outbox.noteTaken(run, Date.now());
		this.listener.noteEnded();
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

/** What a person reads of it, who may have to mend something. */
export function refusedError(node: INode, said: string): NodeOperationError {
	return inputError(
		node,
		`n8n didn't begin the run of a new submission. It says: "${lineOf(said, 200)}"`,
		"Nothing is lost: the trigger hands it over again, at the latest ten minutes after n8n can run the workflow. Check that the credential of each node in the workflow exists, and is shared with the workflow's project, or ask the person who runs n8n to look at its log.",
	);
}
