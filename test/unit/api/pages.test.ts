/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { connect } from '../../../nodes/FormSubmissions/api/connection';
import {
	readAhead,
	takeSubmissions,
	walkSubmissions,
} from '../../../nodes/FormSubmissions/api/submissions';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import type { Answer } from '../../emulator';
import { connectEdge, type EdgeOptions } from '../../support/edge';
import { runClock, settle, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { executeContext } from '../../support/n8n';
import { idsOf } from './timedList';

const row = (id: string) => ({ id, createdAt: '2026-03-10T12:00:00.000Z' });
const apiKey = 'key';

/** Node hands out its garbage collector only to contexts made after the flag is set. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

describe('a walk', () => {
	beforeEach(() => forgetAll());

	type PageAt = (limit: number, cursor: string | null) => SubmissionPage;

	/** A service that has only these pages. */
	async function serving(pageAt: PageAt, edge: Partial<EdgeOptions> = {}) {
		const handle = ({ url }: { url: string }): Answer => {
			const query = new URL(url, 'https://x.test').searchParams;
			const page = pageAt(Number(query.get('limit')), query.get('cursor'));
			const { submissions: data, nextCursor } = page;
			const pagination = { hasMore: nextCursor !== null, nextCursor };
			const body = JSON.stringify({ ok: true, data, pagination });
			return { kind: 'response', status: 200, headers: {}, body };
		};
		const setup = { kind: 'formSubmissions' as const, parameters: {}, credential: { apiKey } };
		return await connect(connectEdge(executeContext(setup), { handle }, { apiKey, ...edge }));
	}

	async function* walk(pageAt: PageAt, wanted?: number, startCursor?: string) {
		yield* walkSubmissions(await serving(pageAt), {}, wanted, startCursor);
	}

	/** A list of `total` rows; a cursor is the number of rows before it. */
	function list(total: number) {
		const limits: number[] = [];
		const pageAt: PageAt = (limit, cursor) => {
			limits.push(limit);
			const start = Number(cursor ?? 0);
			const stop = Math.min(total, start + limit);
			const submissions = Array.from({ length: stop - start }, (_, i) => row(String(start + i)));
			return { submissions, nextCursor: stop < total ? String(stop) : null };
		};
		return { pageAt, limits };
	}

	it.each([
		[250, Infinity, [100, 100, 100]],
		[250, 100, [100]],
		[250, 101, [100, 1]],
		[250, 250, [100, 100, 50]],
		[250, 0, []],
	])(
		'over %i rows of which %p are wanted requests pages of %j',
		async (total, wanted, expected) => {
			const { pageAt, limits } = list(total);

			const ids = await idsOf(walk(pageAt, wanted));

			expect(ids).toEqual(Array.from({ length: Math.min(total, wanted) }, (_, i) => String(i)));
			expect(limits).toEqual(expected);
		},
	);

	it('ends with the page that brings enough if the service ignores the limit', async () => {
		const submissions = [row('a'), row('b'), row('c')];
		const pageAt = () => ({ submissions, nextCursor: 'x' });

		expect(await idsOf(walk(pageAt, 2))).toEqual(['a', 'b', 'c']);
		expect(await idsOf(takeSubmissions(walk(pageAt, 2), 2))).toEqual(['a', 'b']);
	});

	it.each([
		['at once', ['x', 'x']],
		['after some pages', ['x', 'y', 'z', 'x']],
		['with which it began', ['begin']],
	])('ends with an error if a cursor comes again %s', async (_name, cursors) => {
		let page = 0;
		const pageAt = () => {
			const nextCursor = cursors[page++] ?? 'never';
			return { submissions: [row('a')], nextCursor };
		};

		await expect(idsOf(walk(pageAt, Infinity, 'begin'))).rejects.toThrow(
			'keeps sending the same page',
		);
		expect(page).toBe(cursors.length);
	});

	it('ends with an error after a hundred empty pages, but not after fewer', async () => {
		let page = 0;
		const emptyExcept = (full: number) => () => {
			page++;
			const submissions = page % full === 0 ? [row(String(page))] : [];
			return { submissions, nextCursor: page < 110 ? String(page) : null };
		};

		expect(await idsOf(walk(emptyExcept(100)))).toHaveLength(1);
		forgetAll();
		page = 0;
		await expect(idsOf(walk(emptyExcept(101)))).rejects.toThrow('keeps sending empty pages');
		expect(page).toBe(100);
	});

	describe('that reads ahead', () => {
		afterEach(() => stopFakeClock());

		it('hands a page over only once the request for the next one is on its way', async () => {
			startFakeClock();
			const { pageAt, limits } = list(250);
			// Like n8n's request helper, which opens a connection first: a request leaves after 3 ms.
			const connection = await serving(pageAt, { latencyMs: () => 6 });
			const sentBefore: number[] = [];

			const useAll = async () => {
				for await (const page of readAhead(walkSubmissions(connection, {}))) {
					sentBefore.push(limits.length);
					expect(page.submissions).not.toHaveLength(0);
				}
			};
			await runClock(useAll());

			expect(sentBefore).toEqual([2, 3, 3]);
		});

		it('requests no page that is not wanted', async () => {
			const { pageAt, limits } = list(250);

			const ids = await idsOf(readAhead(takeSubmissions(walk(pageAt), 100)));

			expect(ids).toHaveLength(100);
			expect(limits).toHaveLength(1);
		});

		it('keeps no page that has been used, though its timers have not fired yet', async () => {
			startFakeClock();
			const used: Array<WeakRef<SubmissionPage>> = [];
			// In a function of its own, so that no variable of the test's holds the last page.
			const useAll = async () => {
				for await (const page of readAhead(walk(list(250).pageAt))) used.push(new WeakRef(page));
			};
			await useAll();
			await settle();

			collectGarbage();

			expect(jest.getTimerCount()).toBeGreaterThan(0);
			expect(used.filter((page) => page.deref() !== undefined)).toEqual([]);
		});

		it('throws the error of a page once the previous one has been used', async () => {
			const { pageAt } = list(250);
			const failing: PageAt = (limit, cursor) =>
				cursor === null ? pageAt(limit, cursor) : { submissions: [], nextCursor: '' };
			const ahead = readAhead(walk(failing));

			const first = await ahead.next();
			// Enough time for Node to notice an unhandled rejection, which would end the process.
			await settle();

			expect(first.value?.submissions).toHaveLength(100);
			await expect(ahead.next()).rejects.toThrow(
				'more submissions, but not where the list continues',
			);
		});
	});
});
