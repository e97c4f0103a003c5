import type { ITriggerFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError, isSituation, situationIn } from '../../errors/nodeErrors';
import { isWithin } from '../../general/time';

const SHOWN_EVERY_MS = 60 * 60_000;

/** What goes wrong while a trigger goes on, for a person to read: a failed execution, and a line in n8n's log. */
export class Reports {
	private readonly shownAtMs = new Map<string, number>();

	constructor(private readonly context: ITriggerFunctions) {}

	/** What is tried again; a rate limit only delays. */
	tell(error: unknown): void {
		if (isSituation(error, 'rateLimited')) return;
		this.show(asNodeError(this.context.getNode(), error), situationIn(error));
	}

	/** Once an hour for each cause. */
	show(error: NodeApiError | NodeOperationError, cause: string): void {
		const nowMs = Date.now();
		if (isWithin(SHOWN_EVERY_MS, this.shownAtMs.get(cause) ?? -Infinity, nowMs)) return;
		this.shownAtMs.set(cause, nowMs);
		this.context.saveFailedExecution(error);
	}
}
