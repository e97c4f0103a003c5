import type { INode, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { asNodeError } from '../errors/nodeErrors';
import { rowsOf } from '../rows/submissionRow';
import type { Reading } from './readingRules';
import type { Session } from './session';

/** The new submissions, oldest first: the list is newest first, and sorting keeps the order of equal times. */
export function oldestFirst({ found }: Pick<Reading, 'found'>): Submission[] {
	const sorted = found
		.flat()
		.reverse()
		.sort((a, b) => a.atMs - b.atMs);
	return sorted.map(({ submission }) => submission);
}

export async function toItems(
	{ connection, watched: { form, rows } }: Pick<Session, 'connection' | 'watched'>,
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const items = await rowsOf(connection, rows, form)(submissions);
	return items.map((json) => ({ json }));
}

const HELD_UP =
	"Some older submissions can't be read yet. New ones usually still run this workflow, and the trigger tries again by itself.";

export function heldUpError(node: INode, reason: unknown): NodeApiError | NodeOperationError {
	const error = asNodeError(node, reason);
	error.description = [error.description, HELD_UP].filter(Boolean).join(' ');
	return error;
}
