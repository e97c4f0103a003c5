import type { INode, NodeOperationError } from 'n8n-workflow';

import { asNodeError, inputError, type OfNode } from './nodeErrors';
import { lineOf } from './redaction';

/* What a trigger shows while it goes on. */

const HELD_UP =
	"Some older submissions can't be read yet. New ones usually still run this workflow.";

/** Why a trigger can't go on with what it left unread. */
export function heldUpError(node: INode, reason: unknown): OfNode {
	return asNodeError(node, reason, { first: HELD_UP });
}

/** Nobody can tell what becomes of runs there. */
export function engine2Error(node: INode): NodeOperationError {
	return inputError(
		node,
		"This workflow is set to n8n's engine 2.0, a preview, which doesn't tell a trigger whether a run has begun. Submissions whose runs it refuses don't come again.",
		"Set the workflow's engine to 1, and publish it again. Otherwise, compare the runs with Submission > Get Many from time to time.",
	);
}

/** n8n refused to begin a run that a trigger handed over: a person may have to mend something. */
export function refusedError(node: INode, said: string): NodeOperationError {
	return inputError(
		node,
		`n8n didn't begin the run of a new submission. It says: "${lineOf(said, 200)}"`,
		"Nothing is lost: the trigger hands it over again, at the latest ten minutes after n8n can run the workflow. Check that the credential of each node in the workflow exists, and is shared with the workflow's project, or ask the person who runs n8n to look at its log.",
	);
}
