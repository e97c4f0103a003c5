import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/errors';

/** As n8n gives them: an expression can make anything of `fields`. */
export type RowOptions = { fields?: unknown; order?: 'newestFirst' | 'oldestFirst' };

export const rowOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Form Field Names or IDs',
			name: 'fields',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getFields', loadOptionsDependsOn: ['formId.value'] },
			default: [],
			displayOptions: { show: { '/simplify': [true] } },
			description:
				'The form fields that every row has, in this order; one that was not filled in is empty. Without this option, a row has the fields that were submitted. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Order',
			name: 'order',
			type: 'options',
			options: [
				{ name: 'Newest First', value: 'newestFirst' },
				{ name: 'Oldest First', value: 'oldestFirst' },
			],
			default: 'newestFirst',
			description:
				'The order in which the submissions are returned. A limit keeps the newest ones in either case.',
		},
	],
};

/** The names of the form fields each row is to have, each once; undefined where none are chosen. */
export function readFields(
	context: IExecuteFunctions,
	{ fields }: RowOptions,
): string[] | undefined {
	if (fields === undefined || fields === null || fields === '') return undefined;
	if (!Array.isArray(fields) || !fields.every((name) => typeof name === 'string')) {
		throw inputError(
			context.getNode(),
			'The option Form Field Names holds no list of names. Choose the fields from the list, or let the expression give a list, e.g. {{ ["name", "email"] }}.',
		);
	}
	return fields.length > 0 ? [...new Set(fields)] : undefined;
}
