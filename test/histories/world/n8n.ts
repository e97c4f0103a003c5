import type { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWorkflowSettings,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { ring } from '../../../nodes/FormSubmissions/webhook/listening/listen';
import {
	notePublishing,
	type PublishingProgress,
} from '../../../nodes/FormSubmissions/webhook/destination/publishingProgress';
import { Life, never } from './life';
import type { Machine } from './machine';
import type { Network } from './network';
import { pollFunctions, surroundings, triggerFunctions } from './pollFunctions';
import type { PollRecord, Watcher } from './watcher';

/** A poll that has ended; null if it failed. */
export type Polled = { items: INodeExecutionData[][] | null } | null;

/** When a submission is delivered to a node (Unix milliseconds). */
type Delivered = { watcher: Watcher; atMs: number; submissionId: string };

/** One workflow of polling triggers in n8n 2.41: what both ways of storing their state share. */
export abstract class N8n {
	readonly watchers: Watcher[] = [];

	/** When the process dies, while the next poll hands over what it returned. */
	killMoment?: 'beforeBoth' | 'stateOnly' | 'afterBoth';

	/** Durable cursors only: the time that a poll is told it has (milliseconds). */
	budgetMs = 36_000;

	/** Durable cursors only, once: the next handover fails, and n8n continues without it. */
	failsToCommit = false;

	/** The workflow's settings. */
	settings: IWorkflowSettings = { timezone: 'UTC', ...KEEPS_RUNS };

	/** Whether n8n knows the keys of runs, as it does from 2.20 on. */
	knowsKeys = true;

	/** How far publishing has come for a trigger that listens. */
	publishingProgress: PublishingProgress = 'done';

	/** How long a run takes (milliseconds). */
	runMs = 0;

	/** How long its database takes to save static data (milliseconds). */
	saveMs = 0;

	/** What n8n says if it refuses to begin a run with these items, or can't store it. */
	refuses?: (watcher: Watcher, items: INodeExecutionData[][]) => string | undefined;

	/** How long after it was handed them it says so (milliseconds). */
	refusesAfterMs = 20;

	/** The most that was ever stored of a workflow or a trigger (bytes of JSON). */
	largestStateBytes = 0;

	protected life = new Life();

	/** Triggers that are disabled in the published version. */
	protected readonly disabled = new Set<Watcher>();

	/** The triggers that listen. */
	private readonly listening = new Map<Watcher, ITriggerResponse>();

	/** The functions with which polls are in progress. */
	private readonly polling = new Set<PollContext>();

	/** What goes on beside the schedule. */
	private begun: Array<Promise<unknown>> = [];

	/** What the service will deliver, whether or not n8n runs then. */
	private deliveries: Delivered[] = [];

	private publishing?: Promise<void>;

	/** The keys of the executions that it keeps, and of all runs that it was handed, in order. */
	private readonly keys = new Set<string>();

	readonly handedKeys: Array<string | undefined> = [];

	/** If set, each run is cancelled at once, with this error. */
	cancelsWith?: Error;

	/** The column `staticData` of the workflow, as JSON. */
	private storedStaticData = '{}';

	constructor(
		protected readonly machine: Machine,
		protected readonly network: Network,
	) {
		forgetAll();
	}

	isPublished(watcher: Watcher): boolean {
		return watcher.listens ? this.listening.has(watcher) : this.isPolled(watcher);
	}

	protected abstract isPolled(watcher: Watcher): boolean;

	/** Publishes nodes together; those that fail stay unpublished. */
	protected abstract activate(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void>;

	/** Polls one node as scheduled; failures are recorded, as n8n does. */
	protected abstract poll(watcher: Watcher): Promise<void>;

	/** The version that is published now doesn't have the node. */
	protected abstract takeOut(watcher: Watcher): Promise<void>;

	/** What n8n does when it starts again. */
	protected abstract comeUp(): Promise<void>;

	/** n8n publishes one version of a workflow after the other. */
	async publish(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		while (this.publishing) await this.publishing;
		this.publishing = this.activate(watchers, activation);
		await this.publishing;
		this.publishing = undefined;
	}

	/** Publishes the workflow with a node disabled, and some seconds later with it enabled. */
	async disableFor(seconds: number, watcher: Watcher): Promise<void> {
		this.disabled.add(watcher);
		await this.close(watcher);
		await this.takeOut(watcher);
		await this.machine.sleep(seconds * 1_000);
		this.disabled.delete(watcher);
		await this.publish([watcher], 'update');
	}

	/** The service delivers a submission to a node's address, or something that has no ID. */
	ring({ id }: Watcher, submissionId?: string): void {
		ring(`workflow1\n${id}`, submissionId);
	}

	/** The service will do so at a time; what comes while n8n is stopped is lost. */
	ringAt(watcher: Watcher, atMs: number, submissionId: string): void {
		this.deliveries.push({ watcher, atMs, submissionId });
		this.await({ watcher, atMs, submissionId });
	}

	private await({ watcher, atMs, submissionId }: Delivered): void {
		const { machine } = this;
		void machine.sleep(atMs - machine.nowMs).then(() => this.ring(watcher, submissionId));
	}

	/** A node's poll is due. What could not be published before is published then. */
	async tick(watcher: Watcher): Promise<void> {
		if (this.disabled.has(watcher)) return;
		if (this.isPublished(watcher)) {
			if (!watcher.listens) await this.poll(watcher);
		} else if (!this.publishing) await this.publish([watcher], 'activate');
	}

	/** Something begins in some seconds, and nobody waits for its end. */
	begin(inSeconds: number, work: () => Promise<unknown>): void {
		this.begun.push(this.machine.sleep(inSeconds * 1_000).then(work));
	}

	/** Waits until all that has begun has ended. */
	async settle(): Promise<void> {
		while (this.begun.length > 0) {
			const { begun } = this;
			this.begun = [];
			await this.untilOver(Promise.all(begun));
		}
	}

	/** Lets time pass. What has begun goes on; if the process ends, n8n starts again. */
	async passUntil(atMs: number): Promise<void> {
		const { machine } = this;
		while (machine.nowMs < atMs) await this.untilOver(machine.sleep(atMs - machine.nowMs));
	}

	/** Runs work in the process; if it ends meanwhile, n8n starts again. */
	async untilOver(work: Promise<unknown>): Promise<void> {
		const { life } = this;
		await this.machine.run(Promise.race([work, life.ended]));
		if (life.isOver) await this.restart(20);
	}

	/**
	 * The process ends: at once or because it is asked to, which makes no difference here, because n8n
	 * waits for no poll but the one that it runs itself, and that one returns nothing.
	 */
	end(): void {
		this.life.end();
	}

	/** Ends the process and starts another, which may itself end so many milliseconds after its start. */
	async restart(downSeconds: number, endInMs?: number): Promise<void> {
		this.life.end();
		this.begun = [];
		this.publishing = undefined;
		this.disabled.clear();
		this.polling.clear();
		this.listening.clear();
		this.machine.forgetSleepers();
		forgetAll();
		this.endMishaps();
		for (const { ledger } of this.watchers) ledger.noteLost();
		await this.machine.run(this.machine.sleep(downSeconds * 1_000));
		this.deliveries = this.deliveries.filter(({ atMs }) => atMs > this.machine.nowMs);
		for (const one of this.deliveries) this.await(one);
		const life = new Life();
		this.life = life;
		if (endInMs !== undefined) void this.machine.sleep(endInMs).then(() => life.end());
		await this.untilOver(this.comeUp());
	}

	endMishaps(): void {
		this.killMoment = undefined;
		this.failsToCommit = false;
		this.network.next = undefined;
	}

	/** "Fetch Test Event" in the editor, or listening for one: sees what is stored and stores nothing. */
	async fetchTestEvent(watcher: Watcher): Promise<INodeExecutionData[]> {
		const workflow = this.load();
		if (!watcher.listens) {
			const context = this.network.attach(pollFunctions(workflow, watcher, 'manual'), this.life);
			return (await pollingTrigger.poll.call(context))?.flat() ?? [];
		}
		const items: INodeExecutionData[] = [];
		const context = triggerFunctions(workflow, watcher, 'manual', {
			emit: (data) => void items.push(...data.flat()),
			saveFailedExecution: () => {},
		});
		const { manualTriggerFunction } = await webhookTrigger.trigger.call(
			this.network.attach(context, this.life),
		);
		await manualTriggerFunction?.();
		return items;
	}

	/** Has a trigger listen, as part of a publication. n8n itself may begin anew what it hasn't closed. */
	protected async listen(
		watcher: Watcher,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const { life, machine } = this;
		const fromMs = machine.nowMs;
		const { ledger } = watcher;
		const record: PollRecord = { fromMs, requests: 0, durationMs: 0, rows: 0 };
		record.onRead = (span) => ledger.noteRead(span);
		watcher.polls.push(record);
		watcher.returned = [];
		const emit = (data: INodeExecutionData[][], done?: Done, key?: string) => {
			if (!life.isOver) this.emit(watcher, workflow, data, { record, done, key });
		};
		const context = triggerFunctions(workflow, watcher, activation, {
			emit: this.knowsKeys
				? (data, _response, done, key) => emit(data, done, key)
				: (data, _response, done) => emit(data, done),
			saveFailedExecution: (error) => void watcher.failures.push(textOf(error)),
		});
		notePublishing(`workflow1\n${watcher.id}`, this.publishingProgress);
		try {
			const response = await webhookTrigger.trigger.call(
				this.network.attach(context, life, record),
			);
			if (life.isOver) return await never();
			this.listening.set(watcher, response);
		} catch (error) {
			if (life.isOver) return await never();
			record.error = messageOf(error);
		}
	}

	/** n8n stores the position, and then the execution. */
	private emit(
		watcher: Watcher,
		workflow: Workflow,
		items: INodeExecutionData[][],
		{ record, done, key }: { record: PollRecord; done?: Done; key?: string },
	): void {
		const moment = this.killMoment;
		if (moment === 'beforeBoth') return this.life.end();
		this.save(workflow);
		watcher.ledger.noteStored();
		this.handedKeys.push(key);
		const keptKey = this.settings.saveDataSuccessExecution === 'all' ? key : undefined;
		if (moment === 'stateOnly') {
			if (keptKey === undefined) watcher.ledger.excuse(idsOf(items));
			return this.life.end();
		}
		if (this.settings.engineType === 'v2' && done) {
			return done.reject(new Error('Engine 2.0 cannot run a trigger that waits'));
		}
		if (keptKey !== undefined && this.keys.has(keptKey)) return done?.resolve(undefined as never);
		const said = this.refuses?.(watcher, items);
		if (keptKey !== undefined && (said === undefined || said === REFUSED_AND_STORED)) {
			this.keys.add(keptKey);
		}
		if (said !== undefined) {
			const refuse = () => done?.reject(new Error(said));
			return void this.machine.sleep(this.refusesAfterMs).then(refuse);
		}
		const { cancelsWith } = this;
		const end = () => (cancelsWith ? done?.reject(cancelsWith) : done?.resolve(NO_RUN));
		void this.machine.sleep(this.runMs).then(end);
		const count = items.flat().length;
		record.rows += count;
		watcher.runs.push(count);
		watcher.returned.push(...items.flat());
		this.handOver(watcher, { items });
		if (moment) this.life.end();
	}

	/** The workflow is unpublished. */
	async unpublish(watcher: Watcher): Promise<void> {
		await this.close(watcher);
		await this.takeOut(watcher);
	}

	/** n8n begins a trigger that listens again, and closes the one before afterwards, or never. */
	async beginAnew(watcher: Watcher, closesBefore = false): Promise<void> {
		const before = this.listening.get(watcher);
		await this.listen(watcher, this.load(), 'update');
		if (closesBefore) await before?.closeFunction?.();
	}

	/** n8n closes a trigger that listens. */
	async close(watcher: Watcher): Promise<void> {
		await this.listening.get(watcher)?.closeFunction?.();
		this.listening.delete(watcher);
	}

	/** What is stored for the nodes of the workflow is damaged. */
	damageState(damaged: unknown): void {
		const stored = JSON.parse(this.storedStaticData) as { global: IDataObject };
		const nodes = Object.keys(stored.global).map((id) => [id, damaged]);
		this.storedStaticData = JSON.stringify({ ...stored, global: Object.fromEntries(nodes) });
	}

	/** The workflow's static data as a delivery finds it in the database. */
	storedData(): IDataObject {
		return JSON.parse(this.storedStaticData) as IDataObject;
	}

	/** A run that ends saves its own copy of it, which may be older. */
	storeData(staticData: IDataObject): void {
		this.storedStaticData = JSON.stringify(staticData);
	}

	/** The workflow as a new publication reads it from the database. */
	protected load(): Workflow {
		return new Workflow({
			id: 'workflow1',
			name: 'Watched forms',
			nodes: this.watchers.map((watcher) => watcher.node()),
			connections: {},
			active: true,
			nodeTypes: surroundings.workflow.nodeTypes,
			staticData: this.storedData(),
			settings: this.settings,
		});
	}

	/** Once all triggers have polled, n8n stores their positions; it may be killed before or after. */
	protected async endPublication(workflow: Workflow, watchers: Watcher[]): Promise<void> {
		if (this.killMoment === 'beforeBoth') return await this.die();
		this.save(workflow);
		for (const { ledger } of watchers) ledger.noteStored();
		if (this.killMoment) return await this.die();
	}

	/** n8n stores the whole blob of that publication or delivery, but only if it noticed a write. */
	save(workflow: Workflow): void {
		const { staticData } = workflow as unknown as { staticData: IDataObject };
		if (staticData.__dataChanged !== true) return;
		const json = JSON.stringify(staticData);
		const { life } = this;
		const stored = () => {
			if (life.isOver) return;
			this.storedStaticData = json;
			this.noteState(json);
			staticData.__dataChanged = false;
		};
		if (this.saveMs > 0) void this.machine.sleep(this.saveMs).then(stored);
		else stored();
	}

	/** Polls, and records what it cost and whether it failed. */
	protected async run(
		watcher: Watcher,
		functions: PollContext,
		isOwnPoll = false,
	): Promise<Polled> {
		const { machine } = this;
		const { life } = this;
		const fromMs = machine.nowMs;
		const record: PollRecord = { fromMs, requests: 0, durationMs: 0, rows: 0 };
		watcher.polls.push(record);
		watcher.returned = [];
		// Of polls with the same functions at the same time, only the first makes requests.
		const isFirst = !this.polling.has(functions);
		if (isFirst) this.network.attach(functions, life, record);
		this.polling.add(functions);
		try {
			const items = await pollingTrigger.poll.call(functions);
			if (life.isOver) return await never();
			watcher.returned = items?.flat() ?? [];
			record.rows = watcher.returned.length;
			if (record.hasRead) watcher.ledger.noteRead({ fromMs, toMs: machine.nowMs });
			if (isOwnPoll && items) watcher.ledger.noteOwnPoll(record.rows);
			return { items };
		} catch (error) {
			if (life.isOver) return await never();
			record.error = isOwnPoll ? messageOf(error) : textOf(error);
			return null;
		} finally {
			record.durationMs = machine.nowMs - fromMs;
			if (isFirst) this.polling.delete(functions);
		}
	}

	/** n8n stores the position, and then the execution. */
	protected async emitPolled(
		watcher: Watcher,
		workflow: Workflow,
		polled: NonNullable<Polled>,
	): Promise<void> {
		if (this.killMoment === 'beforeBoth') return await this.die();
		this.save(workflow);
		watcher.ledger.noteStored();
		if (this.killMoment === 'stateOnly') {
			watcher.ledger.excuse(idsOf(polled.items ?? []));
			return await this.die();
		}
		this.handOver(watcher, polled);
	}

	/** An execution with these items is stored, or the poll returned nothing. */
	protected handOver({ ledger }: Watcher, { items }: NonNullable<Polled>): void {
		if (items) ledger.noteHandedOver(idsOf(items), this.machine.nowMs);
	}

	protected noteState(json: string): void {
		this.largestStateBytes = Math.max(this.largestStateBytes, Buffer.byteLength(json));
	}

	protected async die(): Promise<never> {
		this.life.end();
		return await never();
	}
}

type Done = Parameters<ITriggerFunctions['emit']>[2];

/** The workflow's settings with which n8n keeps every run. */
const KEEPS_RUNS = {
	saveDataSuccessExecution: 'all',
	saveDataErrorExecution: 'all',
} as const;

/** What n8n says if it refuses a run and stores it all the same. */
export const REFUSED_AND_STORED = 'No active execution found';

/** What a run has become, which nothing looks at. */
const NO_RUN = {} as IRun;

const pollingTrigger = new FormSubmissionsPollingTrigger();

const webhookTrigger = new FormSubmissionsTrigger();

/** All that n8n shows of an error while it publishes or starts a workflow. */
function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function textOf(error: unknown): string {
	const { message, description } = error as { message: string; description?: string };
	return [message, description].filter(Boolean).join(' ');
}

export function idsOf(items: INodeExecutionData[][]): string[] {
	return items.flat().map(({ json }) => String(json.id));
}
