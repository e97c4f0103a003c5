import { valueError, type Advice } from '../../errors/errors';
import { getSubmission } from '../../api/submissions';
import type { ParameterReader } from '../../parameters/reader';
import {
	optionsField,
	readOptions,
	readRowOptions,
	ROW_OPTIONS,
	simplifyField,
} from '../../parameters/rowOptions';
import { readLocator } from '../../parameters/values';
import { rowsOf } from '../../rows/pageRows';
import type { Operation } from '../operation';

const ADVICE: Advice = {
	person: 'Choose one from the list, or enter its ID, e.g. sub_5h3q9.',
	model: 'Use its ID, e.g. sub_5h3q9; Submission > Get Many returns IDs.',
};

/** The ID, not the label from the list: what visitors entered has no place on the canvas. */
const SUBTITLE =
	'((id) => id.startsWith("=") ? "Submission set by expression" : id || "No submission chosen")(String($rawParameter["submissionId"] ?? ""))';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get submission',
	description: 'Fetch a single submission, picked from recent ones or by ID',
	subtitle: SUBTITLE,
	properties: [
		{
			displayName: 'Submission',
			name: 'submissionId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The submission to fetch. IDs look like sub_5h3q9.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select a recent submission…',
					typeOptions: { searchListMethod: 'searchSubmissions', searchable: true },
				},
				{
					displayName: 'By ID',
					name: 'id',
					type: 'string',
					placeholder: 'e.g. sub_5h3q9',
				},
			],
		},
		simplifyField,
		optionsField(ROW_OPTIONS),
	],

	async execute({ connection, parameters }) {
		const { id, rowOptions } = readSettings(parameters);

		const submission = await getSubmission(connection, id);

		return await rowsOf(connection, rowOptions)([submission]);
	},
};

function readSettings(parameters: ParameterReader) {
	const { id } = readLocator(parameters, 'submissionId', 'submission', ADVICE);
	if (id === undefined) {
		throw valueError(parameters.context.getNode(), 'No submission is chosen.', ADVICE);
	}
	return { id, rowOptions: readRowOptions(parameters, readOptions(parameters)) };
}
