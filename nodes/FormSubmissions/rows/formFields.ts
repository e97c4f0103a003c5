import { isRecord } from '../general/records';

/** Form fields, or what stands for one, by name. */
export type Fields = Array<[name: string, value: unknown]>;

/** Data that isn't an object becomes `field_data`, unless it is PHP's empty object: an empty list, or an empty text. */
export function submittedFields(data: unknown): Fields {
	if (isRecord(data)) return Object.entries(data);
	const isNone = data === undefined || data === null || data === '';
	return isNone || (Array.isArray(data) && data.length === 0) ? [] : [['field_data', data]];
}

/** With the parts of each group after it: whatever a person can choose. */
export function fieldsAndParts(data: unknown, isSplit?: IsSplit): Fields {
	return submittedFields(data).flatMap(([name, value]) => [
		[name, value],
		...(partsOf(name, value, isSplit) ?? []),
	]);
}

/**
 * The most that the names of a group's parts may have in all (characters). Each repeats the names of the
 * groups around it, so that deeply nested ones, which anyone can submit, could fill n8n's memory.
 */
const MAX_PART_NAMES_LENGTH = 100_000;

type IsSplit = (group: Record<string, unknown>) => boolean;

/**
 * The parts of a group, at any depth, as if each were a field: `first` in the group `Full name` is
 * `Full name first`. A list of groups is a value, and so is a group that isn't split. Undefined for what
 * isn't a group, and for one with too many parts.
 */
export function partsOf(
	field: string,
	value: unknown,
	isSplit: IsSplit = () => true,
): Fields | undefined {
	if (!isRecord(value) || !isSplit(value)) return undefined;
	const parts: Fields = [];
	let namesLength = 0;
	// Not recursive: anyone can submit what is nested thousands of levels deep.
	const left: Fields = [[field, value]];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const [name, inner] = next;
		const entries = isRecord(inner) && isSplit(inner) ? Object.entries(inner).reverse() : [];
		for (const [part, ofPart] of entries) left.push([`${name} ${part}`, ofPart]);
		if (entries.length > 0) continue;
		parts.push([name, blankIfEmpty(inner)]);
		namesLength += name.length;
		if (namesLength > MAX_PART_NAMES_LENGTH) return undefined;
	}
	return parts;
}

/** An empty group is an empty text. */
export function blankIfEmpty(value: unknown): unknown {
	return isRecord(value) && Object.keys(value).length === 0 ? '' : value;
}
