import type { TriggerContext } from 'n8n-core';
import type fc from 'fast-check';
import {
	sleep,
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../../nodes/FormSubmissions/general/processMemory';
import { ring } from '../../../../nodes/FormSubmissions/trigger/listening/listen';
import { createEmulator } from '../../../emulator';
import { KEY, surroundings, triggerFunctions } from '../../../histories/world/triggerFunctions';
import { Life, never } from '../../../histories/world/life';
import { idsOf } from '../../../histories/world/n8n';
import { Watcher } from '../../../histories/world/watcher';
import { ask } from '../../../support/bridge';
import { toRequest } from '../../../support/edge';
import { runClock } from '../../../support/fakeClock';

/** Three triggers in one workflow, each with its form. */
const FORMS = { first: 'frm_a', second: 'frm_b', third: 'frm_b' } as const;

export type NodeId = keyof typeof FORMS;

export const NODES: NodeId[] = ['first', 'second', 'third'];

/** The node's code, as one process of n8n has loaded it: with what it remembers. */
export type Code = {
	trigger: FormSubmissionsTrigger;
	forgetAll: typeof forgetAll;
	ring: typeof ring;
};

const CODE: Code = { trigger: new FormSubmissionsTrigger(), forgetAll, ring };

/** What outlives a process of n8n. */
export class Outside {
	/** The workflow's column for static data, and the executions that are stored: their keys, and what ran, by node. */
	database = '{}';

	readonly keys = new Set<string>();

	readonly ran: Record<NodeId, string[]> = { first: [], second: [], third: [] };

	/** What came in, by form. */
	readonly submitted: Record<'frm_a' | 'frm_b', string[]> = { frm_a: [], frm_b: [] };

	readonly service = createEmulator({ keepRequests: false, now: () => Date.now() });

	constructor() {
		this.service.addKey({ key: KEY });
		for (const id of ['frm_a', 'frm_b']) this.service.addForm({ id });
	}

	submit(formId: 'frm_a' | 'frm_b'): void {
		const count = this.submitted.frm_a.length + this.submitted.frm_b.length;
		const id = `sub_${String(count).padStart(4, '0')}`;
		this.submitted[formId].push(id);
		this.service.addSubmission({ id, formId, createdAt: Date.now() });
	}

	/** What came and didn't run exactly once. */
	problems(nodes = NODES): string[] {
		return nodes.flatMap((node) => {
			const ran = this.ran[node];
			const wrong = this.submitted[FORMS[node]].filter(
				(id) => ran.filter((one) => one === id).length !== 1,
			);
			return wrong.map(
				(id) => `${node}: ${id} came ${ran.filter((one) => one === id).length} times`,
			);
		});
	}
}

/**
 * One workflow in a process of n8n, whose database takes a moment to store static data and executions, and whose
 * requests take as long as the scheduler wants. Without one, nothing waits.
 */
export class Race {
	/** How much of n8n's own is under way that takes milliseconds. */
	saving = 0;

	scheduler?: fc.Scheduler;

	/** Whether the next response arrives together with the last. */
	arriveTogether: () => boolean = () => false;

	private lastArrival = Promise.resolve();

	private readonly watchers = NODES.map(
		(id) => new Watcher({ id, name: id, formId: FORMS[id] }, new Map()),
	);

	/** What n8n closes a node with that it has published. */
	private readonly published = new Map<NodeId, (() => Promise<void>) | undefined>();

	private life = new Life();

	private publishing = Promise.resolve();

	private committing = Promise.resolve();

	constructor(
		readonly outside = new Outside(),
		private readonly code = CODE,
	) {
		code.forgetAll();
	}

	/** A submission comes, and is delivered. */
	submit(formId: 'frm_a' | 'frm_b'): void {
		this.outside.submit(formId);
		for (const id of NODES) if (FORMS[id] === formId) this.code.ring(`workflow1\n${id}`);
	}

	/** Publishes nodes anew, once what is being published has been. */
	async publish(ids: NodeId[], activation: WorkflowActivateMode = 'activate'): Promise<void> {
		this.publishing = this.publishing.then(async () => await this.activate(ids, activation));
		await this.publishing;
	}

	async unpublish(id: NodeId): Promise<void> {
		const close = this.published.get(id);
		this.published.delete(id);
		await close?.();
	}

	/** The process is killed, and another one starts with what the database has. */
	async restart(): Promise<void> {
		this.life.end();
		this.life = new Life();
		this.published.clear();
		[this.publishing, this.committing] = [Promise.resolve(), Promise.resolve()];
		this.saving = 0;
		this.code.forgetAll();
		await this.publish(NODES, 'init');
	}

	private async activate(ids: NodeId[], activation: WorkflowActivateMode): Promise<void> {
		for (const id of ids) await this.unpublish(id);
		const { life, watchers } = this;
		const workflow = new Workflow({
			id: 'workflow1',
			nodes: watchers.map((watcher) => watcher.node()),
			connections: {},
			active: true,
			nodeTypes: surroundings.workflow.nodeTypes,
			staticData: JSON.parse(this.outside.database) as IDataObject,
		});
		await Promise.all(
			ids.map(async (id) => {
				const watcher = watchers.find((one) => one.id === id);
				if (watcher) await this.listen(workflow, watcher, id, activation);
			}),
		);
		if (!life.isOver) await this.save(workflow);
	}

	private async listen(
		workflow: Workflow,
		watcher: Watcher,
		id: NodeId,
		activation: WorkflowActivateMode,
	): Promise<void> {
		const { life } = this;
		const context = triggerFunctions(workflow, watcher, activation, {
			emit: (items, _response, done, key) => {
				if (!life.isOver) void this.emit(workflow, id, items, { done, key });
			},
			saveFailedExecution: () => {},
		});
		const { closeFunction } = await this.code.trigger.trigger.call(this.attach(context, life));
		this.published.set(id, closeFunction);
	}

	/** n8n begins to store the static data, and to store the execution, unless it has one with that key. */
	private async emit(
		workflow: Workflow,
		id: NodeId,
		items: INodeExecutionData[][],
		{ done, key = '' }: { done?: Parameters<ITriggerFunctions['emit']>[2]; key?: string },
	): Promise<void> {
		const { life, outside } = this;
		void this.save(workflow);
		this.saving++;
		await this.takes('an execution');
		if (life.isOver) return;
		this.saving--;
		if (outside.keys.has(key)) return done?.resolve(undefined as never);
		outside.keys.add(key);
		outside.ran[id].push(...idsOf(items));
		done?.resolve({ status: 'success' } as IRun);
	}

	/** As n8n does it: the mark goes once the database has answered, whatever was written meanwhile. */
	private async save({ staticData }: Workflow): Promise<void> {
		if (staticData.__dataChanged !== true) return;
		const { life } = this;
		const json = JSON.stringify(staticData);
		this.saving++;
		this.committing = this.committing.then(async () => {
			await this.takes('a commit');
			if (!life.isOver) this.outside.database = json;
		});
		await this.committing;
		await this.takes("the database's answer");
		staticData.__dataChanged = false;
		if (!life.isOver) this.saving--;
	}

	private attach(context: TriggerContext, life: Life): TriggerContext {
		context.helpers.httpRequestWithAuthentication = async (_credential, options) => {
			if (life.isOver) return await never();
			const arrival = ask(this.outside.service, toRequest(options, KEY));
			if (!this.arriveTogether()) this.lastArrival = this.takes('a response');
			await this.lastArrival;
			if (life.isOver || arrival.lost !== undefined) return await never();
			return { statusCode: arrival.status, headers: arrival.headers, body: arrival.body };
		};
		return context;
	}

	private async takes(what: string): Promise<void> {
		await this.scheduler?.schedule(Promise.resolve(), what);
	}
}

export async function pass(ms: number): Promise<void> {
	await runClock(sleep(ms));
}
