import { valueError } from '../errors/errors';
import { COLUMNS, DEFAULT_COLUMNS, DELIVERY_COLUMNS, type Column } from '../rows/columns';
import type { RowOptions } from '../rows/pageRows';
import type { Described, ParameterContext, ParameterReader } from './reader';
import { isEmpty, readBoolean, readChoice, readChoices, readCollection } from './values';

/**
 * With the two options for columns, this offers tools what n8n's UX guidelines call Output: Simplified,
 * Raw, or Selected Fields. A parameter of that name would store the same choices twice.
 */
export const simplifyField: Described<'simplify'> = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row per submission, with a column for each form field',
};

/** The options that were added, by name. Their values can be of any type and are unchecked. */
export type Options = {
	[name in
		| 'columns'
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

const formFieldsOption: Option = {
	displayName: 'Form Field Names or IDs',
	name: 'fields',
	type: 'multiOptions',
	typeOptions: {
		loadOptionsMethod: 'getFields',
		loadOptionsDependsOn: ['formId.value', 'submissionId.value'],
	},
	default: [],
	displayOptions: { show: { '/simplify': [true] } },
	description:
		'The form fields to include as columns in every row, in this order. Fields not filled in are empty. Without this option, each row has the fields that were submitted. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const COLUMN_LABELS: Record<Column, string> = {
	createdAt: 'Created At',
	files: 'Files',
	formId: 'Form ID',
	formName: 'Form Name',
	id: 'ID',
	ip: 'IP Address',
	spamScore: 'Spam Score',
	status: 'Status',
	submittedAt: 'Submitted At',
	tags: 'Tags',
};

export const columnsOption = serviceColumns(COLUMNS);

/** The same for rows of deliveries, which have fewer. */
export const deliveryColumnsOption = serviceColumns(DELIVERY_COLUMNS);

function serviceColumns(columns: readonly Column[]): Option {
	const options = columns.map((value) => ({ name: COLUMN_LABELS[value], value }));
	return {
		displayName: 'Service Columns',
		name: 'columns',
		type: 'multiOptions',
		options: options.sort((a, b) => a.name.localeCompare(b.name)),
		default: [...columns.filter((name) => DEFAULT_COLUMNS.includes(name))],
		displayOptions: { show: { '/simplify': [true] } },
		description:
			'The columns to include besides the form fields. If none is selected, rows have only the form fields.',
	};
}

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
	description:
		'How to format the submission time. Spreadsheets recognize the local format as a date.',
};

/** The options of every operation that returns submissions. */
export const ROW_OPTIONS = [escapeFormulasOption, formFieldsOption, columnsOption, timesOption];

/** The collection called Options in every node. */
export function optionsField(options: Option[]): Described<'options'> {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** Read the collection once, then its entries with the readers below or those in `values.ts`. */
export function readOptions({ context, value }: ParameterReader): Options {
	return readCollection(context, value('options'), "'Options'");
}

/** An option that the node doesn't have is at its default. */
export function readRowOptions(
	{ context, value }: ParameterReader,
	{ fields, columns, times, escapeFormulas }: Options,
): RowOptions {
	const isLocal = readChoice(context, times, "The option 'Times'", ['iso', 'local']) === 'local';
	return {
		simplify: readBoolean(context, value('simplify'), "'Simplify'", true),
		fields: readFormFields(context, fields),
		columns:
			readChoices(context, columns, "The option 'Service Columns'", COLUMNS) ?? DEFAULT_COLUMNS,
		timeZone: isLocal ? context.getTimezone() : undefined,
		escapeFormulas: readBoolean(context, escapeFormulas, "The option 'Escape Formulas'", false),
	};
}

/** The names of the form fields every row has, without duplicates; undefined if none are chosen. */
function readFormFields(context: ParameterContext, value: unknown): string[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
		const problem = "The option 'Form Field Names or IDs' isn't a list of names.";
		throw valueError(context.getNode(), problem, {
			person:
				'Choose the fields from the list, or have the expression return a list, e.g. {{ ["name", "email"] }}.',
			model: 'Use a list of field names, e.g. ["name", "email"].',
		});
	}
	return value.length > 0 ? [...new Set(value)] : undefined;
}
