import type { INode } from 'n8n-workflow';

import { settle, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { emulator, formId, runNode, useActionNode } from './actionNode';

describe('an item that fails', () => {
	let good: string;

	useActionNode();

	beforeEach(() => {
		startFakeClock();
		good = emulator.addSubmission({ formId }).id;
	});

	afterEach(() => stopFakeClock());

	const run = async (ids: string[], onError?: INode['onError'], signal?: AbortSignal) => {
		const submissionId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const items = ids.map((id) => ({ id }));
		const parameters = { resource: 'submission', operation: 'get', submissionId };
		return (await runNode(parameters, { items, onError, signal })).items;
	};

	it('ends the execution with an error that names the item', async () => {
		await expect(run([good, 'sub_gone', good])).rejects.toMatchObject({
			message: expect.stringContaining('sub_gone'),
			context: { itemIndex: 1 },
		});
		expect(emulator.requests.filter(({ path }) => path !== '/v1/forms')).toHaveLength(2);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'becomes an item with only the error if set to %s; the others succeed',
		async (onError) => {
			const items = await run([good, 'sub_gone', '', '..', good], onError);

			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 2, 3, 4].map((item) => ({ item })),
			);
			expect(items.map(({ json }) => json.error)).toEqual([
				undefined,
				expect.stringMatching(/no submission with the ID "sub_gone".*Check the ID/),
				expect.stringMatching(/No submission is chosen/),
				expect.stringMatching(/is not an ID/),
				undefined,
			]);
			expect(items.slice(1, 4).map(({ json }) => Object.keys(json))).toEqual([
				['error'],
				['error'],
				['error'],
			]);
			expect([items[0]?.json.id, items[4]?.json.id]).toEqual([good, good]);
		},
	);

	it('because the execution was stopped ends it, whatever On Error says', async () => {
		const controller = new AbortController();
		emulator.failNext({ status: 503, headers: { 'retry-after': '30' } });
		const outcome = run([good, good], 'continueRegularOutput', controller.signal).catch(
			({ message }: Error) => message,
		);
		await settle();

		controller.abort();

		expect(await outcome).toMatch(/was stopped/);
		expect(emulator.requests).toHaveLength(1);
	});
});
