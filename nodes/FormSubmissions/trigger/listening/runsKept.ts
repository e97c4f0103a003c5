import type { IRun, ITriggerFunctions } from 'n8n-workflow';

import { ProcessMemory } from '../../general/processMemory';
import { isWithin } from '../../general/time';

/*
 * Whether n8n keeps runs, and so their keys. Where the workflow's settings leave that to n8n's environment, which a
 * trigger can't see, n8n is asked: it drops a run whose key it has.
 */

/** How long after a run its key is gone, if n8n doesn't keep it (milliseconds): n8n deletes every 15 minutes. */
const GONE_AFTER_MS = 20 * 60_000;

/** What n8n answered: the same for all workflows of a process. */
const answers = new ProcessMemory<boolean>(1);

/** A run that has ended: its key, and when (Unix milliseconds). */
type Ended = { key: string; atMs: number };

export function isEngineV2(context: ITriggerFunctions): boolean {
	return context.getWorkflowSettings().engineType === 'v2';
}

export class RunsKept {
	/** The answer that the process before had; until n8n is asked, it counts, or else runs are kept. */
	stored?: boolean;

	private ended?: Ended;

	private isAsking = false;

	constructor(private readonly context: ITriggerFunctions) {}

	/** n8n before 2.20 and its engine v2 know no keys. */
	get takesKeys(): boolean {
		return this.context.emit.length > 3 && !isEngineV2(this.context);
	}

	get areKept(): boolean {
		return this.takesKeys && (this.bySettings ?? this.answer ?? true);
	}

	/** What n8n answered, for what is stored; undefined if it hasn't. */
	get answer(): boolean | undefined {
		return answers.get('') ?? this.stored;
	}

	/** What the workflow's settings say; undefined if they leave it to n8n's environment. */
	private get bySettings(): boolean | undefined {
		const settings = this.context.getWorkflowSettings();
		const saves = [settings.saveDataSuccessExecution, settings.saveDataErrorExecution];
		if (saves.includes('none')) return false;
		return saves.every((one) => one === 'all') ? true : undefined;
	}

	markEnded(key: string, atMs: number): void {
		this.ended ??= { key, atMs };
	}

	/** Asks n8n, if that is of use and an ended run is old enough. */
	async askIfDue(nowMs: number): Promise<void> {
		const { ended, context } = this;
		if (!ended || isWithin(GONE_AFTER_MS, ended.atMs, nowMs) || this.isAsking) return;
		if (answers.has('') || this.bySettings !== undefined || !this.takesKeys) return;
		// With Always Output Data, n8n would give the workflow an empty item.
		if (context.getNode().alwaysOutputData === true) return;
		this.isAsking = true;
		this.ended = undefined;
		const done = context.helpers.createDeferredPromise<IRun>();
		context.emit([[]], undefined, done, ended.key);
		const run: unknown = await done.promise.catch(() => NO_ANSWER);
		if (run !== NO_ANSWER) answers.set('', run === undefined);
		this.isAsking = false;
	}
}

const NO_ANSWER = Symbol('no answer');
