import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { asNodeError } from '../errors/nodeErrors';

const HELD_UP =
	"Some older submissions can't be read yet. New ones usually still run this workflow, and the trigger tries again by itself.";

/** The error of a walk that couldn't go on, as a person sees it. */
export function heldUpError(node: INode, reason: unknown): NodeApiError | NodeOperationError {
	const error = asNodeError(node, reason);
	error.description = [error.description, HELD_UP].filter(Boolean).join(' ');
	return error;
}
