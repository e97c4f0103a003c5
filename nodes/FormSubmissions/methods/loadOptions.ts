import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { findForm } from '../api/chosenForm';
import { connect, type Connection } from '../api/connection';
import { MAX_PAGE_SIZE } from '../api/limits';
import { getSubmission, listPage } from '../api/submissions';
import { EDITING } from '../api/timeLimits';
import { SUBMISSION_STATUSES, type SubmissionFilter } from '../api/types';
import { inputError } from '../errors/nodeErrors';
import { isRecord } from '../general/records';
import { isBlank } from '../parameters/entered';
import { ANY_FIELD } from '../parameters/fieldValue';
import { filters } from '../parameters/filters';
import { listedForm } from '../parameters/form';
import { editedSource, type Source } from '../parameters/parameter';
import { submissionId } from '../parameters/submission';
import { fieldsAndParts } from '../rows/formFields';
import { isOfNamedParts } from '../rows/groupsAsColumns';
import { listEntry } from './safeEntry';

/** Of the form fields in the newest submissions, and of the parts of groups. */
export async function getFieldNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const source = editedSource(this);
	const connection = await connect(this, EDITING);
	const filter = await filterOf(connection, source);
	const { submissions } = await listPage(connection, filter, { limit: MAX_PAGE_SIZE });
	const all = submissions.flatMap(({ data }) =>
		isRecord(data) ? fieldsAndParts(data, isOfNamedParts) : [],
	);
	// Chosen in a filter, a blank name would count as nothing chosen.
	const names = new Set(all.map(([name]) => name).filter((name) => !isBlank(name)));
	if (names.size === 0) {
		throw inputError(
			this.getNode(),
			'No submissions with form fields were found. Spam, quarantined submissions, and test submissions count only if a filter includes them. Submit the form once and open this list again, or enter the names with an expression, e.g. {{ ["name", "email"] }}.',
		);
	}
	return [...names].map((name) => listEntry(name, name));
}

/** With an entry for any field, whose value is what the filter stores without a name. */
export async function getFieldNamesOrAny(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return [{ name: ANY_FIELD, value: '' }, ...(await getFieldNames.call(this))];
}

/** What finds submissions that are like those the operation returns. */
async function filterOf(connection: Connection, source: Source): Promise<SubmissionFilter> {
	if (source.value('operation') !== 'get') {
		const { id } = await findForm(connection, listedForm.read(source));
		return { ...filters.read(source), formId: id };
	}
	const id = chosenId(source);
	if (id === undefined) return {};
	const { formId } = await getSubmission(connection, id);
	const ofForm = typeof formId === 'string' ? { formId } : {};
	return { ...ofForm, statuses: [...SUBMISSION_STATUSES], includeTest: true };
}

/** Undefined if none is chosen, or an expression for it can't be evaluated yet, as is often the case. */
function chosenId(source: Source): string | undefined {
	try {
		return submissionId.read(source);
	} catch {
		return undefined;
	}
}
