import { createEmulator, type Emulator } from '../../emulator';
import { connectNetwork, disconnectNetwork } from '../../support/network';
import { runAction } from '../../support/n8n';

describe('Submission: Get', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;

	beforeEach(() => begin());

	afterEach(() => {
		disconnectNetwork();
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

	it.each(['', '   ', null, undefined])(
		'says what to enter if the ID is %p, and sends nothing',
		async (value) => {
			await expect(get(value)).rejects.toThrow(/No submission is chosen\. Use its ID/);
			expect(emulator.requests).toHaveLength(0);
		},
	);
});
