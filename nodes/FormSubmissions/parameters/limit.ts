import type { Described, ParameterReader } from './reader';
import { readBoolean, readWholeNumber } from './values';

export const returnAllField: Described<'returnAll'> = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitField: Described<'limit'> = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

/** The maximum number of results to return; Infinity if all are wanted. */
export function readLimit({ context, value }: ParameterReader): number {
	if (readBoolean(context, value('returnAll'), "'Return All'", false)) return Infinity;
	return readWholeNumber(context, value('limit'), "'Limit'", { fallback: 50, min: 1 });
}
