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

import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { ring } from '../../../nodes/FormSubmissions/trigger/listening/listen';
import { Life, never } from './life';
import type { Machine } from './machine';
import type { Network } from './network';
import { hookFunctions, surroundings, triggerFunctions } from './triggerFunctions';
import type { Publication, Watcher } from './watcher';

/** When a submission is delivered to a node (Unix milliseconds). */
type Delivered = { watcher: Watcher; atMs: number; submissionId: string };

/**
 * One workflow of triggers in n8n 2.41: each publication has a copy of the static data in memory, which is stored when
 * items are emitted and at the end of the publication.
 */
export class N8n {
	readonly watchers: Watcher[] = [];

	/** Without its publication service, n8n publishes all triggers anew, one after the other. */
	isLegacy = false;

	/** When the process dies, while it is handed the next run. */
	killMoment?: 'beforeBoth' | 'stateOnly' | 'afterBoth';

	/** The workflow's settings. */
	settings: IWorkflowSettings = { timezone: 'UTC' };

	/** Whether its environment has it keep the runs of a workflow whose settings say nothing. */
	keepsRuns = true;

	/** Whether runs end with an error: those are kept even if `keepsRuns` is false. */
	runsFail = false;

	/** Whether it knows the keys of runs, as it does from 2.20 on. */
	knowsKeys = true;

	/** How long it takes to begin a trigger at its start: it then begins them one after the other (milliseconds). */
	beginMs = 0;

	/** How long a run takes (milliseconds). */
	runMs = 0;

	/** How long its database takes to save static data (milliseconds). */
	saveMs = 0;

	/** What n8n says if it refuses to begin a run with these items, or can't store it. */
	refuses?: (watcher: Watcher, items: INodeExecutionData[][]) => string | undefined;

	/** How long after it was handed them it says so (milliseconds). */
	refusesAfterMs = 20;

	/** If set, each run is cancelled at once, with this error. */
	cancelsWith?: Error;

	/** The most that was ever stored of a workflow (bytes of JSON). */
	largestStateBytes = 0;

	/** The keys of all runs that it was handed, in order. */
	readonly handedKeys: Array<string | undefined> = [];

	/** Of those, the ones without items. */
	readonly questions: Array<string | undefined> = [];

	/** The keys of the executions that it keeps. */
	private readonly keys = new Set<string>();

	private life = new Life();

	/** Triggers that are disabled in the published version. */
	private readonly disabled = new Set<Watcher>();

	private readonly published = new Map<Watcher, ITriggerResponse>();

	/** What goes on beside all else. */
	private begun: Array<Promise<unknown>> = [];

	/** What the service will deliver, whether or not n8n runs then. */
	private deliveries: Delivered[] = [];

	private publishing?: Promise<void>;

	/** The column `staticData` of the workflow, as JSON. */
	private storedStaticData = '{}';

	constructor(
		private readonly machine: Machine,
		private readonly network: Network,
	) {
		forgetAll();
	}

	isPublished(watcher: Watcher): boolean {
		return this.published.has(watcher);
	}

	/** Publishes nodes together, one version of a workflow after the other; those that fail stay unpublished. */
	async publish(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		while (this.publishing) await this.publishing;
		this.publishing = this.activate(watchers, activation);
		await this.publishing;
		this.publishing = undefined;
	}

	private async activate(wanted: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const all = this.isLegacy ? [...new Set([...this.published.keys(), ...wanted])] : wanted;
		const watchers = all.filter((watcher) => !this.disabled.has(watcher));
		for (const watcher of watchers) await this.close(watcher);
		const workflow = this.load();
		const begin = async (watcher: Watcher) => await this.listen(watcher, workflow, activation);
		const beginMs = activation === 'init' ? this.beginMs : 0;
		if (this.isLegacy || beginMs > 0) {
			for (const watcher of watchers) {
				await begin(watcher);
				if (beginMs > 0) await this.machine.sleep(beginMs);
			}
		} else await Promise.all(watchers.map(begin));
		await this.endPublication(workflow, watchers);
	}

