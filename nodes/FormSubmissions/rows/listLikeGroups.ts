import type { Submission } from '../api/types';
import { isRecord } from '../general/records';

/** A group has at least so many names of parts before they count as many. */
const MANY_NAMES = 30;

/** How many times as many names there are as any one submission has. */
const TIMES_AS_MANY = 3;

/**
 * The groups whose parts are called otherwise in nearly each submission, as those of a list whose entries are
 * called by what was entered. They stay text, once a page shows them: columns would be without end.
 */
export class ListLikeGroups {
	private readonly found = new Map<unknown, Set<string>>();

	/** A page at a time. */
	meet(submissions: Submission[]): void {
		const forms = new Map<unknown, Map<string, Group>>();
		for (const { data, formId } of submissions) {
			if (!isRecord(data)) continue;
			for (const field in data) {
				const value = data[field];
				if (isRecord(value)) groupIn(forms, formId, field).meet(Object.keys(value));
			}
		}
		for (const [formId, groups] of forms) {
			for (const [field, { names, most }] of groups) {
				if (names.size <= MANY_NAMES || names.size <= TIMES_AS_MANY * most) continue;
				this.found.set(formId, (this.found.get(formId) ?? new Set()).add(field));
			}
		}
	}

	has(formId: unknown, field: string): boolean {
		return this.found.size > 0 && this.found.get(formId)?.has(field) === true;
	}
}

class Group {
	readonly names = new Set<string>();

	most = 0;

	private last: string[] = [];

	meet(names: string[]): void {
		// Most groups have the same parts in each submission.
		if (names.length === this.last.length && names.every((name, at) => name === this.last[at]))
			return;
		this.last = names;
		this.most = Math.max(this.most, names.length);
		for (const name of names) this.names.add(name);
	}
}

function groupIn(forms: Map<unknown, Map<string, Group>>, formId: unknown, field: string): Group {
	let groups = forms.get(formId);
	if (!groups) forms.set(formId, (groups = new Map<string, Group>()));
	let group = groups.get(field);
	if (!group) groups.set(field, (group = new Group()));
	return group;
}
