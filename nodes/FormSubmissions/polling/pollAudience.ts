import type { IPollFunctions } from 'n8n-workflow';

import type { Audience } from '../errors/problem';
import { isScheduled } from '../state/pollState';

/** Contexts that have polled before. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Who reads what a poll ends with. n8n publishes a workflow by its first poll, of which it shows the
 * message alone; it says so nowhere, but the context of that poll is new, and later polls have the
 * same one. Where the durable scheduler runs them, each poll has a context and less time of its own.
 */
export function audienceOf(context: IPollFunctions): Audience {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && !isScheduled(context) ? 'publishing' : 'execution';
}
