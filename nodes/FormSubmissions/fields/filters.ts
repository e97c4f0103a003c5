import type { FieldMatch } from '../api/fieldMatch';
import type { ReceivedRange } from '../api/receivedBetween';
import type { SubmissionFilter } from '../api/types';
import { inputError, valueError } from '../errors';
import { zonedTime } from '../rows/localTime';
import { date } from './date';
import { mapField, type Field, type FieldContext, type FieldsOf } from './field';
import { plainText, quoteValue } from './entered';
import { boolean, choices, collection, field, emptyIsLeftOut, type Fail } from './kinds';

const includeTest = boolean({
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	// Whoever adds the filter wants test submissions.
	default: true,
	ifLeftOut: false,
	description: 'Whether to also return submissions marked as tests',
});

const status = choices({
	displayName: 'Status',
	name: 'status',
	options: [
		{ name: 'New', value: 'new' },
		{ name: 'Quarantined', value: 'quarantined' },
		{ name: 'Spam', value: 'spam' },
	],
	default: [],
	description:
		'Include only submissions with one of these statuses (new, quarantined, spam). If none is chosen, quarantined submissions and spam are left out.',
});

const statuses = emptyIsLeftOut(status);

function receivedDate(name: string, displayName: string, when: string) {
	return date({
		displayName,
		name,
		description: `Include only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	});
}

const receivedAfter = receivedDate('receivedAfter', 'Received After', 'at this time or later');
const receivedBefore = receivedDate('receivedBefore', 'Received Before', 'before this time');

const FIELD_NAME = 'Field Name or ID';
const FIELD_VALUE = 'Field Value';

/** Not trimmed: spaces can be part of a field's name. */
const fieldName = field(
	{
		displayName: FIELD_NAME,
		name: 'fieldName',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getFields', loadOptionsDependsOn: ['formId.value'] },
		default: '',
		description:
			'The form field to compare with \'Field Value\', exactly as it is spelled in the form. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	'',
	(value, fail) => (typeof value === 'string' ? value : readPlain(value, fail)),
);

const fieldValue = field(
	{
		displayName: FIELD_VALUE,
		name: 'fieldValue',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description:
			"Include only submissions in which that form field has this value, ignoring case; if it has several values, one match is enough. To find them, the node reads the list, up to 12,000 submissions a minute: add 'Received After' to shorten it.",
	},
	'',
	readPlain,
);

function readPlain(value: unknown, fail: Fail): string {
	const text = plainText(value);
	const isInfinite = typeof value === 'number' && !Number.isFinite(value);
	if (text !== '' && !isInfinite) return text;
	return fail(`is ${quoteValue(value)}, which isn't text.`, {
		person: PLAIN_ADVICE,
		model: PLAIN_ADVICE,
	});
}

const PLAIN_ADVICE = 'Use text or a number.';

/** The filters that the service itself applies. */
export const filters: Field<SubmissionFilter> = filterCollection({ includeTest, statuses });

/** What restricts a list; the node itself applies the time range and the value of a form field. */
export type ListFilters = { filter: SubmissionFilter; range: ReceivedRange; match?: FieldMatch };

/** All filters of a list. Reading them throws if no submission can match. */
export const listFilters: Field<ListFilters> = mapField(
	filterCollection({
		includeTest,
		statuses,
		fromMs: receivedAfter,
		beforeMs: receivedBefore,
		fieldName,
		fieldValue,
	}),
	({ includeTest: withTest, statuses: chosen, fromMs, beforeMs, ...entered }, context) => ({
		filter: { includeTest: withTest, statuses: chosen },
		range: checkRange({ fromMs, beforeMs }, context),
		match: toMatch(entered.fieldName, entered.fieldValue, context),
	}),
);

function toMatch(name: string, value: string, context: FieldContext): FieldMatch | undefined {
	if (name === '' && value === '') return undefined;
	if (name !== '' && value !== '') return { name, value };
	const [given, missing] = value === '' ? [FIELD_NAME, FIELD_VALUE] : [FIELD_VALUE, FIELD_NAME];
	const problem = `The filter '${given}' has a value, but '${missing}' has none.`;
	throw valueError(context.getNode(), problem, {
		person: 'Set both, or remove both.',
		model: 'Use both, or neither.',
	});
}

function filterCollection<Values>(fields: FieldsOf<Values>): Field<Values> {
	return collection({
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		entry: 'filter',
		fields,
	});
}

function checkRange(range: ReceivedRange, context: FieldContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, context.getTimezone()));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
