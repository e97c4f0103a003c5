import { valueError, type Advice } from '../errors';
import { mapField } from './field';
import { locator } from './locator';

const ADVICE: Advice = {
	person: 'Choose one from the list, or enter its ID, e.g. sub_5h3q9.',
	model: 'Use its ID, e.g. sub_5h3q9; Submission > Get Many returns IDs.',
};

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

/** The ID of the one submission to fetch. */
export const submissionId = mapField(submission, ({ id }, context) => {
	if (id === undefined) throw valueError(context.getNode(), 'No submission is chosen.', ADVICE);
	return id;
});
