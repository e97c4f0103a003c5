import type { INodeProperties } from 'n8n-workflow';

import { escapeFormulasOption, readEscapeFormulas } from './escapeFormulas';
import { formFieldsOption, readFormFields } from './formFields';
import { orderOption, readOrder, type Order } from './order';
import type { ParameterReader } from './reader';
import { readTimes, timesOption } from './times';
import { readCollection } from './values';

/** How rows are to look; `rowShape` in `rows/` takes these options as they are. */
export type RowOptions = {
	/** The form fields that every row has; if undefined, each has those that were submitted. */
	fields: string[] | undefined;
	/** The time zone in which to write times; if undefined, they stay as they were sent. */
	timeZone: string | undefined;
	escapeFormulas: boolean;
};

/** The collection called Options in every node. List its entries alphabetically by label. */
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

/** In a node without the option for form fields, `fields` is undefined. */
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

/** The options by name; their values are not checked yet. */
export function readOptions({ context, value }: ParameterReader): Record<string, unknown> {
	return readCollection(context, value('options'), { name: "'Options'" });
}
