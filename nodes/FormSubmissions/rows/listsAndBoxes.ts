import { isRecord } from '../general/records';

/*
 * What the entries of a value are: of a list, in whatever shape a form sends one, and of boxes of which some are
 * ticked. Rows, the filter for values, and counts all ask here.
 */

/** The entries of a list, or the names of the ticked parts of a group; undefined for what is neither. */
export function entriesOf(value: unknown): unknown[] | undefined {
	return listOf(value) ?? tickedIn(value);
}

/**
 * The entries of a list, of a group that stands for one, as PHP writes it (`{"1":"B","other":"C"}`), or of JSON
 * text. Entries that are options are what people see of these: `{"id":7,"value":"meat"}` is `meat`.
 */
export function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return asOptions(value) ?? value;
	if (typeof value === 'string') return value.startsWith('[') ? listInText(value) : undefined;
	return isRecord(value) ? listInGroup(value) : undefined;
}

const NUMBER = /^(0|[1-9]\d*)$/;

const SHORT_NUMBER_OR_OTHER = /^(\d\d?|other(_\d+)?)$/i;

function listInGroup(group: Record<string, unknown>): unknown[] | undefined {
	const names = Object.keys(group);
	const entries = Object.values(group);
	if (Object.hasOwn(group, '0') && names.every((name) => NUMBER.test(name))) {
		return asOptions(entries) ?? entries;
	}
	// A longer number may be a year or an ID, and numbers may be of the rows of a table: these say whose it is.
	if (names.length === 0 || !names.every((name) => SHORT_NUMBER_OR_OTHER.test(name))) {
		return undefined;
	}
	if (tickedIn(group)) return undefined;
	const options = asOptions(entries);
	return options?.every((one) => typeof (one ?? '') === 'string') ? options : undefined;
}

/** Only if that is all there is in it, and nothing is rounded: a text that merely has brackets stays as it is. */
function listInText(text: string): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(text);
		const isExact = (one: unknown) => typeof one !== 'number' || Number.isSafeInteger(one);
		return Array.isArray(list) && list.every(isExact) ? asOptions(list) : undefined;
	} catch {
		return undefined;
	}
}

/** Undefined if any entry is neither plain nor an option. */
function asOptions(list: unknown[]): unknown[] | undefined {
	if (!list.some(isObject)) return list;
	const options = list.map((entry) => (isObject(entry) ? textOfOption(entry) : entry));
	return options.includes(undefined) ? undefined : options;
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

/** What says which option it is; whatever else is in an object, somebody entered. */
const PARTS_OF_OPTION = /^(_?id|[gu]id|uuid|key|ref|slug|code|color)$/;

function textOfOption(entry: unknown): unknown {
	if (!isRecord(entry)) return undefined;
	const { value, label, name, text, ...others } = entry;
	// A name with a value is what was asked, and what was answered.
	const isPair = name !== undefined && value !== undefined;
	if (isPair || !Object.keys(others).every((part) => PARTS_OF_OPTION.test(part))) return undefined;
	return [value, label, name, text].find((one) => !isObject(one) && (one ?? '') !== '');
}

/** Boxes as programs, forms, and browsers send them; those that aren't ticked may be empty. */
const TICKED = new Set<unknown>([true, 'true', 'on']);

const UNTICKED = new Set<unknown>([false, 'false', '', null]);

/** The names of the ticked parts of a group of nothing but yes and no; undefined for anything else. */
export function tickedIn(value: unknown): string[] | undefined {
	if (!isRecord(value)) return undefined;
	const ticked: string[] = [];
	let isBlank = true;
	for (const name in value) {
		const one = value[name];
		if (TICKED.has(one)) ticked.push(name);
		else if (!UNTICKED.has(one)) return undefined;
		isBlank &&= (one ?? '') === '';
	}
	return isBlank ? undefined : ticked;
}
