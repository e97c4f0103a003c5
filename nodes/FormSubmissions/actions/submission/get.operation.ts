import { inputError } from '../../errors/errors';
import { getSubmission } from '../../api/submissions';
import { readId, simplifyField } from '../../parameters/fields';
import type { Operation } from '../operation';
import { simplifySubmission } from '../../rows/submissionRow';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get a submission by its ID',
	description: 'Fetch one submission by its ID',
	properties: [
		{
			displayName: 'Submission',
			name: 'submissionId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The submission to fetch',
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

	async execute(context, connection, itemIndex) {
		const id = readId(context, 'submissionId', itemIndex);
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		if (id === '') {
			throw inputError(
				context.getNode(),
				'No submission is chosen. Choose one from the list, or enter its ID, e.g. sub_5h3q9.',
			);
		}

		const submission = await getSubmission(connection, id);

		return [simplify ? simplifySubmission(submission) : submission];
	},
};
