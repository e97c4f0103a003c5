import type { PollContext } from 'n8n-core';
import type { Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { idsOf, N8n, type Polled } from './n8n';
import { pollFunctions } from './pollFunctions';
import type { Watcher } from './watcher';

/** The workflow as it was published, with a copy of the static data, and the functions of all polls. */
type Publication = { workflow: Workflow; functions: PollContext };

/**
 * n8n with its default settings: each publication keeps its copy of the static data in memory,
 * which is stored when items are emitted and at the end of an activation.
 */
export class DefaultN8n extends N8n {
	private readonly published = new Map<Watcher, Publication>();

	isPublished(watcher: Watcher): boolean {
		return this.published.has(watcher);
	}

	protected async activate(watchers: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		for (const watcher of watchers) {
			this.published.delete(watcher);
			const functions = pollFunctions(workflow, watcher, activation);
			const polled = await this.run(watcher, functions, true);
			// If it failed, n8n tries again later.
			if (polled) this.published.set(watcher, { workflow, functions });
			if (polled?.items) await this.emit(watcher, workflow, polled);
		}
		await this.endPublication(workflow, watchers);
	}

	protected async poll(watcher: Watcher): Promise<void> {
		const publication = this.published.get(watcher);
		if (!publication) return;
		const polled = await this.run(watcher, publication.functions);
		// n8n discards what a publication returns if it was superseded meanwhile.
		const isCurrent = this.published.get(watcher) === publication;
		if (isCurrent && polled?.items) await this.emit(watcher, publication.workflow, polled);
		else if (isCurrent && polled) this.handOver(watcher, polled);
		if (this.killMoment) await this.die();
	}

	protected async comeUp(): Promise<void> {
		this.published.clear();
		await this.publish(this.watchers, 'init');
	}

	/** n8n stores the position, and then the execution. */
	private async emit(
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
}
