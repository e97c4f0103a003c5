import { getSubmission } from '../../api/submissions';
import { valueError, type Advice } from '../../errors';
import { mapField } from '../../fields/field';
import { locator } from '../../fields/locator';
import { optionsField, ROW_OPTIONS, simplify } from '../../fields/rows';
import { rowsOf } from '../../rows/pageRows';
import { operation } from '../operation';

const ADVICE: Advice = {
	person: 'Choose one from the list, or enter its ID, e.g. sub_5h3q9.',
	model: 'Use its ID, e.g. sub_5h3q9; Submission > Get Many returns IDs.',
};

/** The ID, not the label from the list: what visitors entered has no place on the canvas. */
const SUBTITLE =
	'((id) => id.startsWith("=") ? "Submission set by expression" : id || "No submission chosen")(String($rawParameter["submissionId"] ?? ""))';

const submission = locator({
	displayName: 'Submission',
	name: 'submissionId',
	required: true,
	description: 'The submission to fetch. IDs look like sub_5h3q9.',
	noun: 'submission',
	advice: ADVICE,
	list: {
		placeholder: 'Select a recent submission…',
		searchListMethod: 'searchSubmissions',
	},
	id: { placeholder: 'e.g. sub_5h3q9' },
});

const submissionId = mapField(submission, ({ id }, context) => {
	if (id === undefined) throw valueError(context.getNode(), 'No submission is chosen.', ADVICE);
	return id;
});

export const get = operation({
	value: 'get',
	name: 'Get',
	action: 'Get submission',
	description: 'Fetch a single submission, by ID or from a list of recent ones',
	subtitle: SUBTITLE,
	fields: { id: submissionId, simplify, options: optionsField(ROW_OPTIONS) },

	async execute(connection, { id, options, ...chosen }) {
		const found = await getSubmission(connection, id);

		return await rowsOf(connection, { ...options, simplify: chosen.simplify })([found]);
	},
});
