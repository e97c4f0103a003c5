import { getSubmission } from '../../api/submissions';
import { optionsParameter, ROW_OPTIONS, simplify } from '../../parameters/rows';
import { submissionId } from '../../parameters/submission';
import { operation } from '../operation';
import { OutputRows } from './outputRows';

/** The ID, not the label from the list: what visitors entered has no place on the canvas. */
const SUBTITLE =
	'((id) => id.startsWith("=") ? "Submission set by expression" : id || "No submission chosen")(String($rawParameter["submissionId"] ?? ""))';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get submission',
	description: 'Fetch a single submission, by ID or from a list of recent ones',
	subtitle: SUBTITLE,
	parameters: { id: submissionId, simplify, options: optionsParameter(ROW_OPTIONS) },

	async execute(connection, { id, ...chosen }, forModel) {
		const rows = new OutputRows(connection, chosen);
		const found = await getSubmission(connection, id);
		const one = await rows.of([found]);
		return { rows: forModel?.addAll(one, true) ?? one, ...rows.about() };
	},
});
