import type { INode, INodeProperties } from 'n8n-workflow';

import { valueError } from '../errors/errors';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../api/types';
import { isEmpty, shown } from './values';

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
		'Only submissions with one of these statuses (new, quarantined, spam). If nothing is chosen, quarantined submissions and spam are left out.',
};

/**
 * The chosen statuses, without duplicates; undefined if none are chosen. An expression may return a
 * list, or text with statuses separated by commas.
 */
export function readStatuses(
	context: { getNode(): INode },
	value: unknown,
): SubmissionStatus[] | undefined {
	if (isEmpty(value)) return undefined;
	const entries =
		typeof value === 'string' ? value.split(',').filter((text) => !isEmpty(text)) : value;
	const statuses = Array.isArray(entries) ? entries.map(toStatus) : [undefined];
	const known = statuses.filter((status) => status !== undefined);
	if (known.length < statuses.length) {
		throw valueError(
			context.getNode(),
			`The filter 'Status' is ${shown(value)}, which isn't a known status.`,
			{
				person:
					'Choose from the list, or have the expression return new, quarantined, or spam (several as a list or separated by commas).',
				model: 'Use new, quarantined, or spam, several separated by commas.',
			},
		);
	}
	return known.length > 0 ? [...new Set(known)] : undefined;
}

function toStatus(entry: unknown): SubmissionStatus | undefined {
	const text = typeof entry === 'string' ? entry.trim().toLowerCase() : undefined;
	return SUBMISSION_STATUSES.find((status) => status === text);
}
