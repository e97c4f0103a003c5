import type { Fault } from '../../emulator';
import { get, getPage, idsOf, NOW_MS, startEmulator } from './client';

const LIST = '/v1/submissions?limit=2';

describe('a page that contains a broken row', () => {
	it('fails until the rows are mended, and the other pages can be read', () => {
		const { emulator, key, form } = startEmulator();
		const [oldest] = emulator.addSubmissions(form.id, 5);
		emulator.breakRow(oldest?.id ?? '');
		const middle = `${LIST}&cursor=${getPage(emulator, key, '?limit=2').pagination.nextCursor}`;
		const { nextCursor } = (get(emulator, key, middle).json as ReturnType<typeof getPage>)
			.pagination;

		expect(get(emulator, key, `${LIST}&cursor=${nextCursor}`).status).toBe(500);
		emulator.mendRows();
		expect(get(emulator, key, `${LIST}&cursor=${nextCursor}`).status).toBe(200);
	});

	it('can have that row without its ID', () => {
		const { emulator, key, form } = startEmulator();
		const [older, newer] = emulator.addSubmissions(form.id, 2).map(({ id }) => id);
		emulator.breakRow(older ?? '', 'noId');

		expect(idsOf(getPage(emulator, key))).toEqual([newer, undefined]);
	});
});

describe('a row', () => {
	it('is in no list and not found before it becomes visible', () => {
		const { clock, emulator, key, form } = startEmulator();
		const seed = { formId: form.id, createdAt: NOW_MS - 60_000, visibleAt: NOW_MS + 1 };
		const { id } = emulator.addSubmission(seed);
		const { id: earlier } = emulator.addSubmission({ formId: form.id, createdAt: NOW_MS });

		expect(idsOf(getPage(emulator, key))).toEqual([earlier]);
		expect(get(emulator, key, `/v1/submissions/${id}`).status).toBe(404);
		clock.nowMs += 1;
		expect(idsOf(getPage(emulator, key))).toEqual([earlier, id]);
		expect(get(emulator, key, `/v1/submissions/${id}`).status).toBe(200);
	});

	it('can be sent otherwise than specified', () => {
		const { emulator, key, form } = startEmulator();
		emulator.addSubmission({ formId: form.id, sent: { createdAt: undefined } });
		emulator.addSubmission({ formId: form.id, sent: { createdAt: 'soon' } });

		const sent = getPage(emulator, key).data.map(({ createdAt }) => createdAt);

		expect(sent).toEqual(['soon', undefined]);
	});
});

describe('the order of a list', () => {
	it('can be another one, for all submissions or for one', () => {
		const oldestFirst = startEmulator({ sortedBy: ({ createdAt }) => -Date.parse(createdAt) });
		const { emulator, key, form } = oldestFirst;
		const [first, second] = emulator.addSubmissions(form.id, 2).map(({ id }) => id);
		const between = emulator.addSubmission({ formId: form.id, listedAt: -NOW_MS, createdAt: 0 });

		expect(idsOf(getPage(emulator, key))).toEqual([first, second, between.id]);
	});

	it('among submissions of one instant can be set', () => {
		const { emulator, key, form } = startEmulator();
		const ids = [2, 3, 1].map(
			(sequence) => emulator.addSubmission({ formId: form.id, sequence }).id,
		);

		expect(idsOf(getPage(emulator, key))).toEqual([ids[1], ids[0], ids[2]]);
	});
});

describe('cursors', () => {
	const late = (cursors: 'place' | 'snapshot') => {
		const { clock, emulator, key, form } = startEmulator({ cursors, maxPageSize: 2 });
		const formId = form.id;
		emulator.addSubmissions(formId, 4, { from: NOW_MS - 4_000 });
		const { id } = emulator.addSubmission({
			formId,
			createdAt: NOW_MS - 3_999,
			visibleAt: NOW_MS + 1,
		});
		const first = getPage(emulator, key);
		clock.nowMs += 5;
		const second = getPage(emulator, key, `?cursor=${first.pagination.nextCursor}`);
		return [
			second,
			second.pagination.nextCursor
				? getPage(emulator, key, `?cursor=${second.pagination.nextCursor}`)
				: undefined,
		]
			.flatMap((page) => (page ? idsOf(page) : []))
			.includes(id);
	};

	it('show a late row below their place, but not below that of a snapshot', () => {
		expect([late('place'), late('snapshot')]).toEqual([true, false]);
	});

	it('can be refused from a moment on, and those issued later are accepted', () => {
		const { clock, emulator, key, form } = startEmulator();
		emulator.addSubmissions(form.id, 5);
		const before = getPage(emulator, key, '?limit=2').pagination.nextCursor;
		emulator.refuseCursors(404);
		clock.nowMs += 1;
		const after = getPage(emulator, key, '?limit=2').pagination.nextCursor;

		expect(get(emulator, key, `${LIST}&cursor=${before}`).status).toBe(404);
		expect(get(emulator, key, `${LIST}&cursor=${after}`).status).toBe(200);
	});

	it('can live for a time that changes', () => {
		const { clock, emulator, key, form } = startEmulator();
		emulator.addSubmissions(form.id, 5);
		const { nextCursor } = getPage(emulator, key, '?limit=2').pagination;
		const status = () => get(emulator, key, `${LIST}&cursor=${nextCursor}`).status;
		clock.nowMs += 11_000;

		emulator.change({ cursorLifeMs: 10_000 });
		expect(status()).toBe(422);
		emulator.change({ cursorLifeMs: 20_000 });
		expect(status()).toBe(200);
	});

	it('can be sent on the last page, too', () => {
		const { emulator, key, form } = startEmulator({ cursorAtEnd: true });
		emulator.addSubmissions(form.id, 2);

		const { hasMore, nextCursor } = getPage(emulator, key).pagination;

		expect([hasMore, typeof nextCursor]).toEqual([false, 'string']);
	});
});

describe('a page', () => {
	it('has at most as many rows as the service sends', () => {
		const { emulator, key, form } = startEmulator({ maxPageSize: 3 });
		emulator.addSubmissions(form.id, 5);

		expect(getPage(emulator, key, '?limit=100').data).toHaveLength(3);
	});

	it.each<[Fault, unknown]>([
		['notOk', { ok: false, error: { message: 'Something went wrong' } }],
		['noData', { ok: true, data: null, pagination: { limit: 25, hasMore: false } }],
		[
			'noCursor',
			{ ok: true, data: [], pagination: { limit: 100, hasMore: true, nextCursor: null } },
		],
		['brokenJson', undefined],
	])('can be spoiled (%s) after others have passed', (fault, json) => {
		const { emulator, key } = startEmulator();
		emulator.failNext(fault, { skip: 1 });

		expect(get(emulator, key, '/v1/submissions').json).toMatchObject({ ok: true, data: [] });
		expect(get(emulator, key, '/v1/submissions')).toMatchObject({ status: 200, json });
	});
});
