import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/formNames';
import type { Submission } from '../api/types';
import { rowShape, type RowLook } from './rowShape';
import { simplifySubmission } from './submissionRow';

/** What rows a node returns, as chosen by the user. */
export type RowChoice = RowLook & {
	/** Off: the submissions exactly as the service sent them. */
	simplify: boolean;
	/** The chosen form's name, for where the service's own can't be had in time. */
	formName?: string;
};

/** Returns a function that turns submissions into rows, one page at a time. */
export function submissionRows(
	connection: Connection,
	{ simplify, formName, ...look }: RowChoice,
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!simplify) return async (submissions) => submissions;
	const shape = rowShape(look);
	return async (submissions) => {
		const nameOf = await formNamesFor(connection, submissions, { name: formName });
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}
