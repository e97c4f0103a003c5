import { isRecord } from '../general/records';

/** Form fields, or what stands for one, by name. */
export type Fields = Array<[name: string, value: unknown]>;

/** Data that isn't an object becomes `field_data`. */
export function submittedFields(data: unknown): Fields {
	const isNamed = isRecord(data) || data === undefined || data === null;
	return isNamed ? Object.entries(data ?? {}) : [['field_data', data]];
}

/** With the parts of each group in its place. */
export function fieldsInParts(data: unknown): Fields {
	return submittedFields(data).flatMap(([name, value]) => partsOf(name, value) ?? [[name, value]]);
}

/** With the parts of each group after it: whatever a person can choose. */
export function fieldsAndParts(data: unknown): Fields {
	return submittedFields(data).flatMap(([name, value]) => [
		[name, value],
		...(partsOf(name, value) ?? []),
	]);
}

/**
 * The most that the names of a group's parts may have in all (characters). Each repeats the names of the
 * groups around it, so that deeply nested ones, which anyone can submit, could fill n8n's memory.
 */
const MAX_NAMES_LENGTH = 100_000;

/**
 * The parts of a group, at any depth, as if each were a field: `first` in the group `Full name` is
 * `Full name first`. A list of groups is a value. Undefined for what isn't a group, and for one with too
 * many parts.
 */
export function partsOf(field: string, value: unknown): Fields | undefined {
	if (!isRecord(value)) return undefined;
	const parts: Fields = [];
	let namesLength = 0;
	// Not recursive: anyone can submit what is nested thousands of levels deep.
	const left: Fields = [[field, value]];
	for (let next = left.pop(); next !== undefined; next = left.pop()) {
		const [name, inner] = next;
		const entries = isRecord(inner) ? Object.entries(inner).reverse() : [];
		for (const [part, ofPart] of entries) left.push([`${name} ${part}`, ofPart]);
		if (entries.length > 0) continue;
		parts.push([name, isRecord(inner) ? '' : inner]);
		namesLength += name.length;
		if (namesLength > MAX_NAMES_LENGTH) return undefined;
	}
	return parts;
}

/** By column: what fields have that share one is a list, in their order, of those that have anything. */
export function fieldsByColumn(fields: Fields, columnFor: (field: string) => string): Fields {
	const valuesOf = new Map<string, unknown[]>();
	for (const [field, value] of fields) {
		const column = columnFor(field);
		const values = valuesOf.get(column);
		if (values) values.push(value);
		else valuesOf.set(column, [value]);
	}
	return [...valuesOf].map(([column, values]) => [column, together(values)]);
}

export function together(values: unknown[]): unknown {
	const [first, ...others] = values;
	if (others.length === 0) return first;
	const some = values.filter((value) => value !== undefined && value !== null);
	const filledIn = some.filter(
		(value) => value !== '' && !(Array.isArray(value) && value.length === 0),
	);
	return filledIn.length > 1 ? filledIn.flat() : (filledIn[0] ?? some[0]);
}
