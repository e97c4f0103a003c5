import type { PollContext, TriggerContext } from 'n8n-core';
import type fc from 'fast-check';
import { sleep, Workflow, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../../nodes/FormSubmissions/general/processMemory';
import { ring } from '../../../../nodes/FormSubmissions/webhook/listening/listen';
import { notePublishing } from '../../../../nodes/FormSubmissions/webhook/destination/publishingProgress';
import { createEmulator } from '../../../emulator';
import {
	KEY,
	pollFunctions,
	surroundings,
	triggerFunctions,
} from '../../../histories/world/pollFunctions';
import { Life, never } from '../../../histories/world/life';
import { idsOf } from '../../../histories/world/n8n';
import { Watcher } from '../../../histories/world/watcher';
import { ask } from '../../../support/bridge';
import { toRequest } from '../../../support/edge';
import { runClock } from '../../../support/fakeClock';

/** One that listens, and two that poll, in one workflow. */
export const NODES = ['listening', 'polling', 'other'] as const;

export type NodeId = (typeof NODES)[number];

/** What n8n runs of a node that it has published: the end of its listening, or its polls. */
type Published = { close?: () => Promise<void>; poll?: () => Promise<void> };

/** The nodes' code, as one process of n8n has loaded it: with what it remembers. */
export type Code = {
	pollingTrigger: FormSubmissionsPollingTrigger;
	webhookTrigger: FormSubmissionsTrigger;
	forgetAll: typeof forgetAll;
	notePublishing: typeof notePublishing;
	ring: typeof ring;
};

const CODE: Code = {
	pollingTrigger: new FormSubmissionsPollingTrigger(),
	webhookTrigger: new FormSubmissionsTrigger(),
	forgetAll,
	notePublishing,
	ring,
};

/** What outlives a process of n8n. */
export class Outside {
	/** The workflow's column for static data. */
	database = '{}';

	/** What came in, by form. */
	readonly submitted: Record<'frm_a' | 'frm_b', string[]> = { frm_a: [], frm_b: [] };

	/** What ran, by node. */
	readonly ran: Record<NodeId, string[]> = { listening: [], polling: [], other: [] };

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
}

/**
 * One workflow in a process of n8n, whose database takes a moment to store static data, and whose requests take as long
 * as the scheduler wants. Without one, nothing waits.
 */
export class Race {
	/** How much of n8n's own is under way that takes milliseconds. */
	saving = 0;

	scheduler?: fc.Scheduler;

	/** Whether the next response arrives together with the last, as one does that two readings share. */
	arriveTogether: () => boolean = () => false;

	private lastArrival = Promise.resolve();

	private readonly watchers = NODES.map((id) => {
		const [listens, formId] = id === 'listening' ? [true, 'frm_a'] : [false, 'frm_b'];
		return new Watcher({ id, name: id, formId, listens }, new Map());
	});

	private readonly published = new Map<NodeId, Published>();

	private life = new Life();

	private publishing = Promise.resolve();

	private committing = Promise.resolve();

	constructor(
		private readonly outside = new Outside(),
		private readonly code = CODE,
	) {
		code.forgetAll();
	}

	get ran(): Outside['ran'] {
		return this.outside.ran;
	}

	get submitted(): Outside['submitted'] {
		return this.outside.submitted;
	}

	/** A submission comes, and is delivered. */
	submit(formId: 'frm_a' | 'frm_b'): void {
		this.outside.submit(formId);
		this.code.ring('workflow1\nlistening');
	}

	/** Publishes nodes anew, once what is being published has been. */
	async publish(...ids: NodeId[]): Promise<void> {
		this.publishing = this.publishing.then(async () => await this.activate(ids));
		await this.publishing;
	}

	async unpublish(id: NodeId): Promise<void> {
		const { close } = this.published.get(id) ?? {};
		this.published.delete(id);
		await close?.();
	}

	async poll(id: NodeId): Promise<void> {
		await this.published.get(id)?.poll?.();
	}

	/** The process is killed, and another one starts with what the database has. */
	async restart(): Promise<void> {
		this.life.end();
		this.life = new Life();
		this.published.clear();
		[this.publishing, this.committing] = [Promise.resolve(), Promise.resolve()];
		this.code.forgetAll();
		await this.publish(...NODES);
	}

	private async activate(ids: NodeId[]): Promise<void> {
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
		const begun = watchers.map(async (watcher) => {
			const id = watcher.id as NodeId;
			if (!ids.includes(id)) return;
			if (watcher.listens) this.published.set(id, await this.listen(workflow, watcher, id));
			else this.published.set(id, await this.beginPolls(workflow, watcher, id));
		});
		await Promise.all(begun);
		if (!life.isOver) await this.save(workflow);
	}

	private async listen(workflow: Workflow, watcher: Watcher, id: NodeId): Promise<Published> {
		const { life } = this;
		this.code.notePublishing(`workflow1\n${id}`, 'done');
		const context = triggerFunctions(workflow, watcher, 'activate', {
			emit: (items) => {
				if (!life.isOver) this.emit(workflow, id, items);
			},
			saveFailedExecution: () => {},
		});
		const { closeFunction } = await this.code.webhookTrigger.trigger.call(
			this.attach(context, life),
		);
		return { close: closeFunction };
	}

	private async beginPolls(workflow: Workflow, watcher: Watcher, id: NodeId): Promise<Published> {
		const { life } = this;
		const context = this.attach(pollFunctions(workflow, watcher, 'activate'), life);
		await this.code.pollingTrigger.poll.call(context);
		const own: Published = {
			poll: async () => {
				const items = await this.code.pollingTrigger.poll.call(context);
				// n8n discards what a publication returns that is over.
				if (life.isOver || this.published.get(id) !== own || !items) return;
				this.emit(workflow, id, items);
			},
		};
		return own;
	}

	/** n8n begins to store the static data, and stores the execution. */
	private emit(workflow: Workflow, id: NodeId, items: INodeExecutionData[][]): void {
		void this.save(workflow);
		this.ran[id].push(...idsOf(items));
	}

	/** As n8n does it: the mark goes once the database has answered, whatever was written meanwhile. */
	private async save({ staticData }: Workflow): Promise<void> {
		if (staticData.__dataChanged !== true) return;
		const json = JSON.stringify(staticData);
		this.saving++;
		this.committing = this.committing.then(async () => {
			await this.takes('a commit');
			this.outside.database = json;
		});
		await this.committing;
		await this.takes("the database's answer");
		staticData.__dataChanged = false;
		this.saving--;
	}

	private attach<Context extends PollContext | TriggerContext>(
		context: Context,
		life: Life,
	): Context {
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

/** Lets two minutes and more pass, in which all is well. */
export async function passQuietly(race: Race): Promise<void> {
	for (let minute = 0; minute < 3; minute++) {
		await runClock(Promise.all([race.poll('polling'), race.poll('other')]));
		await pass(60_000);
	}
}
