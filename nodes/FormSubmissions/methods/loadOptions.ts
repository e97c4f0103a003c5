import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readSubmissionFilter } from '../parameters/filters';
import { findForm, readListedForm } from '../parameters/form';
import { editedParameters } from '../parameters/reader';
import { connect, EDITING } from '../api/connection';
import { inputError } from '../errors/errors';
import { MAX_PAGE_SIZE } from '../api/pages';
import { listPage } from '../api/submissions';
import { isRecord } from '../general/records';

/** The names of the form fields in the most recent submissions, in the order of appearance. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const parameters = editedParameters(this);
	const connection = await connect(this, EDITING);
	const { id } = await findForm(connection, readListedForm(parameters));
	const page = await listPage(connection, readSubmissionFilter(parameters, id), {
		limit: MAX_PAGE_SIZE,
		cursor: undefined,
	});
	const names = new Set(
		page.submissions.flatMap(({ data }) => (isRecord(data) ? Object.keys(data) : [])),
	);
	if (names.size === 0) {
		throw inputError(
			this.getNode(),
			'There is no submission yet to take field names from. Submit the form once and open this list again, or enter the names with an expression, e.g. {{ ["name", "email"] }}.',
		);
	}
	return [...names].map((name) => ({ name: name === '' ? '(no name)' : name, value: name }));
}
