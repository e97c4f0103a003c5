import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesOf } from '../api/formNames';
import type { Submission } from '../api/types';
import { rowShape, type RowLook } from './rowShape';
import { simplifySubmission } from './submissionRow';

/** What a person chose of the rows that a node returns. */
export type RowChoice = RowLook & {
	/** Off: the submissions exactly as the service sent them. */
	simplify: boolean;
	/** The name of the one form that was chosen, where n8n knows it. Default: the service is asked. */
	formName?: string;
};

/** How to make rows of submissions, a page at a time. */
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
