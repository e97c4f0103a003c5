import { quoteValue } from '../errors/quotes';
import { COLUMNS, DEFAULT_COLUMNS, type Column, type NameStyle } from '../rows/columnNames';
import type { GroupStyle } from '../rows/formColumns';
import type { ListStyle } from '../rows/listsAsColumns';
import { readTimeZone } from './dates';
import { listIn } from './entered';
import { boolean, choice, choices, collection } from './kinds';
import {
	decidesDisplay,
	parameter,
	mapParameter,
	type Parameter,
	type ParametersOf,
} from './parameter';

/**
 * With the two options for columns, this offers tools what n8n's UX guidelines call Output: Simplified,
 * Raw, or Selected Fields. A parameter of that name would store the same choices twice.
 */
const simplifies = boolean({
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row per submission, with a column for each form field. <a href="https://www.npmjs.com/package/n8n-nodes-form-submissions#one-submission-as-a-row">What other nodes make of rows</a>',
});

export const simplify = decidesDisplay(simplifies);

const IF_SIMPLIFIED = { show: { '/simplify': [true] } };

const escapeFormulas = boolean({
	displayName: 'Escape Formulas',
	name: 'escapeFormulas',
	default: true,
	ifLeftOut: false,
	displayOptions: IF_SIMPLIFIED,
	description:
		'Whether to put an apostrophe before text that a spreadsheet would run as a formula. Turn this on for CSV files; otherwise, leave it off. Phone numbers such as +49 171 5551234 get an apostrophe, too.',
	builderHint: {
		propertyHint:
			'Set to true whenever the rows end up in a CSV file: anyone who fills in the form can enter a formula. Leave it off for Excel files (their cells are text), databases, CRMs, and for Google Sheets with cellFormat RAW.',
	},
});

const formFields = parameter<string[] | undefined>(
	{
		displayName: 'Form Field Names or IDs',
		name: 'fields',
		type: 'multiOptions',
		typeOptions: {
			loadOptionsMethod: 'getFieldNames',
			loadOptionsDependsOn: ['formId.value', 'submissionId.value'],
		},
		default: [],
		displayOptions: IF_SIMPLIFIED,
		description:
			'The form fields that every row has, in this order; those not filled in are empty. Without this option, rows have what was submitted (in Get Many, the same fields in all rows of a form). Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	undefined,
	(value, fail) => {
		const names = listIn(value);
		if (!names?.every((name) => typeof name === 'string')) {
			return fail(
				`is ${quoteValue(value)}, which isn't a list of names. Use a list of field names, e.g. {{ ["name", "email"] }} in an expression, or ["name", "email"] as text.`,
			);
		}
		return names.length === 0 ? undefined : [...new Set(names)];
	},
);

/** Named as in a row, like form fields in their option. */
const columnOptions = (names: readonly Column[]) =>
	[...names].sort().map((name) => ({ name, value: name }));

const chosenColumns = choices<Column>({
	displayName: 'Service Columns',
	name: 'columns',
	options: columnOptions(COLUMNS),
	default: [...DEFAULT_COLUMNS],
	displayOptions: IF_SIMPLIFIED,
	description:
		'The columns to include besides the form fields. If none is selected, rows have only the form fields.',
});

const columns: Parameter<readonly Column[]> = {
	property: chosenColumns.property,
	read(source) {
		const isNone = listIn(source.value('columns'))?.length === 0;
		return isNone ? [] : (chosenColumns.read(source) ?? DEFAULT_COLUMNS);
	},
};

const chosenNames = choice<NameStyle>({
	displayName: 'Column Names',
	name: 'names',
	options: {
		asInForm: {
			name: 'As in the Form',
			description: "Some of n8n's nodes misread names with dots, commas, brackets, or braces",
		},
		plain: {
			name: 'Letters, Digits, and Underscores',
			description: "Data tables and n8n's nodes take these as they are: Full name is Full_name",
		},
	},
	default: 'plain',
	ifLeftOut: 'asInForm',
	displayOptions: IF_SIMPLIFIED,
	description:
		"How to name the columns. With Letters, Digits, and Underscores, letters lose their accents, signs become words, names that differ only in separators share a column, and 'id' and 'createdAt' are called 'submissionId' and 'receivedAt'.",
	builderHint: {
		propertyHint:
			"Set to 'plain' whenever rows go into a Data Table with automatic mapping, or through Edit Fields, Merge, Summarize, Split Out, or Aggregate. A field 'Full name' is then {{ $json.Full_name }}, and the submission's ID {{ $json.submissionId }}.",
	},
});

/** Undefined if nobody added it: then, a hint may say what it is for. */
const names: Parameter<NameStyle | undefined> = {
	property: chosenNames.property,
	read(source) {
		const chosen = chosenNames.read(source);
		return (source.value('names') ?? source.stored('names')) === undefined ? undefined : chosen;
	},
};

const groups = choice<GroupStyle>({
	displayName: 'Groups',
	name: 'groups',
	options: {
		columns: {
			name: 'A Column for Each Part',
			description:
				'Full name becomes Full name first and Full name last. Lists of groups stay JSON text.',
		},
		text: {
			name: 'JSON Text',
			description: 'One column: {"first":"Ada","last":"Lovelace"}, or the names of those ticked',
		},
	},
	default: 'text',
	ifLeftOut: 'columns',
	displayOptions: IF_SIMPLIFIED,
	description:
		"How to return a group: a field with named parts, such as a name or an address. Without this option, each part has a column. A group chosen in 'Form Field Names or IDs' stays one column; choose its parts there instead.",
});

export const lists = choice<ListStyle>({
	displayName: 'Lists',
	name: 'lists',
	options: {
		columns: {
			name: 'A Column for Each Entry',
			description: 'For topics: topics Billing and topics Support, each true or false',
		},
		text: { name: 'Text', description: 'One column for all entries, e.g. Billing, Support' },
	},
	default: 'columns',
	ifLeftOut: 'text',
	displayOptions: IF_SIMPLIFIED,
	description:
		'How to return a list, e.g. of checkboxes. With a column for each entry that any of the submissions has, a spreadsheet or a data table can count, sort, and filter by it. A list with more than 100 different entries stays text.',
	builderHint: {
		propertyHint:
			"Set to 'columns' for a table with a column for each option of a checkbox question. To count options, use Count by Answer instead.",
	},
});

const times = choice({
	displayName: 'Times',
	name: 'times',
	options: {
		iso: {
			name: 'As Sent (ISO 8601, UTC)',
			description: 'For programs, e.g. 2026-01-31T09:00:00.000Z',
		},
		local: {
			name: 'Local, for Spreadsheets',
			description: "In the workflow's time zone, e.g. 2026-01-31 10:00:00",
		},
	},
	default: 'local',
	ifLeftOut: 'iso',
	displayOptions: IF_SIMPLIFIED,
	description:
		"How to format 'submittedAt' and 'createdAt'. Dates and times in form fields stay as sent. The local format is in the workflow's time zone (⋯ > Settings; n8n's default is New York). CSV files show it as a date; elsewhere, the function VALUE makes one.",
});

const timeZone = mapParameter(times, (format, context) =>
	({ iso: () => undefined, local: readTimeZone })[format](context),
);

export const ROW_OPTIONS = {
	escapeFormulas,
	fields: formFields,
	columns,
	timeZone,
	names,
	groups,
};

export function optionsParameter<Values>(parameters: ParametersOf<Values>): Parameter<Values> {
	return collection({
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		parameters,
	});
}
