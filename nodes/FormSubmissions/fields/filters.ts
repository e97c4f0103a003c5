import type { INodeProperties } from 'n8n-workflow';

import type { ReceivedRange } from '../api/createdAt';
import type { SubmissionFilter } from '../api/types';
import { inputError } from '../errors';
import { isRecord } from '../general/records';
import { zonedTime } from '../rows/localTime';
import { boolean, choices, collection, date } from './kinds';
import {
	entriesSource,
	field,
	mapField,
	plainText,
	propertiesOf,
	quoteValue,
	readFields,
	readTimeZone,
	type Field,
	type FieldContext,
	type FieldsOf,
} from './field';

const includeTest = boolean({
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	// Whoever adds the filter wants test submissions.
	default: true,
	ifLeftOut: false,
	description: 'Whether to also return submissions marked as tests',
});

const statuses = choices({
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

function receivedDate(name: string, displayName: string, when: string) {
	return date({
		displayName,
		name,
		description: `Include only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	});
}

const receivedAfter = receivedDate('receivedAfter', 'Received After', 'at this time or later');
const receivedBefore = receivedDate('receivedBefore', 'Received Before', 'before this time');

/** The name of a form field, and the value that it must have. */
export type FieldMatch = { name: string; value: string };

/** One box of the filter Field Value: text, or a number that an expression returned. */
function matchBox(property: INodeProperties): Field<string> {
	return field(property, '', (value, fail) => {
		const isInfinite = typeof value === 'number' && !Number.isFinite(value);
		if (isInfinite || plainText(value) === '') {
			return fail(`is ${quoteValue(value)}. Use text or a number.`);
		}
		return String(value);
	});
}

const fieldName = matchBox({
	displayName: 'Field Name or ID',
	name: 'fieldName',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getFields', loadOptionsDependsOn: ['formId.value'] },
	default: '',
	description:
		'The form field to compare, exactly as it is spelled in the form. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const fieldValue = matchBox({
	displayName: 'Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. name@example.com',
	description:
		'The value that the form field must have, as the row shows it, ignoring case; if it has several values, one match is enough',
});

const matchBoxes = { name: fieldName, value: fieldValue };

/** What must be in form fields; an entry of which neither box is filled in is none. */
const matches: Field<FieldMatch[]> = {
	property: {
		displayName: 'Field Value',
		name: 'fieldMatch',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field Value',
		default: {},
		options: [{ displayName: 'Field Value', name: 'match', values: propertiesOf(matchBoxes) }],
		description:
			"Include only submissions in which a form field has a value; if there are several, all must match. To find them, the node reads the list, up to 12,000 submissions a minute: add 'Received After' to shorten it.",
	},
	read({ context, value, stored }) {
		const [entered = [], written = []] = [value, stored].map((valueOf) => {
			const group = valueOf('fieldMatch');
			return isRecord(group) ? [group.match ?? []].flat() : [];
		});
		const all = entered.map((entry, index) =>
			readFields(matchBoxes, entriesSource(context, entry, written[index])),
		);
		const isHalf = ({ name, value: sought }: FieldMatch) => (name === '') !== (sought === '');
		if (all.some(isHalf)) {
			const problem = "'Field Value' has a name without a value, or a value without a name.";
			throw inputError(context.getNode(), `${problem} Set both, or remove both.`);
		}
		return all.filter(({ name }) => name !== '');
	},
};

/** The filters that the service itself applies. */
export const filters: Field<SubmissionFilter> = filterCollection({ includeTest, statuses });

/** What restricts a list; the node itself applies the time range and the values of form fields. */
export type ListFilters = { filter: SubmissionFilter; range: ReceivedRange; matches: FieldMatch[] };

/** All filters of a list. Reading them throws if no submission can match. */
export const listFilters: Field<ListFilters> = mapField(
	filterCollection({
		includeTest,
		statuses,
		fromMs: receivedAfter,
		beforeMs: receivedBefore,
		matches,
	}),
	({ fromMs, beforeMs, matches: sought, ...filter }, context) => ({
		filter,
		range: checkRange({ fromMs, beforeMs }, context),
		matches: sought,
	}),
);

function filterCollection<Values>(fields: FieldsOf<Values>): Field<Values> {
	return collection({
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		fields,
	});
}

function checkRange(range: ReceivedRange, context: FieldContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, readTimeZone(context)));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
