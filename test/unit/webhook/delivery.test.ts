import { readDelivery } from '../../../nodes/FormSubmissions/webhook/delivery';

const WATCHED = 'frm_1';

const read = (body: unknown) =>
	readDelivery(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), WATCHED);

const created = { event: 'submission.created', form: { id: WATCHED }, submission: { id: 'sub_1' } };

describe('the body of a genuine delivery', () => {
	it('is a submission with its ID, and the JSON as received', () => {
		expect(read(created)).toEqual({ kind: 'submission', submissionId: 'sub_1', body: created });
	});

	it.each([
		['another event', { ...created, event: 'submission.updated' }],
		['another event', { ...created, event: '' }],
		['another event', { event: 'ping' }],
		['another event', {}],
		['another event', { event: 5, form: { id: 'frm_2' } }],
		['another form', { ...created, form: { id: 'frm_2' } }],
		['another form', { ...created, form: { id: 'FRM_1' } }],
	])('is ignored as %s: %j', (reason, body) => {
		expect(read(body)).toEqual({ kind: 'ignored', reason });
	});

	it.each([
		{ submission: { id: 'sub_1' } },
		{ ...created, event: null },
		{ ...created, event: 5 },
		{ ...created, form: undefined },
		{ ...created, form: 'frm_2' },
		{ ...created, form: {} },
		{ ...created, form: { id: '' } },
		{ ...created, form: { id: ' ' } },
		{ ...created, form: { id: 5 } },
		{ ...created, form: { id: ` ${WATCHED}\n` } },
	])('is a submission unless it is clearly something else: %j', (body) => {
		expect(read(body)).toMatchObject({ kind: 'submission', submissionId: 'sub_1' });
	});

	it.each([undefined, null, 'sub_1', [], {}, { id: '' }, { id: 5 }, { id: null }])(
		'has no submission ID if the submission is %j, and is one all the same',
		(submission) => {
			const verdict = read({ event: 'submission.created', submission });

			expect(verdict).toMatchObject({ kind: 'submission', submissionId: undefined });
		},
	);

	it.each(['', 'no JSON', '[]', '[{}]', '"text"', 'null', '5', 'true'])(
		'is unreadable if it is not an object: %j',
		(body) => {
			expect(read(body)).toEqual({ kind: 'unreadable' });
		},
	);

	it('may begin with a byte order mark, and hold any character', () => {
		const body = { ...created, submission: { id: 'sub_1', data: { name: 'Zażółć 🦊' } } };

		expect(read(`\uFEFF${JSON.stringify(body)}`)).toMatchObject({ body });
	});
});
