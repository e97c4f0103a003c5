import type { RowLook } from '../rows/rowShape';
import { valueError } from '../errors/errors';
import type { Described, ParameterContext, ParameterReader } from './reader';
import { isEmpty, readBoolean, readChoice, readCollection } from './values';

export const simplifyField: Described<'simplify'> = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row for each submission, its form fields by name',
};

/** The options that were added, by name. Their values can be of any type and are unchecked. */
export type Options = {
	[name in
		| 'escapeFormulas'
		| 'fields'
		| 'order'
		| 'revision'
		| 'skipRepeated'
		| 'startFrom'
		| 'times']?: unknown;
};

export type Option = Described<keyof Options>;

export const escapeFormulasOption: Option = {
	displayName: 'Escape Formulas',
	name: 'escapeFormulas',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/simplify': [true] } },
	description:
		'Whether to put an apostrophe before text that a spreadsheet would run as a formula. Turn it on for CSV and Excel files; otherwise leave it off.',
	builderHint: {
		propertyHint:
			'Set to true whenever the rows end up in a CSV or Excel file: anyone who fills in the form can enter a formula. Leave it off for databases, CRMs, and for Google Sheets with cellFormat RAW.',
	},
};

export const formFieldsOption: Option = {
	displayName: 'Form Field Names or IDs',
	name: 'fields',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getFields', loadOptionsDependsOn: ['formId.value'] },
	default: [],
	displayOptions: { show: { '/simplify': [true] } },
	description:
		'The form fields that every row has, in this order; one that was not filled in is empty. Without this option, a row has the fields that were submitted. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

export const timesOption: Option = {
	displayName: 'Times',
	name: 'times',
	type: 'options',
	options: [
		{
			name: 'As Sent (ISO 8601, UTC)',
			value: 'iso',
			description: 'Like 2026-01-31T09:00:00.000Z, for programs',
		},
		{
			name: 'Local, for Spreadsheets',
			value: 'local',
			description: 'Like 2026-01-31 10:00:00, in the time zone of the workflow',
		},
	],
	default: 'iso',
	displayOptions: { show: { '/simplify': [true] } },
	description: 'How to write the time of submission. Spreadsheets read the local form as a date.',
};

/** The collection called Options in every node. List its entries alphabetically by label. */
export function optionsField(options: Option[]): Described<'options'> {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

/** Read the collection once, then its entries with the readers below or those in `values.ts`. */
export function readOptions({ context, value }: ParameterReader): Options {
	return readCollection(context, value('options'), { name: "'Options'" });
}

/** How submissions are returned: as sent if `simplify` is off, or else as rows that look so. */
export type RowOptions = RowLook & { simplify: boolean };

/** An option that the node doesn't have is at its default. */
export function readRowOptions(
	{ context, value }: ParameterReader,
	{ fields, times, escapeFormulas }: Options,
): RowOptions {
	return {
		simplify: readBoolean(context, value('simplify'), { name: "'Simplify'", fallback: true }),
		fields: readFormFields(context, fields),
		timeZone: readTimeZone(context, times),
		escapeFormulas: readBoolean(context, escapeFormulas, {
			name: "The option 'Escape Formulas'",
			fallback: false,
		}),
	};
}

/** The names of the form fields every row has, without duplicates; undefined if none are chosen. */
function readFormFields(context: ParameterContext, value: unknown): string[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
		throw valueError(
			context.getNode(),
			"The option 'Form Field Names or IDs' isn't a list of names.",
			{
				person:
					'Choose the fields from the list, or have the expression return a list, e.g. {{ ["name", "email"] }}.',
				model: 'Use a list of field names, e.g. ["name", "email"].',
			},
		);
	}
	return value.length > 0 ? [...new Set(value)] : undefined;
}

/** The time zone in which to write times; undefined to leave them as they were sent. */
function readTimeZone(context: ParameterContext, times: unknown): string | undefined {
	const choice = readChoice(context, times, {
		name: "The option 'Times'",
		fallback: 'iso',
		choices: ['iso', 'local'],
	});
	return choice === 'local' ? context.getTimezone() : undefined;
}
