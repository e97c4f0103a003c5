import type { IDataObject } from 'n8n-workflow';
import { emulator, formId, runNode, useActionNode } from './actionNode';

const GET_PAGE = { resource: 'submission', operation: 'getPage' };

describe('Submission: Get Page', () => {
	useActionNode();

	async function getPage(parameters: object = {}): Promise<IDataObject & { ids: unknown[] }> {
		const [row = {}, ...others] = (await runNode({ ...GET_PAGE, ...parameters })).rows;
		expect(others).toEqual([]);
		return { ...row, ids: (row.submissions as IDataObject[]).map(({ id }) => id) };
	}

	it('returns every submission once in a loop over the cursors, ending with null', async () => {
		const ids = emulator.addSubmissions(formId, 25).map(({ id }) => id);
		const seen: unknown[] = [];
		let cursor: unknown = '';
		for (let turn = 0; turn < 3; turn++) {
			const page = await getPage({ pageSize: 10, cursor });
			seen.push(...page.ids);
			expect(page.hasMore).toBe(turn < 2);
			cursor = page.nextCursor;
		}

		expect(seen).toEqual(ids.reverse());
		expect(cursor).toBeNull();
	});

	it.each(['', null, undefined, '={{ $json.missing }}'])(
		'begins at the newest submission if the cursor is %p',
		async (cursor) => {
			emulator.addSubmissions(formId, 3);

			expect((await getPage({ cursor, pageSize: 2 })).ids).toHaveLength(2);
			expect(emulator.requests[0]?.query).toEqual({ limit: '2' });
		},
	);

	it.each([' a ', '\u200bb+/=&', ' ', '5', '=c'])(
		'sends the cursor exactly as it came: %j',
		async (nextCursor) => {
			emulator.addSubmissions(formId, 3);
			const body = { ok: true, data: [], pagination: { hasMore: true, nextCursor } };
			emulator.failNext({ body: JSON.stringify(body) });
			const { rows } = await runNode(GET_PAGE);
			emulator.failNext({ body: JSON.stringify({ ...body, pagination: { hasMore: false } }) });

			await runNode({ ...GET_PAGE, cursor: '={{ $json.nextCursor }}' }, { items: rows });

			expect(emulator.requests.at(-1)?.query.cursor).toBe(nextCursor);
		},
	);

	it('does not return the cursor that it was given, with which a loop would never end', async () => {
		emulator.addSubmissions(formId, 3);
		const { nextCursor: cursor } = await getPage({ pageSize: 1 });
		const same = `"nextCursor":${JSON.stringify(cursor)}`;
		emulator.onAnswer((_request, answer) =>
			answer.kind === 'response'
				? { ...answer, body: answer.body.replace(/"nextCursor":"[^"]+"/, same) }
				: answer,
		);

		await expect(getPage({ pageSize: 1, cursor })).rejects.toThrow(/keeps sending the same page/);
	});

	it('returns one item even if there is nothing', async () => {
		expect(await getPage()).toMatchObject({ submissions: [], hasMore: false, nextCursor: null });
	});

	it('applies its filters', async () => {
		emulator.addSubmission({ formId, status: 'spam' });
		const locator = { __rl: true, mode: 'id', value: formId };

		await getPage({ formId: locator, filters: { status: ['spam', 'new'], includeTest: true } });

		expect(emulator.requests[0]?.query).toEqual({
			form_id: formId,
			status: 'spam,new',
			include_test: 'true',
			limit: '100',
		});
	});
});
