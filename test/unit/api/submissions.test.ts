import { connect, type Connection } from '../../../nodes/FormSubmissions/api/connection';
import { getSubmission, listPage } from '../../../nodes/FormSubmissions/api/submissions';
import type { Situation } from '../../../nodes/FormSubmissions/errors/situations';
import { createEmulator, type Emulator } from '../../emulator';
import { actionContext } from '../../support/world';

const row = (id: string) => ({ id, createdAt: '2026-03-10T12:00:00.000Z' });

let emulator: Emulator;
let connection: Connection;

beforeEach(async () => {
	emulator = createEmulator();
	connection = await connect(
		actionContext(emulator, { apiKey: emulator.addKey(), parameters: {} }),
	);
});

afterEach(() => emulator.assertNoUnusedFaults());

describe('a response', () => {
	async function pageOf(body: unknown) {
		emulator.failNext({ body: JSON.stringify(body) });
		return await listPage(connection, {}, { limit: 100, cursor: undefined });
	}

	const situationOf = async (work: Promise<unknown>) =>
		await work.then(
			() => 'none',
			(error: { situation: Situation }) => error.situation,
		);

	describe('to a list request', () => {
		it('is a page with a cursor if more follows', async () => {
			const pagination = { limit: 2, hasMore: true, nextCursor: 'c1' };

			const body = { ok: true, data: [row('a'), row('b')], pagination };

			expect(await pageOf(body)).toEqual({
				submissions: [row('a'), row('b')],
				nextCursor: 'c1',
				textLength: JSON.stringify(body).length,
			});
		});

		it.each([null, undefined, '', 'c1'])(
			'is the last page if no more follows, whatever the cursor: %p',
			async (nextCursor) => {
				const body = { ok: true, data: [], pagination: { hasMore: false, nextCursor } };

				expect(await pageOf(body)).toMatchObject({ submissions: [], nextCursor: null });
			},
		);

		const end = { hasMore: false };
		const more = (nextCursor?: unknown) => ({ hasMore: true, nextCursor });

		it.each<[string, unknown, Situation]>([
			['null', null, 'notThisApi'],
			['a bare list', [row('a')], 'notThisApi'],
			['no data', { ok: true, pagination: end }, 'noList'],
			['data that is not a list', { ok: true, data: {}, pagination: end }, 'noList'],
			['one without an ID', { ok: true, data: [row('a'), {}], pagination: end }, 'noList'],
			['one with an empty ID', { ok: true, data: [row('')], pagination: end }, 'noList'],
			['no pagination', { ok: true, data: [row('a')] }, 'noPagination'],
			['no hasMore', { ok: true, data: [], pagination: { nextCursor: 'c' } }, 'noPagination'],
			['hasMore as text', { ok: true, data: [], pagination: { hasMore: 'false' } }, 'noPagination'],
			['no cursor', { ok: true, data: [], pagination: more() }, 'noCursor'],
			['no ok', { data: [], pagination: end }, 'notThisApi'],
			['an ok that is not true', { ok: 1, data: [], pagination: end }, 'notOk'],
			['an empty cursor', { ok: true, data: [], pagination: more('') }, 'noCursor'],
			['a number as cursor', { ok: true, data: [], pagination: more(2) }, 'noCursor'],
		])('is not a page: %s', async (_name, body, situation) => {
			expect(await situationOf(pageOf(body))).toBe(situation);
		});
	});

	describe('to a request for one submission', () => {
		it.each<[string, unknown]>([
			['bare', row('a')],
			['in an envelope', { ok: true, data: row('a') }],
			['bare, with fields named "id" and "data"', { ...row('a'), data: { id: 'b', data: {} } }],
		])('may be %s', async (_name, body) => {
			emulator.failNext({ body: JSON.stringify(body) });

			expect(await getSubmission(connection, 'a')).toMatchObject(row('a'));
		});

		it('is an error if it is another one', async () => {
			emulator.failNext({ body: JSON.stringify(row('other')) });

			expect(await situationOf(getSubmission(connection, 'a'))).toBe('otherSubmission');
		});

		it.each<[string, unknown]>([
			['nothing in it', {}],
			['a list', { ok: true, data: [row('a')] }],
			['an empty ID', { id: '' }],
		])('is none with %s', async (_name, body) => {
			emulator.failNext({ body: JSON.stringify(body) });

			expect(await situationOf(getSubmission(connection, 'a'))).toBe('noSubmission');
		});
	});
});

describe('an ID', () => {
	it.each(['a/b', '../forms', '%2e%2e', 'a?b#c', '50%', 'a\\b', 'ä 😀', ' ', '...'])(
		'stays within its place in the path: %j',
		async (id) => {
			await expect(getSubmission(connection, id)).rejects.toMatchObject({ httpCode: '404' });

			expect(emulator.requests.map(({ path }) => path)).toEqual([
				`/v1/submissions/${encodeURIComponent(id)}`,
			]);
		},
	);

	it.each(['', '.', '..', 'a\ud83d', '\udca9b'])(
		'that can’t be part of a path is rejected: %j',
		async (id) => {
			await expect(getSubmission(connection, id)).rejects.toMatchObject({
				message: expect.stringMatching(/^The value ".*" is not an ID\.$/),
				description: expect.stringContaining('from Submission > Get Many'),
			});
			expect(emulator.requests).toEqual([]);
		},
	);
});
