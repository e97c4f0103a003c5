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
		const forms = new Map<unknown, Map<string, { names: Set<string>; most: number }>>();
		for (const { data, formId } of submissions) {
			if (!isRecord(data)) continue;
			for (const field of Object.keys(data)) {
				const value = data[field];
				if (!isRecord(value)) continue;
				const groups = forms.get(formId) ?? new Map<string, { names: Set<string>; most: number }>();
				const group = groups.get(field) ?? { names: new Set(), most: 0 };
				forms.set(formId, groups.set(field, group));
				const names = Object.keys(value);
				group.most = Math.max(group.most, names.length);
				for (const name of names) group.names.add(name);
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
