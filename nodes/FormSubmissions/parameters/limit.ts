import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { isTool } from '../errors/audience';
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

/**
 * How many entries of a list to fetch. For a model, one more than the limit: it would take 50 of 300
 * for all there are, so it is told when there are more.
 */
export function entriesToFetch(limit: number, { context }: Connection): number {
	return isTool(context.getNode()) ? limit + 1 : limit;
}

/** The item that ends a list which the limit cut short. */
export function cutShortNote(shown: string, advice: string): IDataObject {
	return { note: `These are ${shown}, and there are more. ${advice}` };
}
