import type { IDataObject, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { FAILED, idsOf, N8n, type Items } from './n8n';
import type { Watcher } from './watcher';

/** n8n abandons a poll after this time; the budget it reports to the node is a little shorter. */
const TIMEOUT_MS = 45_000;
const BUDGET_MS = 36_000;

/**
 * n8n with durable poll cursors: the node's static data is committed together with the execution,
 * or alone if a scheduled poll returned nothing. The workflow's blob is stored separately.
 */
export class DurableN8n extends N8n {
	/** Poller states as JSON, by node ID. */
	private readonly cursors = new Map<string, string>();

	private readonly jobs = new Set<Watcher>();

	isPublished(watcher: Watcher): boolean {
		return this.jobs.has(watcher);
	}

	async publish(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		for (const watcher of watchers) {
			// Only the first publication polls; its schedule survives later ones.
			if (this.jobs.has(watcher)) continue;
			this.jobs.add(watcher);
			const nodeData = this.stage(watcher, workflow);
			const items = await this.run(watcher, { workflow, activation, nodeData }, true);
			if (items === FAILED) this.jobs.delete(watcher);
			// As n8n's code shows, what a poll that returned nothing has prepared is not committed here.
			else if (items) await this.handOver(watcher, { workflow, nodeData, items });
		}
		await this.endPublication(workflow, watchers);
	}

	protected async poll(watcher: Watcher): Promise<void> {
		const { time } = this.machine;
		const workflow = this.load();
		const nodeData = this.stage(watcher, workflow);
		const startedMs = time.nowMs;
		const run = { workflow, activation: 'update', nodeData, budgetMs: BUDGET_MS } as const;
		const items = await this.run(watcher, run);
		if (items !== FAILED) {
			if (time.nowMs - startedMs > TIMEOUT_MS) {
				watcher.drop();
				watcher.ledger.noteLost();
			} else await this.handOver(watcher, { workflow, nodeData, items });
		}
		if (this.killMoment) await this.die();
	}

	protected async comeUp(): Promise<void> {
		// The schedule is in the database: nothing is polled before it is due.
	}

	private stage(watcher: Watcher, workflow: Workflow): IDataObject {
		const node = workflow.getNode(watcher.name) ?? undefined;
		const known = this.cursors.get(watcher.id);
		const cursor = known ?? JSON.stringify(workflow.getStaticData('node', node));
		this.cursors.set(watcher.id, cursor);
		return JSON.parse(cursor) as IDataObject;
	}

	/** Position and execution are one transaction; the blob is stored separately. */
	private async handOver(
		watcher: Watcher,
		{ workflow, nodeData, items }: { workflow: Workflow; nodeData: IDataObject; items: Items },
	): Promise<void> {
		const { id, ledger } = watcher;
		if (this.killMoment === 'beforeBoth') return await this.die();
		if (items && this.killMoment !== 'itemsOnly') this.save(workflow);
		if (this.killMoment === 'stateOnly') return await this.die();
		if (this.failsToCommit) {
			this.failsToCommit = false;
			watcher.drop();
			return ledger.noteLost();
		}
		const cursor = JSON.stringify(nodeData);
		this.noteState(cursor);
		this.cursors.set(id, cursor);
		ledger.noteStored();
		if (items) ledger.noteHandedOver(idsOf(items), this.machine.time.nowMs);
		if (this.killMoment) return await this.die();
	}
}
