import type { PollContext } from 'n8n-core';
import type { Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { N8n } from './n8n';
import { pollFunctions } from './pollFunctions';
import type { Watcher } from './watcher';

/** The workflow as it was published, with a copy of the static data, and the functions of all polls. */
type Publication = { workflow: Workflow; functions: PollContext };

/**
 * n8n with its default settings, or with N8N_USE_WORKFLOW_PUBLICATION_SERVICE set to false: each publication keeps its copy of the static data in memory,
 * which is stored when items are emitted and at the end of an activation.
 */
export class DefaultN8n extends N8n {
	private readonly published = new Map<Watcher, Publication>();

	/** Without the publication service, every publication is one of all triggers, one after the other. */
	isLegacy = false;

	protected isPolled(watcher: Watcher): boolean {
		return this.published.has(watcher);
	}

	protected async activate(wanted: Watcher[], activation: WorkflowActivateMode): Promise<void> {
		const others = this.watchers.filter((one) => this.isPublished(one));
		const all = this.isLegacy ? [...new Set([...others, ...wanted])] : wanted;
		const watchers = all.filter((watcher) => !this.disabled.has(watcher));
		for (const watcher of watchers) {
			this.published.delete(watcher);
			await this.close(watcher);
		}
		const workflow = this.load();
		const begin = async (watcher: Watcher) => {
			if (watcher.listens) return await this.listen(watcher, workflow, activation);
			const functions = pollFunctions(workflow, watcher, activation);
			const polled = await this.run(watcher, functions, true);
			// If it failed, n8n tries again later.
			if (polled) this.published.set(watcher, { workflow, functions });
			if (polled?.items) await this.emitPolled(watcher, workflow, polled);
		};
		if (this.isLegacy) for (const watcher of watchers) await begin(watcher);
		else await Promise.all(watchers.map(begin));
		await this.endPublication(workflow, watchers);
	}

	protected async takeOut(watcher: Watcher): Promise<void> {
		this.published.delete(watcher);
		if (this.isLegacy) await this.publish([], 'update');
	}

	protected async poll(watcher: Watcher): Promise<void> {
		const publication = this.published.get(watcher);
		if (!publication) return;
		const polled = await this.run(watcher, publication.functions);
		// n8n discards what a publication returns if it was superseded meanwhile.
		const isCurrent = this.published.get(watcher) === publication;
		if (isCurrent && polled?.items) await this.emitPolled(watcher, publication.workflow, polled);
		if (this.killMoment) await this.die();
	}

	protected async comeUp(): Promise<void> {
		this.published.clear();
		await this.publish(this.watchers, 'init');
	}
}
