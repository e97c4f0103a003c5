import type { INode, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { asNodeError } from '../errors/nodeErrors';
import { matcherFor } from '../rows/fieldMatch';
import { rowsOf } from '../rows/submissionRow';
import type { Reading } from './readingRules';
import type { Session } from './session';

/** What a workflow gets of a reading: the item of each matching submission, in the same order. */
export type HandOver = {
	fresh: Submission[];
	/** Those that Field Value doesn't leave out. */
	matching: Submission[];
	items: INodeExecutionData[];
};

/** Oldest first: a walk meets the newest first, and sorting keeps the order of equal times. */
export async function toHandOver(
	session: Pick<Session, 'connection' | 'watched'>,
	reading: Pick<Reading, 'fresh'>,
): Promise<HandOver> {
	const sorted = [...reading.fresh].reverse().sort((a, b) => a.atMs - b.atMs);
	const fresh = sorted.map(({ submission }) => submission);
	const matching = fresh.filter(matcherFor(session.watched.matches));
	return { fresh, matching, items: await toItems(session, matching) };
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
