import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { rowShape, simplifySubmission } from '../rows/submissionRow';
import type { FormChoice } from './form';
import { showsFormNames, type RowOptions } from './rowOptions';

/** Returns a function that turns submissions into what a node returns, one page at a time. */
export function rowsOf(
	connection: Connection,
	options: RowOptions,
	form?: FormChoice,
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!options.simplify) return async (submissions) => submissions;
	const shape = rowShape(options);
	return async (submissions) => {
		const toName = showsFormNames(options) ? submissions : [];
		const nameOf = await formNamesFor(connection, toName, form);
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}
