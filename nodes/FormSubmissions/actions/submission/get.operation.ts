import { valueError, type Advice } from '../../errors/errors';
import { getSubmission } from '../../api/submissions';
import { readLocator } from '../../parameters/locator';
import type { ParameterReader } from '../../parameters/reader';
import { readOptions, readRowOptions, simplifyField } from '../../parameters/rowOptions';
import type { Operation } from '../operation';
import { rowsOf } from './toRows';

const ADVICE: Advice = {
	person: 'Choose one from the list, or enter its ID, e.g. sub_5h3q9.',
	model: 'Use its ID, e.g. sub_5h3q9; Submission > Get Many returns IDs.',
};

/** The ID, not the label from the list: what visitors entered has no place on the canvas. */
const SUBTITLE =
	'((id) => id.startsWith("=") ? "Submission from an expression" : id || "No submission chosen")(String($rawParameter["submissionId"] ?? ""))';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get submission by ID',
	description: 'Fetch one submission, chosen from the recent ones or by its ID',
	subtitle: SUBTITLE,
	properties: [
		{
			displayName: 'Submission',
			name: 'submissionId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The submission to fetch. Its ID is text such as sub_5h3q9.',
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
	],

	async execute({ connection, parameters }) {
		const { id, rowOptions } = readSettings(parameters);

		const submission = await getSubmission(connection, id);

		return await rowsOf(connection, rowOptions)([submission]);
	},
};

function readSettings(parameters: ParameterReader) {
	const { id } = readLocator(parameters, 'submissionId', { name: 'submission', advice: ADVICE });
	if (id === undefined) {
		throw valueError(parameters.context.getNode(), 'No submission is chosen.', ADVICE);
	}
	return { id, rowOptions: readRowOptions(parameters, readOptions(parameters)) };
}
