import type { IDataObject, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { N8n, type Polled } from './n8n';
import { nodeOf, pollFunctions } from './pollFunctions';
import type { Watcher } from './watcher';

/** n8n abandons a poll after this time; the budget it reports to the node is a little shorter. */
const TIMEOUT_MS = 45_000;

/** The longest time for which n8n puts polls off after failures. */
const MOST_BACKOFF_MINUTES = 30;

type Job = { failures: number; notBeforeMs: number; isPolling: boolean };

/**
 * n8n with durable poll cursors: the node's static data is committed together with the execution,
 * or alone if a scheduled poll returned nothing. The workflow's blob is stored separately.
 */
export class DurableN8n extends N8n {
	/** Poller states as JSON, by node ID. */
	private readonly cursors = new Map<string, string>();

	/** The schedule, by node ID: in the database as well. */
	private readonly jobs = new Map<string, Job>();

	protected isPolled({ id }: Watcher): boolean {
		return this.jobs.has(id);
	}

	protected async activate(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		for (const watcher of watchers) {
			if (watcher.listens) {
				await this.close(watcher);
				await this.listen(watcher, workflow, activation);
				continue;
			}
			// Only the first publication polls; its schedule survives later ones.
			if (this.jobs.has(watcher.id)) continue;
			this.jobs.set(watcher.id, { failures: 0, notBeforeMs: 0, isPolling: false });
			const data = this.stage(watcher, workflow);
			const polled = await this.run(
				watcher,
				pollFunctions(workflow, watcher, activation, { data }),
				true,
			);
			if (!polled) this.jobs.delete(watcher.id);
			// As n8n's code shows, what a poll that returned nothing has prepared is not committed here.
			else if (polled.items) await this.commit(watcher, workflow, polled, data);
		}
		await this.endPublication(workflow, watchers);
	}

	protected async poll(watcher: Watcher): Promise<void> {
		const { machine } = this;
		const job = this.jobs.get(watcher.id);
		if (!job || job.isPolling || machine.nowMs < job.notBeforeMs) return;
		const workflow = this.load();
		const data = this.stage(watcher, workflow);
		const { budgetMs } = this;
		const functions = pollFunctions(workflow, watcher, 'update', { data, budgetMs });
		job.isPolling = true;
		const abandoned = machine.sleep(TIMEOUT_MS).then(() => null);
		const polled = await Promise.race([this.run(watcher, functions), abandoned]);
		job.isPolling = false;
		if (polled) {
			job.failures = 0;
			await this.commit(watcher, workflow, polled, data);
		} else {
			watcher.ledger.noteLost();
			const minutes = Math.min(2 ** job.failures++, MOST_BACKOFF_MINUTES);
			// It is due again a little before the schedule's next turn.
			job.notBeforeMs = machine.nowMs + minutes * 60_000 - 1_000;
		}
		if (this.killMoment) await this.die();
	}

	/** Its schedule stays, and its polls are skipped. */
	protected async takeOut(): Promise<void> {}

	protected async comeUp(): Promise<void> {
		// Nothing is polled before it is due.
		for (const job of this.jobs.values()) job.isPolling = false;
		const listening = this.watchers.filter(({ listens }) => listens);
		if (listening.length > 0) await this.publish(listening, 'init');
	}

	protected stage(watcher: Watcher, workflow: Workflow): IDataObject | undefined {
		const initial = workflow.getStaticData('node', nodeOf(workflow, watcher));
		const cursor = this.cursors.get(watcher.id) ?? JSON.stringify(initial);
		this.cursors.set(watcher.id, cursor);
		return JSON.parse(cursor) as IDataObject;
	}

	/** Position and execution are one transaction; the blob is stored separately, before. */
	protected async commit(
		watcher: Watcher,
		workflow: Workflow,
		polled: NonNullable<Polled>,
		data?: IDataObject,
	): Promise<void> {
		if (this.killMoment === 'beforeBoth') return await this.die();
		if (polled.items) this.save(workflow);
		if (this.killMoment === 'stateOnly') return await this.die();
		if (this.failsToCommit) {
			this.failsToCommit = false;
			return watcher.ledger.noteLost();
		}
		const cursor = JSON.stringify(data);
		this.noteState(cursor);
		this.cursors.set(watcher.id, cursor);
		watcher.ledger.noteStored();
		this.handOver(watcher, polled);
	}
}
