import type { INode, INodeProperties } from 'n8n-workflow';

import { valueError } from '../errors/errors';
import { isEmpty } from './values';

export const formFieldsOption: INodeProperties = {
	displayName: 'Form Field Names or IDs',
	name: 'fields',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getFields', loadOptionsDependsOn: ['formId.value'] },
	default: [],
	displayOptions: { show: { '/simplify': [true] } },
	description:
		'The form fields that every row has, in this order; one that was not filled in is empty. Without this option, a row has the fields that were submitted. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The names of the form fields every row has, without duplicates; undefined if none are chosen. */
export function readFormFields(
	context: { getNode(): INode },
	value: unknown,
): string[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
		throw valueError(
			context.getNode(),
			"The option 'Form Field Names or IDs' isn't a list of names.",
			{
				person:
					'Choose the fields from the list, or have the expression return a list, e.g. {{ ["name", "email"] }}.',
				model: 'Use a list of field names, e.g. ["name", "email"].',
			},
		);
	}
	return value.length > 0 ? [...new Set(value)] : undefined;
}
