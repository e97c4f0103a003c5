import type { INodeProperties } from 'n8n-workflow';

import type { ReceivedRange } from '../api/listOrder';
import type { FormChoice } from '../api/forms';
import type { SubmissionFilter } from '../api/types';
import { inputError } from '../errors/nodeErrors';
import { isRecord } from '../general/records';
import type { FieldMatch } from '../rows/fieldMatch';
import { zonedTime } from '../rows/localTime';
import { boolean, choices, collection, date, readTimeZone, type Time } from './kinds';
import {
	entriesSource,
	parameter,
	isFromModel,
	mapParameter,
	plainText,
	propertiesOf,
	quoteValue,
	readParameters,
	type Parameter,
	type ParameterContext,
	type ParametersOf,
} from './parameter';

const includeTest = boolean({
	displayName: 'Include Test Submissions',
	name: 'includeTest',
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

/** A filter that was added needs a time: without one, a list would silently have everything. */
function receivedDate(
	name: string,
	displayName: string,
	when: string,
): Parameter<Time | undefined> {
	const received = date({
		displayName,
		name,
		description: `Include only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	});
	return {
		property: received.property,
		read(source) {
			const time = received.read(source);
			const stored = source.stored(name);
			if (time !== undefined || stored === undefined || isFromModel(stored)) return time;
			const problem = `'${displayName}' is empty. Enter a date, or remove the filter.`;
			throw inputError(source.context.getNode(), problem);
		},
	};
}

const receivedAfter = receivedDate('receivedAfter', 'Received After', 'at this time or later');
const receivedBefore = receivedDate('receivedBefore', 'Received Before', 'before this time');

/** One box of the filter Field Value: text, or a number that an expression returned. */
function matchBox(property: INodeProperties): Parameter<string> {
	return parameter(property, '', (value, fail) => {
		const isInfinite = typeof value === 'number' && !Number.isFinite(value);
		if (isInfinite || plainText(value) === '') {
			return fail(`is ${quoteValue(value)}. Use text or a number.`);
		}
		return String(value);
	});
}

/** What the list of fields shows while none is chosen. */
export const ANY_FIELD = 'Any Field';

const fieldName = matchBox({
	displayName: 'Field Name or ID',
	name: 'fieldName',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getFieldNamesOrAny', loadOptionsDependsOn: ['formId.value'] },
	default: '',
	description:
		'The name of the form field to compare, in upper or lower case. If it is empty, every field is searched. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const fieldValue = matchBox({
	displayName: 'Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. name@example.com',
	description:
		'The whole value to look for, in upper or lower case. In a list (e.g. of checkboxes) or a group, one entry is enough.',
});

const matchBoxes = { name: fieldName, value: fieldValue };

const HOW_TO_MATCH =
	"Enter what to look for in 'Value', and the field in 'Field Name or ID' (if that is empty, every field is searched), or remove the entry. Expressions go into these two boxes.";

/**
 * What must be in form fields. n8n turns whatever it doesn't know here, such as an expression for all
 * entries, into blank entries or none: with no value to look for, a list would silently have everything.
 */
export const matches: Parameter<FieldMatch[]> = {
	property: {
		displayName: 'Field Value',
		name: 'fieldMatch',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field Value',
		default: {},
		options: [{ displayName: 'Field Value', name: 'match', values: propertiesOf(matchBoxes) }],
		description:
			"Include only submissions in which a form field (any, if none is named) has the value entered here. If there are several entries, all must match. To find them, the node reads the list, up to 12,000 submissions a minute: add 'Received After' to shorten it.",
		builderHint: {
			propertyHint:
				'Shape: {"match": [{"fieldName": "email", "fieldValue": "name@example.com"}]}. An empty fieldName searches every field. Expressions are possible for fieldName and fieldValue only.',
		},
	},
	read({ context, value, stored }) {
		const [entered, written] = [value, stored].map((valueOf) => valueOf('fieldMatch') ?? undefined);
		if (entered === undefined && written === undefined) return [];
		const fail = (problem: string): never => {
			throw inputError(context.getNode(), `'Field Value' ${problem}. ${HOW_TO_MATCH}`);
		};
		const entries = entriesIn(entered);
		const writtenEntries = entriesIn(written);
		if (entries.length === 0) return fail('has no entry');
		return entries.flatMap((entry, index) => {
			const source = entriesSource(context, entry, writtenEntries[index]);
			const { name, value: sought } = readParameters(matchBoxes, source);
			if (sought !== '') return [name === '' ? { value: sought } : { name, value: sought }];
			if (name !== '') return fail(`has the name ${quoteValue(name)} without a value`);
			const isLeftOut = [fieldName, fieldValue].some(({ property }) =>
				isFromModel(source.stored(property.name)),
			);
			return isLeftOut ? [] : fail('has a blank entry');
		});
	},
};

function entriesIn(group: unknown): unknown[] {
	return isRecord(group) && Array.isArray(group.match) ? group.match : [];
}

export function filterCollection<Values>(parameters: ParametersOf<Values>): Parameter<Values> {
	return collection({
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		parameters,
	});
}

/** What the service itself applies; the node applies the others. */
export const SERVICE_FILTERS = { includeTest, statuses };

export const filters: Parameter<SubmissionFilter> = filterCollection(SERVICE_FILTERS);

export type ListFilters = {
	filter: SubmissionFilter;
	range: ReceivedRange;
	matches: FieldMatch[];
	/** Says how times that have no zone were read: a person may have meant another zone. */
	zoneHints: string[];
};

export function inForm({ id, name }: FormChoice, filter: SubmissionFilter): SubmissionFilter {
	return { ...filter, formId: id, formName: name };
}

/** All filters of a list. Reading them throws if no submission can match. */
export const listFilters: Parameter<ListFilters> = mapParameter(
	filterCollection({
		...SERVICE_FILTERS,
		from: receivedAfter,
		before: receivedBefore,
		matches,
	}),
	({ from, before, matches: sought, ...filter }, context) => ({
		filter,
		range: checkRange({ fromMs: from?.ms, beforeMs: before?.ms }, context),
		matches: sought,
		zoneHints: hintsOnZone(from, before),
	}),
);

function hintsOnZone(from: Time | undefined, before: Time | undefined): string[] {
	const howRead = (displayName: string, time: Time | undefined) =>
		time?.zone === undefined
			? []
			: [`'${displayName}' was read as ${zonedTime(time.ms, time.zone)}.`];
	const read = [...howRead('Received After', from), ...howRead('Received Before', before)];
	const why = "A time without a zone is in the workflow's time zone (⋯ > Settings).";
	return read.length === 0 ? [] : [[...read, why].join(' ')];
}

function checkRange(range: ReceivedRange, context: ParameterContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, readTimeZone(context)));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
