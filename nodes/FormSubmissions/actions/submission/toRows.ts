import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import { formNamesFor } from '../../api/forms';
import type { Submission } from '../../api/types';
import type { FormChoice } from '../../parameters/form';
import type { RowOptions } from '../../parameters/rowOptions';
import { rowShape } from '../../rows/rowShape';
import { simplifySubmission } from '../../rows/submissionRow';

/** Returns a function that turns submissions into what the node returns, one page at a time. */
export function rowsOf(
	connection: Connection,
	{ simplify, ...look }: RowOptions,
	form?: FormChoice,
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!simplify) return async (submissions) => submissions;
	const shape = rowShape(look);
	return async (submissions) => {
		const nameOf = await formNamesFor(connection, submissions, form);
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}
