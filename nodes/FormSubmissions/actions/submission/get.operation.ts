import { getSubmission } from '../../api/submissions';
import { optionsField, ROW_OPTIONS, simplify } from '../../fields/rows';
import { submissionId } from '../../fields/submission';
import { rowsOf } from '../../rows/submissionRow';
import { operation } from '../operation';
import { FieldNames } from './fieldNames';
import { hintsOnRows } from './notes';

/** The ID, not the label from the list: what visitors entered has no place on the canvas. */
const SUBTITLE =
	'((id) => id.startsWith("=") ? "Submission set by expression" : id || "No submission chosen")(String($rawParameter["submissionId"] ?? ""))';

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get submission',
	description: 'Fetch a single submission, by ID or from a list of recent ones',
	subtitle: SUBTITLE,
	fields: { id: submissionId, simplify, options: optionsField(ROW_OPTIONS) },

	async execute(connection, { id, options, ...chosen }) {
		const found = await getSubmission(connection, id);

		const toRows = rowsOf(connection, { ...options, simplify: chosen.simplify });
		const rows = await toRows([found]);
		if (!chosen.simplify) return { rows };
		const fields = new FieldNames(options.fields);
		fields.meet([found]);
		return { rows, notes: fields.noteUnseen('returned'), hints: hintsOnRows(fields, options) };
	},
});
