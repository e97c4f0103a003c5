/**
 * What a visitor may have entered, under names that form builders make of questions, or that tools
 * take apart: dots, brackets, quotes, an index of millions, and words that lists or sheets use.
 */
export const HOSTILE = {
	Q1: 'Yes',
	'Q1. Why?': 'Because',
	Q1_0: 'not an entry of Q1',
	'Tel. no.': '007',
	'topics[]': 'Billing',
	"['bracketed']": 'by single quotes',
	'["bracketed"]': 'by double quotes',
	'x[20000000]': 'an index of millions',
	'20000000': 'a number',
	'Visitor\'s "nick", or `none`': 'A',
	größe: 'S',
	rows: 'seven',
	length: 20_000_000,
	'=Total': '$&',
	'{{ $json.email }}': '{{ 1 + 1 }}',
};

/** Those that a person can choose from a list: n8n would run a chosen value that begins with "=". */
export const CHOSEN = Object.fromEntries(
	Object.entries(HOSTILE).filter(([name]) => name !== '=Total'),
);

/** The column of a row that has such a field. */
const columnOf = (name: string): string => (name === 'row_number' ? `field_${name}` : name);

/** The part of a row that holds these fields. */
export const inColumns = <T>(fields: Record<string, T>): Record<string, T> =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value]));

/** The fields of a row that have such names, whatever else it has. */
export function hostilePartOf(row: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.keys(HOSTILE).map((name) => [name, row[columnOf(name)]]));
}
