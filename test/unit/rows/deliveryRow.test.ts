import { simplifyDelivery } from '../../../nodes/FormSubmissions/rows/deliveryRow';
import { rowShape } from '../../../nodes/FormSubmissions/rows/rowShape';
import { simplifySubmission } from '../../../nodes/FormSubmissions/rows/submissionRow';

const DATA = { email: '=1', topics: ['a', 'b'], formName: 'mine', status: 'mine', ip: 'mine' };
const TIME = '2026-03-10T12:00:00.000Z';

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
		const look = rowShape({ escapeFormulas: true, timeZone: 'Asia/Tokyo' });
		const missing = ['status', 'tags', 'files', 'ip'];

		for (const shape of [undefined, look]) {
			const columns = Object.entries(simplifySubmission(submission, 'Contact', shape));
			expect(Object.entries(simplifyDelivery(DELIVERY, shape))).toEqual(
				columns.filter(([name]) => !missing.includes(name)),
			);
		}
	});

	it.each([{}, { form: null, submission: 'x' }, { form: [], submission: [] }])(
		'has its own columns if the delivery is %j',
		(delivery) => {
			expect(Object.entries(simplifyDelivery(delivery))).toEqual([
				['id', null],
				['formId', null],
				['formName', null],
				['submittedAt', null],
				['spamScore', null],
			]);
		},
	);
});
