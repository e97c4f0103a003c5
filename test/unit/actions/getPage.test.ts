import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { runAction } from '../../support/n8n';
import { startService, stopService } from '../../support/service';

describe('Submission: Get Page', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		formId = emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(() => stopService(emulator));

	async function getPage(parameters: object = {}): Promise<IDataObject & { ids: unknown[] }> {
		const items = await runAction({
			parameters: { resource: 'submission', operation: 'getPage', ...parameters },
			credential: { apiKey },
		});
		expect(items).toHaveLength(1);
		const json = items[0]?.json ?? {};
		return { ...json, ids: (json.submissions as IDataObject[]).map(({ id }) => id) };
	}

	it('gives one item with 100 submissions and the cursor of the next page', async () => {
		emulator.addSubmissions(formId, 150);

		const page = await getPage();

		expect(page.submissions).toHaveLength(100);
		expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
	});

	it('gives every submission once in a loop over the cursors, null at the end', async () => {
		const ids = emulator.addSubmissions(formId, 25).map(({ id }) => id);
		const seen: unknown[] = [];
		let cursor: unknown = '';
		for (let turn = 0; turn < 3; turn++) {
			const page = await getPage({ pageSize: 10, cursor });
			seen.push(...page.ids);
			cursor = page.nextCursor;
		}

		expect(seen).toEqual(ids.reverse());
		expect(cursor).toBeNull();
	});

	it.each(['', null, undefined])('begins at the newest where the cursor is %p', async (cursor) => {
		emulator.addSubmissions(formId, 3);

		expect((await getPage({ cursor, pageSize: 2 })).ids).toHaveLength(2);
		expect(emulator.requests[0]?.query).toEqual({ limit: '2' });
	});

	it.each([0, 101, 2.5, 'many'])('refuses the page size %p with a sentence', async (pageSize) => {
		await expect(getPage({ pageSize })).rejects.toThrow(/Enter a whole number from 1 to 100/);
		expect(emulator.requests).toHaveLength(0);
	});

	it('is one item where there is nothing', async () => {
		expect(await getPage()).toMatchObject({ submissions: [], hasMore: false, nextCursor: null });
	});

	it('gives simplified submissions, or those that the service sent', async () => {
		const submission = emulator.addSubmission({ formId, data: { email: 'visitor@example.com' } });

		expect((await getPage()).submissions).toEqual([
			expect.objectContaining({ id: submission.id, email: 'visitor@example.com' }),
		]);
		expect((await getPage({ simplify: false })).submissions).toEqual([submission]);
	});

	it('asks with its filters', async () => {
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

	it('says that a cursor of other filters is refused, in the words of the service', async () => {
		emulator.addSubmissions(formId, 3);
		const { nextCursor } = await getPage({ pageSize: 1 });

		const work = getPage({ cursor: nextCursor, filters: { status: ['spam'] } });

		await expect(work).rejects.toMatchObject({
			description: expect.stringMatching(
				/Check what is entered.*cursor is unknown or belongs to other filters/,
			),
		});
	});

	it.each([0, 101, 1.5, 'many'])('fails with a sentence for the page size %p', async (pageSize) => {
		await expect(getPage({ pageSize })).rejects.toThrow(/didn't accept the request|1 to 100/);
	});
});