	/** Once all triggers have begun, n8n stores what they wrote; it may be killed before or after. */
	private async endPublication(workflow: Workflow, watchers: Watcher[]): Promise<void> {
		if (this.killMoment === 'beforeBoth') return await this.die();
		this.save(workflow);
		for (const { ledger } of watchers) ledger.markStored();
		if (this.killMoment) return await this.die();
	}

	/** Publishes it with 'activate' if that has failed. */
	async tryAgain(watcher: Watcher): Promise<void> {
		if (this.disabled.has(watcher) || this.isPublished(watcher) || this.publishing) return;
		await this.publish([watcher], 'activate');
	}

	/** Publishes the workflow with a node disabled, and some seconds later with it enabled. */
	async disableFor(seconds: number, watcher: Watcher): Promise<void> {
		this.disabled.add(watcher);
		await this.unpublish(watcher);
		await this.machine.sleep(seconds * 1_000);
		this.disabled.delete(watcher);
		await this.publish([watcher], 'update');
	}

	async unpublish(watcher: Watcher): Promise<void> {
		await this.close(watcher);
		if (this.isLegacy) await this.publish([], 'update');
	}

	/** n8n begins a trigger again, and closes the one before afterwards, or never. */
	async beginAnew(watcher: Watcher, closesBefore = false): Promise<void> {
		const before = this.published.get(watcher);
		await this.listen(watcher, this.load(), 'update');
		if (closesBefore) await before?.closeFunction?.();
	}

