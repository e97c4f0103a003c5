import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/errors';
import type { SubmissionFilter, SubmissionStatus } from '../api/types';

/** Fields that more than one operation or node shows. */

/** The form to read or to watch; where it is not required, empty means every form. */
export function formField(options: { required: boolean; description: string }): INodeProperties {
	return {
		displayName: 'Form',
		name: 'formId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: options.required,
		description: options.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				// Where nothing has to be chosen, nothing chosen has to be readable as what it means.
				placeholder: options.required ? 'Select a form…' : 'All forms',
				typeOptions: { searchListMethod: 'searchForms', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				// No validation by a pattern: n8n checks it before each execution with a limit of 250 ms, and
				// a machine short of time would end executions whose deliveries were already accepted.
				placeholder: 'e.g. frm_8x2k1',
			},
		],
	};
}

/** The form whose submissions are listed. */
export const listedFormField = formField({
	required: false,
	description: 'The form whose submissions to list. If nothing is chosen, those of every form.',
});

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row for each submission, its form fields by name',
};

export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

export const statusFilter: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: [
		{ name: 'New', value: 'new' },
		{ name: 'Quarantined', value: 'quarantined' },
		{ name: 'Spam', value: 'spam' },
	],
	default: [],
	description:
		'Only submissions with one of these statuses. If nothing is chosen, quarantined submissions and spam are left out.',
};

export const includeTestFilter: INodeProperties = {
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	type: 'boolean',
	default: false,
	description: 'Whether to also return submissions that are marked as a test',
};

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [includeTestFilter, statusFilter],
};

/** What a field for an ID holds, without the spaces that come with a paste; empty where it is none. */
export function toId(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The value of a resource locator or an ID field of the action node. */
export function readId(context: IExecuteFunctions, name: string, itemIndex: number): string {
	return toId(context.getNodeParameter(name, itemIndex, '', { extractValue: true }));
}

/** Undefined where all are wanted. */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (context.getNodeParameter('returnAll', itemIndex, false) as boolean) return undefined;
	const entered: unknown = context.getNodeParameter('limit', itemIndex, 50);
	const limit = Number(entered);
	if (!Number.isInteger(limit) || limit < 1) {
		throw inputError(
			context.getNode(),
			`The limit is "${String(entered)}". Enter a whole number from 1 on, or switch on Return All.`,
		);
	}
	return limit;
}

export type FilterValues = { status?: SubmissionStatus[]; includeTest?: boolean };

export function toSubmissionFilter(formId: string, filters: FilterValues): SubmissionFilter {
	return { formId, statuses: filters.status, includeTest: filters.includeTest };
}
