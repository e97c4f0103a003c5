import { forgetBudgets } from '../../support/budgets';
import { createEmulator, type Emulator } from '../../../emulator';
import { connectNetwork, disconnectNetwork } from '../../support/network';
import { runAction } from '../../support/n8n';

describe('Submission: Get', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;

	beforeEach(() => begin());

	afterEach(() => {
		disconnectNetwork();
		forgetBudgets();
		emulator.assertNoUnusedFaults();
	});

	function begin(options: Parameters<typeof createEmulator>[0] = {}) {
		disconnectNetwork();
		emulator = createEmulator(options);
		apiKey = emulator.addKey();
		formId = emulator.addForm({ name: 'Contact' }).id;
		connectNetwork(emulator);
	}

	const get = async (value: unknown, parameters: object = {}) =>
		await runAction({
			parameters: {
				resource: 'submission',
				operation: 'get',
				submissionId: { __rl: true, mode: 'id', value } as object,
				...parameters,
			},
			credential: { apiKey },
		});

	it.each([false, true])(
		'returns the submission, in an envelope or not (%p)',
		async (inEnvelope) => {
			begin({ singleEnvelope: inEnvelope });
			const submission = emulator.addSubmission({ formId, data: { email: 'visitor@example.com' } });

			const [simple] = await get(submission.id);
			const [raw] = await get(submission.id, { simplify: false });

			expect(simple?.json).toMatchObject({
				id: submission.id,
				email: 'visitor@example.com',
				tags: '',
			});
			expect(raw?.json).toEqual(submission);
		},
	);

	it('returns a submission whose own data has fields named "id" and "data"', async () => {
		const data = { id: 'x', data: { id: 'y' } };
		const submission = emulator.addSubmission({ formId, data });

		const [item] = await get(submission.id);

		expect(item?.json).toMatchObject({ id: submission.id, field_id: 'x', data: '{"id":"y"}' });
	});

	it('returns quarantined and test submissions too', async () => {
		const { id } = emulator.addSubmission({ formId, status: 'spam', data: { _test: true } });

		expect(await get(id)).toHaveLength(1);
	});

	it('accepts an ID that was pasted with spaces', async () => {
		const { id } = emulator.addSubmission({ formId });

		expect((await get(` ${id}\n`))[0]?.json.id).toBe(id);
	});

	it.each(['', '   ', null, undefined])(
		'says what to enter if the ID is %p, and sends nothing',
		async (value) => {
			await expect(get(value)).rejects.toThrow(/No submission is chosen\. Choose one/);
			expect(emulator.requests).toHaveLength(0);
		},
	);

	it('says which ID is unknown', async () => {
		await expect(get('sub_gone')).rejects.toThrow(/no submission with the ID "sub_gone"/);
	});

	it.each([
		'../x?y#z',
		'../forms',
		'a/b',
		'a b',
		'a+b',
		'50%',
		'%2e%2e',
		'a?limit=1',
		'a#b',
		'a&b=c',
		'a;b',
		'a\\b',
		'...',
		'grüße-花屋-🙂',
	])('encodes the ID %p as a single path segment', async (id) => {
		emulator.addSubmission({ formId, id });

		const [item] = await get(id);

		expect(item?.json.id).toBe(id);
		expect(emulator.requests[0]?.path.split('/')).toHaveLength(4);
		expect(emulator.requests[0]?.query).toEqual({});
	});

	it('reads the ID for each item from an expression', async () => {
		const [first, second] = emulator.addSubmissions(formId, 2);
		const items = await runAction(
			{
				parameters: {
					resource: 'submission',
					operation: 'get',
					submissionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				},
				credential: { apiKey },
			},
			[{ id: String(second?.id) }, { id: String(first?.id) }],
		);

		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[second?.id, { item: 0 }],
			[first?.id, { item: 1 }],
		]);
	});
});
