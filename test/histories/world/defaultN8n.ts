import type { Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { FAILED, idsOf, N8n, type Items } from './n8n';
import { drop } from './pollRecord';
import type { Watcher } from './watcher';

/**
 * n8n with its default settings: each publication keeps its copy of the static data in memory,
 * which is stored when items are emitted and at the end of an activation.
 */
export class DefaultN8n extends N8n {
	/** The publications whose schedules n8n keeps: of several at once, the first whose poll ended. */
	private readonly publications = new Map<Watcher, Workflow>();

	/** The latest ones: n8n skips the scheduled polls of others. */
	private readonly latest = new Map<Watcher, Workflow>();

	isPublished(watcher: Watcher): boolean {
		return this.publications.has(watcher);
	}

	async publish(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		for (const watcher of watchers) {
			// How far the start had come was not saved, if no poll has returned anything yet.
			if (watcher.polls.every(({ rows }) => rows === 0)) watcher.polls.forEach(drop);
			this.publications.delete(watcher);
			this.latest.set(watcher, workflow);
			const { life } = this;
			life.pollsAwaited++;
			const items = await this.run(watcher, { workflow, activation }, true);
			life.pollsAwaited--;
			if (life.isEnding) return await this.endAfter(workflow, items);
			if (items === FAILED) {
				// n8n tries again later.
				if (this.latest.get(watcher) === workflow) this.latest.delete(watcher);
				continue;
			}
			const isScheduled = this.publications.has(watcher) || !this.latest.has(watcher);
			if (!isScheduled) this.publications.set(watcher, workflow);
			if (items) await this.emit(watcher, workflow, idsOf(items));
		}
		await this.endPublication(workflow, watchers);
	}

	protected async poll(watcher: Watcher): Promise<void> {
		const workflow = this.publications.get(watcher);
		if (!workflow || workflow !== this.latest.get(watcher)) return;
		const { length } = watcher.polls;
		const items = await this.run(watcher, { workflow, activation: 'activate' });
		// n8n discards what a publication returns if it was superseded meanwhile.
		const isCurrent = this.latest.get(watcher) === workflow;
		if (!isCurrent) watcher.drop(watcher.polls[length]);
		if (isCurrent && items && items !== FAILED) await this.emit(watcher, workflow, idsOf(items));
		if (this.killMoment) await this.die();
	}

	protected async comeUp(): Promise<void> {
		this.publications.clear();
		this.latest.clear();
		await this.publish(this.watchers, 'init');
	}

	/** Asked to end, n8n saves the position of its own poll, and exits before the execution is stored. */
	private async endAfter(workflow: Workflow, items: Items | typeof FAILED): Promise<never> {
		if (items && items !== FAILED) this.save(workflow);
		return await this.die();
	}

	/** Storing the state and starting the execution are two steps, in no particular order. */
	private async emit(watcher: Watcher, workflow: Workflow, ids: string[]): Promise<void> {
		const { ledger } = watcher;
		if (this.killMoment === 'beforeBoth') return await this.die();
		if (this.killMoment === 'stateOnly' || this.killMoment === 'itemsOnly') ledger.excuse(ids);
		if (this.killMoment !== 'itemsOnly') {
			this.save(workflow);
			ledger.noteStored();
		}
		if (this.killMoment === 'stateOnly') return await this.die();
		ledger.noteHandedOver(ids, this.machine.time.nowMs);
		if (this.killMoment) return await this.die();
	}
}
