import { inputError } from '../errors/nodeErrors';
import { locator } from './locator';
import { mapParameter } from './parameter';

const CHOOSE_SUBMISSION =
	'Use its ID, e.g. sub_5h3q9 (Submission > Get Many returns IDs), or choose one from the list.';

const submission = locator({
	displayName: 'Submission',
	name: 'submissionId',
	required: true,
	description: 'The submission to fetch. IDs look like sub_5h3q9.',
	advice: () => CHOOSE_SUBMISSION,
	list: { placeholder: 'Select a recent submission…', searchListMethod: 'searchSubmissions' },
	id: { placeholder: 'e.g. sub_5h3q9' },
});

export const submissionId = mapParameter(submission, ({ id }, context) => {
	if (id === undefined)
		throw inputError(context.getNode(), `No submission is chosen. ${CHOOSE_SUBMISSION}`);
	return id;
});
