import type { IPollFunctions } from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isNothingNew, listKeyOf } from '../watching/allForms';
import type { Checkpoint } from '../watching/checkpoint';
import type { Session } from '../watching/session';
import type { Turn } from './turns';

/** One of so many polls asks all the same: it looks for late submissions, too. */
const ASKS_EVERY = 10;

/** When the last poll that asked began (Unix milliseconds), and how many have asked nothing since. */
type Asked = { atMs: number; leftOut: number };

const lastAsked = new ProcessMemory<Asked>(10_000);

/**
 * Whether a poll needs no request: triggers that listen with the same key have read the list of all forms since
 * the last one that asked, and found nothing of this form.
 */
export function needsNoRequest(
	context: IPollFunctions,
	{ connection, watched }: Session,
	{ formId, unfinished }: { formId?: string; unfinished: Checkpoint['unfinished'] },
): boolean {
	const key = nodeKeyOf(context);
	const asked = lastAsked.get(key);
	if (!asked || unfinished.length > 0 || asked.leftOut >= ASKS_EVERY - 1) return false;
	if (!isNothingNew(listKeyOf(connection, watched.filter), formId, asked.atMs)) return false;
	asked.leftOut++;
	return true;
}

/** A poll has read all that was new when it began. */
export function noteAsked(context: IPollFunctions, { beganAtMs }: Turn): void {
	lastAsked.set(nodeKeyOf(context), { atMs: beganAtMs, leftOut: 0 });
}