	async close(watcher: Watcher): Promise<void> {
		await this.published.get(watcher)?.closeFunction?.();
		this.published.delete(watcher);
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

	/** The process ends: at once or because it is asked to, which makes no difference, because n8n waits for no trigger. */
	end(): void {
		this.life.end();
	}

	/** Ends the process and starts another, which may itself end so many milliseconds after its start. */
	async restart(downSeconds: number, endInMs?: number): Promise<void> {
		this.life.end();
		this.begun = [];
		this.publishing = undefined;
		this.disabled.clear();
		this.published.clear();
		this.machine.forgetSleepers();
		forgetAll();
		this.endMishaps();
		for (const { ledger } of this.watchers) ledger.markLost();
		await this.machine.run(this.machine.sleep(downSeconds * 1_000));
		this.deliveries = this.deliveries.filter(({ atMs }) => atMs > this.machine.nowMs);
		for (const one of this.deliveries) this.await(one);
		const life = new Life();
		this.life = life;
		if (endInMs !== undefined) void this.machine.sleep(endInMs).then(() => life.end());
		await this.untilOver(this.publish(this.watchers, 'init'));
	}

	endMishaps(): void {
		this.killMoment = undefined;
		this.network.next = undefined;
	}

	/** "Execute step" in the editor: sees what is stored and stores nothing. */
	async executeStep(watcher: Watcher): Promise<INodeExecutionData[]> {
		const items: INodeExecutionData[] = [];
		const context = triggerFunctions(this.load(), watcher, 'manual', {
			emit: (data) => void items.push(...data.flat()),
			saveFailedExecution: () => {},
		});
		const { manualTriggerFunction } = await trigger.trigger.call(
			this.network.attach(context, this.life),
		);
		await manualTriggerFunction?.();
		return items;
	}

	/** Begins a trigger, as part of a publication or n8n's start. */
	private async listen(
		watcher: Watcher,
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const { life } = this;
		const publication: Publication = {
			requests: 0,
			onRead: (span) => watcher.ledger.markRead(span),
		};
		watcher.publications.push(publication);
		watcher.returned = [];
		const emit = (data: INodeExecutionData[][], done?: Done, key?: string) => {
			if (!life.isOver) this.emit(watcher, workflow, data, done, key);
		};
		const context = triggerFunctions(workflow, watcher, activation, {
			emit: this.knowsKeys
				? (data, _response, done, key) => emit(data, done, key)
				: (data, _response, done) => emit(data, done),
			saveFailedExecution: (error) => void watcher.failures.push(textOf(error)),
		});
		try {
			// Once published, its address is stored.
			if (activation !== 'init') {
				const { checkExists } = trigger.webhookMethods.default;
				await checkExists.call(hookFunctions(workflow, watcher, activation));
			}
			const response = await trigger.trigger.call(this.network.attach(context, life, publication));
			if (life.isOver) return await never();
			this.published.set(watcher, response);
		} catch (error) {
			if (life.isOver) return await never();
			// All that n8n shows of it.
			publication.error = error instanceof Error ? error.message : String(error);
		}
	}

	/** n8n stores the position, and then the execution. */
	private emit(
		watcher: Watcher,
		workflow: Workflow,
		items: INodeExecutionData[][],
		done?: Done,
		key?: string,
	): void {
		const moment = this.killMoment;
		if (moment === 'beforeBoth') return this.end();
		this.save(workflow);
		watcher.ledger.markStored();
		const isQuestion = items.flat().length === 0;
		(isQuestion ? this.questions : this.handedKeys).push(key);
		const { isKept } = this;
		if (moment === 'stateOnly') {
			if (!isKept || key === undefined) watcher.ledger.excuse(idsOf(items));
			return this.end();
		}
		if (this.settings.engineType === 'v2' && done) {
			return done.reject(new Error('Engine 2.0 cannot run a trigger that waits'));
		}
		if (key !== undefined && this.keys.has(key)) return done?.resolve(undefined as never);
		const said = this.refuses?.(watcher, items);
		if (key !== undefined && (said === undefined || said === REFUSED_AND_STORED))
			this.keys.add(key);
		if (said !== undefined) {
			const refuse = () => done?.reject(new Error(said));
			return void this.machine.sleep(this.refusesAfterMs).then(refuse);
		}
		void this.machine.sleep(this.runMs).then(() => this.endRun(done, key));
		if (isQuestion) return;
		watcher.runs.push(items.flat().length);
		watcher.returned.push(...items.flat());
		watcher.ledger.markHandedOver(idsOf(items), this.machine.nowMs);
		if (moment) this.end();
	}

	/** One that n8n doesn't keep is deleted, with its key. */
	private endRun(done: Done, key?: string): void {
		const { cancelsWith, isKept, runsFail } = this;
		if (key !== undefined && !isKept && !runsFail) this.keys.delete(key);
		if (cancelsWith) done?.reject(cancelsWith);
		else done?.resolve({ status: runsFail ? 'error' : 'success' } as IRun);
	}

	/** Whether n8n keeps the workflow's runs, and their keys. */
	private get isKept(): boolean {
		const { saveDataSuccessExecution: setting = 'DEFAULT' } = this.settings;
		return setting === 'DEFAULT' ? this.keepsRuns : setting === 'all';
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
	private load(): Workflow {
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

	/** n8n stores the whole blob of that publication or delivery, but only if it noticed a write. */
	save(workflow: Workflow): void {
		const { staticData } = workflow as unknown as { staticData: IDataObject };
		if (staticData.__dataChanged !== true) return;
		const json = JSON.stringify(staticData);
		const { life } = this;
		const stored = () => {
			if (life.isOver) return;
			this.storedStaticData = json;
			this.largestStateBytes = Math.max(this.largestStateBytes, Buffer.byteLength(json));
			staticData.__dataChanged = false;
		};
		if (this.saveMs > 0) void this.machine.sleep(this.saveMs).then(stored);
		else stored();
	}

	private async die(): Promise<never> {
		this.end();
		return await never();
	}
}

type Done = Parameters<ITriggerFunctions['emit']>[2];

/** What n8n says if it refuses a run and stores it all the same. */
export const REFUSED_AND_STORED = 'No active execution found';

const trigger = new FormSubmissionsTrigger();

function textOf(error: unknown): string {
	const { message, description } = error as { message: string; description?: string };
	return [message, description].filter(Boolean).join(' ');
}

export function idsOf(items: INodeExecutionData[][]): string[] {
	return items.flat().map(({ json }) => String(json.id));
}
