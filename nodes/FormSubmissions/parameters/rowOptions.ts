import type { INodeProperties } from 'n8n-workflow';

import { escapeFormulasOption, readEscapeFormulas } from './escapeFormulas';
import { formFieldsOption, readFormFields } from './formFields';
import { orderOption, readOrder, type Order } from './order';
import type { ParameterReader } from './reader';
import { readTimes, timesOption } from './times';
import { readCollection } from './values';

/** What a person chose of how rows look; `rowShape` of `rows/` takes it as it is. */
export type RowOptions = {
	/** The form fields that every row has; undefined: those that were submitted. */
	fields: string[] | undefined;
	/** The zone on whose clock times are written; undefined: as they were sent. */
	timeZone: string | undefined;
	escapeFormulas: boolean;
};

/** The collection that every node calls Options, with these entries in the order of their labels. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

export const pageOptionsField = optionsField([escapeFormulasOption, formFieldsOption, timesOption]);

export const listOptionsField = optionsField([
	escapeFormulasOption,
	formFieldsOption,
	orderOption,
	timesOption,
]);

/** Of a node without the option for form fields, `fields` is undefined. */
export function readRowOptions(reader: ParameterReader): RowOptions {
	const { context } = reader;
	const { fields, times, escapeFormulas } = readOptions(reader);
	return {
		fields: readFormFields(context, fields),
		timeZone: readTimes(context, times),
		escapeFormulas: readEscapeFormulas(context, escapeFormulas),
	};
}

export function readListOrder(reader: ParameterReader): Order {
	return readOrder(reader.context, readOptions(reader).order);
}

/** The options by name, none of them checked. */
export function readOptions({ context, value }: ParameterReader): Record<string, unknown> {
	return readCollection(context, value('options'), { name: "'Options'" });
}
