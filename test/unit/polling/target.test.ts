import { targetKey } from '../../../nodes/FormSubmissions/polling/settings';
import type { SubmissionFilter } from '../../../nodes/FormSubmissions/api/types';
import { pollContext } from '../../support/n8n';

const asked = (filter: SubmissionFilter) =>
	targetKey(
		pollContext({ kind: 'formSubmissionsPollingTrigger', parameters: {} }),
		filter,
		'https://api.forms.test',
	);

describe('what a published trigger polls for', () => {
	it.each<[SubmissionFilter, string]>([
		[{}, '["",["new"],false,"https://api.forms.test","1"]'],
		[
			{ formId: 'frm_1', statuses: ['spam', 'new', 'spam'], includeTest: true },
			'["frm_1",["new","spam"],true,"https://api.forms.test","1"]',
		],
	])('(%j) is stored like this by every version: other text is a new start', (filter, stored) => {
		expect(asked(filter)).toBe(stored);
	});

	it('is the same for New alone as without a status', () => {
		expect(asked({ statuses: ['new'] })).toBe(asked({}));
	});
});
