import type { Workflow } from 'n8n-workflow';

import { DurableN8n } from './durableN8n';
import type { Polled } from './n8n';
import type { Watcher } from './watcher';

/**
 * n8n whose durable scheduler runs polls, without durable cursors: each poll reads the static data from the
 * database, where it is stored when items are emitted and at the end of an activation.
 */
export class ScheduledN8n extends DurableN8n {
	protected override stage(): undefined {}

	protected override async commit(
		watcher: Watcher,
		workflow: Workflow,
		polled: NonNullable<Polled>,
	): Promise<void> {
		if (polled.items) await this.emitPolled(watcher, workflow, polled);
	}
}
