import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { toId, toSubmissionFilter, type FilterValues } from '../parameters/fields';
import { connect, EDITING } from '../api/connection';
import { inputError } from '../errors/errors';
import { LARGEST_PAGE } from '../api/pages';
import { listPage } from '../api/submissions';
import { isRecord } from '../api/types';

/** The names of the form fields in the most recent submissions, in the order they appear there. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const formId = toId(this.getCurrentNodeParameter('formId', { extractValue: true }));
	const filters = (this.getCurrentNodeParameter('filters') ?? {}) as FilterValues;
	const page = await listPage(await connect(this, EDITING), toSubmissionFilter(formId, filters), {
		limit: LARGEST_PAGE,
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
