import { isRecord } from '../general/records';

/*
 * What the entries of a value are: of a list, in whatever shape a form sends one, and of boxes of which some are
 * ticked. Rows, the filter for values, and counts all ask here.
 */

/** The entries of a list, or the names of the ticked parts of a group; undefined for what is neither. */
export function entriesOf(value: unknown): unknown[] | undefined {
	return (
		listOf(value) ??
		tickedIn(value)
			?.filter(([, isTicked]) => isTicked)
			.map(([name]) => name)
	);
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

/** Only if that is all there is in it: a text that merely has brackets stays what was written. */
function listInText(text: string): unknown[] | undefined {
	try {
		const list: unknown = JSON.parse(text);
		return Array.isArray(list) && list.every(isKept) ? asOptions(list) : undefined;
	} catch {
		return undefined;
	}
}

/** JavaScript rounds longer numbers. */
function isKept(entry: unknown): boolean {
	return typeof entry !== 'number' || Number.isSafeInteger(entry);
}

/** Without those that weren't chosen. Undefined if any entry is neither plain nor an option. */
function asOptions(list: unknown[]): unknown[] | undefined {
	if (!list.some(isObject)) return list;
	const options = list.map((entry) => (isObject(entry) ? textOfOption(entry) : entry));
	return options.includes(undefined) ? undefined : options.filter((_, at) => isChosen(list[at]));
}

function isChosen(entry: unknown): boolean {
	return !isRecord(entry) || (entry.selected !== false && entry.checked !== false);
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

/** What says which option it is; whatever else is in an object, somebody entered. */
const PARTS_OF_OPTION =
	/^(value|label|name|text|selected|checked|_?id|[gu]id|uuid|key|ref|slug|code|color)$/;

function textOfOption(entry: unknown): unknown {
	if (!isRecord(entry) || !Object.keys(entry).every((part) => PARTS_OF_OPTION.test(part))) {
		return undefined;
	}
	const { value, label, name, text } = entry;
	// What was asked, and what was answered.
	if (name !== undefined && value !== undefined) return undefined;
	return [value, label, name, text].find((one) => !isObject(one) && (one ?? '') !== '');
}

/** Boxes as programs, forms, and browsers send them; those that aren't ticked may be empty. */
const TICKS = new Map<unknown, boolean | undefined>([
	...[true, 'true', 'on'].map((value): [unknown, boolean] => [value, true]),
	...[false, 'false'].map((value): [unknown, boolean] => [value, false]),
	...['', null].map((value): [unknown, undefined] => [value, undefined]),
]);

/** The parts of a group of nothing but yes and no; undefined for anything else. */
export function tickedIn(value: unknown): Array<[name: string, isTicked: boolean]> | undefined {
	if (!isRecord(value)) return undefined;
	let hasAny = false;
	for (const name in value) {
		if (!TICKS.has(value[name])) return undefined;
		hasAny ||= TICKS.get(value[name]) !== undefined;
	}
	if (!hasAny) return undefined;
	return Object.entries(value).map(([name, one]) => [name, TICKS.get(one) === true]);
}
