import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { listOf } from './listsAndBoxes';

/*
 * Which groups of a form get a column for each part: those whose parts are called the same in each submission.
 */

/**
 * Whether the parts of a group have names that other submissions have, too. If one is a number or an ID, or is a
 * group with a digit in its name, they are the rows of a list: the next submission has others, and a
 * table would get columns without end. This looks at one submission, since a trigger knows no others.
 */
export function isOfNamedParts(group: Record<string, unknown>): boolean {
	if (listOf(group)) return false;
	for (const name in group) {
		if (HAS_DIGIT.test(name) && (isRecord(group[name]) || isNumberOrId(name))) return false;
	}
	return true;
}

const HAS_DIGIT = /\p{Nd}/u;

/** `7`, `2026-03-10`, `entry_1738`, `k3f9x2`; not `Line 1`, `18-24`, or `B2B`. */
function isNumberOrId(name: string): boolean {
	if (/^\s*\p{Nd}+\s*$|\p{Nd}{3}/u.test(name)) return true;
	const words = name.match(/[\p{L}\p{Nd}]{6,}/gu) ?? [];
	return words.some((word) => /\p{L}\p{Nd}+\p{L}|\p{Nd}\p{L}+\p{Nd}/u.test(word));
}

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
