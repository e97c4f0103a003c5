import type { INodeExecutionData, ITriggerFunctions } from 'n8n-workflow';

import { assertFormExists } from '../api/chosenForm';
import { connect, type Connection } from '../api/connection';
import { MAX_PAGE_SIZE } from '../api/limits';
import { listPage } from '../api/submissions';
import { EDITING } from '../api/timeLimits';
import { SUBMISSION_STATUSES, type Submission, type SubmissionFilter } from '../api/types';
import { inputError } from '../errors/nodeErrors';
import { quoteValue } from '../errors/quotes';
import { nodeInLog } from '../general/node';
import { SharedColumns } from '../rows/columnNames';
import { noteShared } from '../rows/columnNotes';
import { matcherFor, type FieldMatch } from '../rows/fieldMatch';
import { noteMismatches, noteNoComparison } from '../rows/fieldMatchNotes';
import { rowsOf } from '../rows/submissionRow';
import { watchedFilter } from '../watching/session';
import { statusesOf, type Watched } from '../watching/watched';
import { readTriggerSettings } from './parameters';

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
export async function newestAsSample(context: ITriggerFunctions): Promise<INodeExecutionData[]> {
	const { watched } = readTriggerSettings(context);
	const connection = await connect(context, EDITING);
	const filter = await watchedFilter({ connection, watched });
	const limit = watched.matches.length > 0 ? MAX_PAGE_SIZE : 1;
	const { submissions } = await listPage(connection, filter, { limit });
	const matching = submissions.filter(matcherFor(watched.matches)).slice(0, 1);
	const [newest] = await toSample({ connection, watched }, matching);
	if (newest) return [newest];
	const [unwanted] = submissions;
	if (unwanted) {
		throw inputError(
			context.getNode(),
			`Execute step reads only the newest ${MAX_PAGE_SIZE} submissions. None of those found (${submissions.length}) has what 'Field Value' asks for.`,
			`In the newest one: ${whyLeftOut(unwanted, watched.matches)}`,
		);
	}
	const { formId, formName } = filter;
	if (formId !== undefined) await assertFormExists(connection, formId, formName);
	throw inputError(context.getNode(), await whyNothingFound(connection, filter));
}

/** The service applies the other filters itself, so what they leave out is asked for without them. */
async function whyNothingFound(
	connection: Connection<ITriggerFunctions>,
	filter: SubmissionFilter,
): Promise<string> {
	const anyKind = { ...filter, statuses: [...SUBMISSION_STATUSES], includeTest: true };
	const [newest] = (await listPage(connection, anyKind, { limit: 1 })).submissions;
	if (!newest)
		return 'There are no submissions yet. Submit the form once, then execute the step again.';
	const isLeftOut = !statusesOf(filter).some((status) => status === newest.status);
	const [leftOut, advice] = isLeftOut
		? [`has the status ${quoteValue(newest.status)}`, "choose that in the filter 'Status'"]
		: ['is a test submission', "add the filter 'Include Test Submissions'"];
	return `The filters leave out all submissions. The newest one ${leftOut}: to get such submissions, ${advice}. Otherwise, submit the form once, then execute the step again.`;
}

/** n8n shows no hints of a trigger, so its log has what a person should know of the columns. */
async function toSample(
	{ connection, watched }: { connection: Connection<ITriggerFunctions>; watched: Watched },
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const shared = new SharedColumns();
	const rows = await rowsOf(connection, { ...watched.rows, shared }, watched.form)(submissions);
	const { context } = connection;
	for (const note of noteShared(shared)) context.logger.warn(`${nodeInLog(context)}: ${note}`);
	return rows.map((json) => ({ json }));
}

function whyLeftOut(submission: Submission, matches: FieldMatch[]): string {
	const notes = [...noteMismatches(submission, matches), ...noteNoComparison(matches)];
	return [...notes, "Change 'Field Value', or submit the form with what it asks for."].join(' ');
}
