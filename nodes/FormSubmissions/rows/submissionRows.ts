import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesOf } from '../api/formNames';
import type { Submission } from '../api/types';
import { rowShape, type RowLook } from './rowShape';
import { simplifySubmission } from './submissionRow';

/** What rows a node returns, as chosen by the user. */
export type RowChoice = RowLook & {
	/** Off: the submissions exactly as the service sent them. */
	simplify: boolean;
	/** The chosen form's name, if n8n knows it. Default: fetched from the service. */
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
		const nameOf =
			formName === undefined ? await formNamesOf(connection, submissions) : () => formName;
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}
