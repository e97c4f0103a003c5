import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { rowShape, simplifySubmission, type RowLook } from './submissionRow';

/** How submissions are returned: as sent if `simplify` is off, or else as rows with this look. */
type RowOptions = RowLook & { simplify: boolean };

/**
 * Returns a function that turns submissions into what a node returns, one page at a time. `chosen`
 * is the form chosen in the node, whose name is used if the list of forms isn't available.
 */
export function rowsOf(
	connection: Connection,
	options: RowOptions,
	chosen?: { name?: string },
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!options.simplify) return async (submissions) => submissions;
	const shape = rowShape(options);
	return async (submissions) => {
		const toName = options.columns.includes('formName') ? submissions : [];
		const nameOf = await formNamesFor(connection, toName, chosen);
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}
