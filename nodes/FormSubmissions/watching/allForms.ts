import type { Connection } from '../api/connection';
import type { SubmissionFilter } from '../api/types';
import { ProcessMemory } from '../general/processMemory';
import { statusesOf } from './watched';

/*
 * What readings of the list of all forms have found lately: who watches one of these forms with the same
 * key, statuses, and tests needs no request to know that nothing is new.
 */

/** Times are Unix milliseconds by this machine's clock. */
type AllForms = {
	/** Since when the readings have followed one another without a gap. */
	sinceMs: number;
	/** When the last one that ended well began. */
	beganAtMs: number;
	/** When the last reading that found something new of a form ended, by the form's ID. */
	foundAtMs: Map<string, number>;
};

const lists = new ProcessMemory<AllForms>(500);

/** Identifies the list of all forms that a key, statuses, and tests give. */
export function listKeyOf({ keyDigest }: Connection, filter: SubmissionFilter): string {
	return JSON.stringify([keyDigest, statusesOf(filter), filter.includeTest ?? false]);
}

/** A reading of the list has ended well; `forms` are those of which it found something new. */
export function noteAllFormsRead(
	listKey: string,
	{ beganAtMs, endedAtMs, forms }: { beganAtMs: number; endedAtMs: number; forms: Set<string> },
): void {
	const { sinceMs, foundAtMs } = lists.get(listKey) ?? {
		sinceMs: endedAtMs,
		foundAtMs: new Map(),
	};
	for (const form of forms) foundAtMs.set(form, endedAtMs);
	lists.set(listKey, { sinceMs, beganAtMs, foundAtMs });
}

/** The list isn't read anymore, or readings begin anew. */
export function noteNotRead(listKey: string): void {
	lists.delete(listKey);
}

/** Whether nothing has become visible in a form's list, or in that of all forms, between `sinceMs` and a reading after it. */
export function isNothingNew(
	listKey: string,
	formId: string | undefined,
	sinceMs: number,
): boolean {
	const list = lists.get(listKey);
	if (!list || list.sinceMs >= sinceMs || list.beganAtMs <= sinceMs) return false;
	const found = formId === undefined ? [...list.foundAtMs.values()] : [list.foundAtMs.get(formId)];
	return found.every((atMs = -Infinity) => atMs < sinceMs);
}
