import type { IPollFunctions } from 'n8n-workflow';

import type { Audience } from '../errors/problem';
import { isScheduled } from '../state/pollState';

/** Contexts that have polled before. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Who reads the error of a poll. n8n publishes a workflow by running its first poll, and then shows
 * only the error's message. It doesn't tell the node, but that poll has a new context, which later
 * polls share. Polls run by the durable scheduler each have their own context and less time.
 */
export function audienceOf(context: IPollFunctions): Audience {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && !isScheduled(context) ? 'publishing' : 'execution';
}
