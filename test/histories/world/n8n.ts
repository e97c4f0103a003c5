import type { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import { Life, never } from './life';
import type { Machine } from './machine';
import type { Network } from './network';
import { pollFunctions, surroundings, type PollRun } from './pollFunctions';
import type { PollRecord } from './pollRecord';
import type { Watcher } from './watcher';

const TYPE = 'n8n-nodes-form-submissions.formSubmissionsPollingTrigger';

/** When the process dies while handing over what a poll returned. */
type KillMoment = 'beforeBoth' | 'stateOnly' | 'itemsOnly' | 'afterBoth';

/** When a node is due to poll, or to be published again. */
export type Due = { watcher: Watcher; inSeconds: number; publishes?: boolean };

export type Items = INodeExecutionData[][] | null;

export const FAILED = Symbol('the poll failed');

/** One workflow of polling triggers in n8n 2.41: what both ways of storing their state share. */
export abstract class N8n {
	readonly watchers: Watcher[] = [];

	killMoment?: KillMoment;

	/** Durable cursors only, once: the next handover fails, and n8n continues without it. */
	failsToCommit = false;

	/** The most that was ever stored for the workflow (bytes of JSON). */
	largestStateBytes = 0;

	protected life = new Life();

	private readonly pollOfNode = new FormSubmissionsPollingTrigger().poll;

	/** The functions with which polls are in progress. */
	private readonly polling = new WeakSet<PollContext>();

	/** The column `staticData` of the workflow, as JSON. */
	storedStaticData = '{}';

	constructor(
		protected readonly machine: Machine,
		protected readonly network: Network,
	) {
		forgetAll();
	}

	/** Publishes nodes together, new or again; those that fail stay unpublished. */
	abstract publish(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void>;

	/** Polls one node as scheduled; failures are recorded, as n8n does. */
	protected abstract poll(watcher: Watcher): Promise<void>;

	/** What n8n does when it starts again. */
	protected abstract comeUp(): Promise<void>;

	abstract isPublished(watcher: Watcher): boolean;

	/** Runs the schedule for the nodes, each after its number of seconds; nodes may overlap. */
	async tick(due: Due[]): Promise<void> {
		this.planStop();
		const works = due.map(async ({ watcher, inSeconds, publishes }) => {
			await this.machine.time.sleep(inSeconds * 1000);
			if (publishes) await this.publish([watcher], 'update');
			else if (this.isPublished(watcher)) await this.poll(watcher);
			else if (this.watchers.includes(watcher)) await this.publish([watcher], 'activate');
		});
		await this.untilKilled(Promise.all(works));
	}

	/** Runs work in the process; if it is killed meanwhile, n8n starts again. */
	async untilKilled(work: Promise<unknown>): Promise<void> {
		const { life } = this;
		await this.machine.time.run(Promise.race([work, life.ended]));
		if (life.isOver) await this.restart();
	}

	/** Cancels all planned faults. */
	endAdversity(): void {
		this.killMoment = undefined;
		this.stopInMs = undefined;
		this.failsToCommit = false;
		this.network.killAtRequest(undefined);
	}

	/** When the process is asked to end: this long after the next polls have begun. */
	stopInMs?: number;

	/**
	 * Ends the process and starts another after some seconds, which itself may be asked to end so many
	 * milliseconds after its start.
	 */
	async restart(downSeconds = 0, stopInMs?: number): Promise<void> {
		this.life.end();
		this.machine.time.forgetSleepers();
		forgetAll();
		this.endAdversity();
		for (const watcher of this.watchers) {
			watcher.ledger.noteLost();
			watcher.drop();
		}
		this.life = new Life();
		await this.machine.time.pass(downSeconds * 1000);
		this.stopInMs = stopInMs;
		this.planStop();
		await this.untilKilled(this.comeUp());
	}

	/** "Fetch Test Event" in the editor: sees what is stored and stores nothing. */
	async fetchTestEvent(watcher: Watcher): Promise<void> {
		const run: PollRun = { workflow: this.load(), mode: 'manual', activation: 'manual' };
		const context = this.network.attach(pollFunctions(watcher, run), this.life);
		const work = this.pollOfNode.call(context);
		await this.untilKilled(Promise.allSettled([work]));
	}

	private planStop(): void {
		const { life, stopInMs } = this;
		if (stopInMs === undefined) return;
		this.stopInMs = undefined;
		void this.machine.time.sleep(stopInMs).then(() => life.askToEnd());
	}

	/** The workflow as a new publication reads it from the database. */
	protected load(): Workflow {
		const nodes = this.watchers.map((watcher) => watcher.node(TYPE));
		return new Workflow({
			id: 'workflow1',
			name: 'Watched forms',
			nodes,
			connections: {},
			active: true,
			nodeTypes: surroundings.workflow.nodeTypes,
			staticData: JSON.parse(this.storedStaticData) as IDataObject,
			settings: { timezone: 'UTC' },
		});
	}

	/** Once all triggers have polled, n8n stores their positions; it may be killed before or after. */
	protected async endPublication(workflow: Workflow, watchers: Watcher[]): Promise<void> {
		if (this.killMoment === 'beforeBoth' || this.killMoment === 'itemsOnly') {
			return await this.die();
		}
		this.save(workflow);
		for (const { ledger } of watchers) ledger.noteStored();
		if (this.killMoment) return await this.die();
	}

	/** n8n stores the whole blob of that publication, but only if it noticed a write. */
	protected save(workflow: Workflow): void {
		const { staticData } = workflow as unknown as { staticData: IDataObject };
		if (staticData.__dataChanged !== true) return;
		this.storedStaticData = JSON.stringify(staticData);
		this.noteState(this.storedStaticData);
		staticData.__dataChanged = false;
	}

	/** Polls, and records what it cost and whether it failed. */
	protected async run(
		watcher: Watcher,
		run: PollRun,
		isPublication = false,
	): Promise<Items | typeof FAILED> {
		const { time } = this.machine;
		const fromMs = time.nowMs;
		const record: PollRecord = {
			fromMs,
			requests: 0,
			durationMs: 0,
			rows: 0,
			isPublication,
			isHindered: false,
			isDropped: false,
		};
		const functions = pollFunctions(watcher, run);
		// Of polls with the same functions at the same time, only the first makes requests.
		const isFirst = !this.polling.has(functions);
		const context = isFirst ? this.observe(functions, watcher, record) : functions;
		watcher.polls.push(record);
		this.polling.add(functions);
		try {
			const items = await this.pollOfNode.call(context);
			watcher.ledger.notePoll({ fromMs, toMs: time.nowMs });
			record.rows = items?.[0]?.length ?? 0;
			if (isPublication && items) watcher.ledger.noteOwnPoll(record.rows);
			return items;
		} catch (error) {
			const { message, description } = error as { message: string; description?: string };
			record.error = [message, description].filter(Boolean).join(' ');
			return FAILED;
		} finally {
			record.durationMs = time.nowMs - fromMs;
			if (isFirst) this.polling.delete(functions);
		}
	}

	protected noteState(json: string): void {
		this.largestStateBytes = Math.max(this.largestStateBytes, Buffer.byteLength(json));
	}

	protected async die(): Promise<never> {
		this.life.end();
		return await never();
	}

	private observe(functions: PollContext, { ledger }: Watcher, record: PollRecord): PollContext {
		return this.network.attach(functions, this.life, {
			sent: () => {
				record.requests++;
			},
			hindered: () => {
				record.isHindered = true;
			},
			cursorFailed: () => ledger.noteCursorFailure(),
		});
	}
}

export function idsOf(items: INodeExecutionData[][]): string[] {
	return items.flat().map(({ json }) => String(json.id));
}
