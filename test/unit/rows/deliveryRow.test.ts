import { COLUMNS, DEFAULT_COLUMNS } from '../../../nodes/FormSubmissions/rows/columns';
import {
	simplifyDelivery,
	simplifySubmission,
} from '../../../nodes/FormSubmissions/rows/submissionRow';

const DATA = { email: '=1', topics: ['a', 'b'], formName: 'mine', status: 'mine', ip: 'mine' };
const TIME = '2026-03-10T12:00:00.000Z';

const LOOK = { columns: DEFAULT_COLUMNS, escapeFormulas: false };

const DELIVERY = {
	event: 'submission.created',
	form: { id: 'frm_1', name: 'Contact' },
	submission: { id: 'sub_1', data: DATA, submittedAt: TIME, spamScore: 0.1 },
};

describe('the row of a delivery', () => {
	it('has the columns of a submission in the same order, without those that a delivery lacks', () => {
		const submission = {
			id: 'sub_1',
			formId: 'frm_1',
			data: DATA,
			meta: { submittedAt: TIME },
			spamScore: 0.1,
		};
		const spreadsheet = { escapeFormulas: true, timeZone: 'Asia/Tokyo', columns: COLUMNS };
		const missing = ['status', 'tags', 'files', 'ip', 'createdAt', 'isTest'];

		for (const look of [LOOK, spreadsheet]) {
			const cells = Object.entries(simplifySubmission(look)(submission, 'Contact'));
			expect(Object.entries(simplifyDelivery(DELIVERY, look))).toEqual(
				cells.filter(([name]) => !missing.includes(name)),
			);
		}
	});

	it.each([{}, { form: null, submission: 'x' }, { form: [], submission: [] }])(
		'has its own columns if the delivery is %j',
		(delivery) => {
			expect(Object.entries(simplifyDelivery(delivery, LOOK))).toEqual([
				['submittedAt', null],
				['formName', null],
				['spamScore', null],
				['id', null],
				['formId', null],
			]);
		},
	);
});
