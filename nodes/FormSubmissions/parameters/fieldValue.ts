import type { INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { quoteName, quoteValue } from '../errors/quotes';
import { isForModel } from '../general/node';
import { isRecord } from '../general/records';
import type { Comparison, FieldMatch } from '../rows/fieldMatch';
import { isFromModel, plainText } from './entered';
import { choice } from './kinds';
import {
	entriesSource,
	mapParameter,
	parameter,
	propertiesOf,
	readParameters,
	type Parameter,
} from './parameter';

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
		'The name of the form field, or of a part of a group. Upper and lower case are the same. If it is empty, every field is searched. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const chosenField = matchBox({
	displayName: 'Form Field Name or ID',
	name: 'fieldName',
	type: 'options',
	required: true,
	typeOptions: { loadOptionsMethod: 'getFieldNames', loadOptionsDependsOn: ['formId.value'] },
	default: '',
	description:
		'The name of the form field, or of a part of a group. Upper and lower case are the same. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

/** A form field that must be named. */
export const oneField = mapParameter(chosenField, (name, context) => {
	if (name !== '') return name;
	const advice = isForModel(context.getNode())
		? 'Use the name of a form field: Form > Get Fields returns them.'
		: 'Choose a form field from the list, or enter its name as an expression.';
	throw inputError(context.getNode(), `'Form Field Name or ID' is empty. ${advice}`);
});

const fieldValue = matchBox({
	displayName: 'Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. name@example.com',
	description:
		'The value to look for. Upper and lower case are the same, and so are straight and curly apostrophes and quotation marks. In a list (e.g. of checkboxes) or a group, one entry is enough.',
});

const compare = choice<Comparison>({
	displayName: 'Comparison',
	name: 'compare',
	options: {
		contains: {
			name: 'Contains',
			description: 'Also finds the value inside a longer text, e.g. an address among others',
		},
		is: { name: 'Is', description: 'Finds the value only where it is the whole text' },
	},
	default: 'is',
	description: 'How to compare the value with the text of the form field',
});

const matchBoxes = { name: fieldName, compare, value: fieldValue };

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
			"Include only submissions in which a form field (any, if none is named) has this value. All entries must match. To find them, the node reads the list until the limit is reached, up to 12,000 submissions a minute. To read less, add 'Received After'.",
		builderHint: {
			propertyHint:
				'Shape: {"match": [{"fieldName": "email", "compare": "is", "fieldValue": "name@example.com"}]}. With "compare": "contains", the value may be inside a longer text. An empty fieldName searches every field. Expressions are possible for fieldName, compare, and fieldValue only.',
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
			const { name, value: sought, compare: how } = readParameters(matchBoxes, source);
			const match = { value: sought, compare: how };
			if (sought !== '') return [name === '' ? match : { name, ...match }];
			if (name !== '') return fail(`has the name ${quoteName(name)} without a value`);
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
