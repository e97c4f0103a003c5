import type { INodeProperties } from 'n8n-workflow';

import { formFieldsOption, readFormFields } from './formFields';
import { orderOption, readOrder, type Order } from './order';
import type { ParameterReader } from './reader';
import { readCollection } from './values';

export type RowOptions = {
	/** The form fields that every row has; undefined: those that were submitted. */
	fields: string[] | undefined;
	order: Order;
};

export const rowOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [formFieldsOption, orderOption],
};

export function readRowOptions({ context, value }: ParameterReader): RowOptions {
	const { fields, order } = readCollection(context, value('options'), { name: 'Options' });
	return { fields: readFormFields(context, fields), order: readOrder(context, order) };
}
