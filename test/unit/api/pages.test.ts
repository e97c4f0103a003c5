import {
	readAhead,
	takeSubmissions,
	walkPages,
	type PageRequest,
} from '../../../nodes/FormSubmissions/api/pages';
import type { Problem } from '../../../nodes/FormSubmissions/errors/errors';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import { settle } from '../../support/fakeClock';

const row = (id: string) => ({ id, createdAt: '2026-03-10T12:00:00.000Z' });

describe('a walk', () => {
	const fail = (problem: Problem) =>
		new Error(`${problem.subject}: ${problem.situation}`) as ReturnType<FailFunction>;
	type FailFunction = Parameters<typeof walkPages>[1];

	/** A list of `total` rows; a cursor is the number of rows before it. */
	function list(total: number) {
		const requests: PageRequest[] = [];
		const fetchPage = async (request: PageRequest): Promise<SubmissionPage> => {
			requests.push(request);
			const start = Number(request.cursor ?? 0);
			const stop = Math.min(total, start + request.limit);
			const submissions = Array.from({ length: stop - start }, (_, i) => row(String(start + i)));
			return { submissions, nextCursor: stop < total ? String(stop) : null };
		};
		return { fetchPage, requests };
	}

	async function idsOf(walk: AsyncGenerator<SubmissionPage>): Promise<string[]> {
		const ids: string[] = [];
		for await (const { submissions } of walk) ids.push(...submissions.map(({ id }) => id));
		return ids;
	}

	it.each([
		[0, Infinity, [100]],
		[1, Infinity, [100]],
		[100, Infinity, [100]],
		[101, Infinity, [100, 100]],
		[250, Infinity, [100, 100, 100]],
		[250, 1, [1]],
		[250, 100, [100]],
		[250, 101, [100, 1]],
		[250, 250, [100, 100, 50]],
		[250, 1_000, [100, 100, 100]],
		[250, 0, []],
	])('over %i rows of which %p are wanted requests pages of %j', async (total, wanted, limits) => {
		const { fetchPage, requests } = list(total);

		const ids = await idsOf(walkPages(fetchPage, fail, wanted));

		expect(ids).toEqual(Array.from({ length: Math.min(total, wanted) }, (_, i) => String(i)));
		expect(requests.map(({ limit }) => limit)).toEqual(limits);
	});

	it('requests a page only when the previous one has been used', async () => {
		const { fetchPage, requests } = list(500);
		const walk = walkPages(fetchPage, fail);

		await walk.next();
		await walk.next();
		await walk.return(undefined);

		expect(requests).toHaveLength(2);
	});

	it('continues from a stored cursor', async () => {
		const { fetchPage } = list(250);

		expect(await idsOf(walkPages(fetchPage, fail, Infinity, '240'))).toHaveLength(10);
	});

	it('ends with the page that brings enough if the service ignores the limit', async () => {
		const submissions = [row('a'), row('b'), row('c')];
		const fetchPage = async () => ({ submissions, nextCursor: 'x' });

		expect(await idsOf(walkPages(fetchPage, fail, 2))).toEqual(['a', 'b', 'c']);
		expect(await idsOf(takeSubmissions(walkPages(fetchPage, fail, 2), 2))).toEqual(['a', 'b']);
	});

	it.each([
		['at once', ['x', 'x']],
		['after some pages', ['x', 'y', 'z', 'x']],
	])('ends with an error if a cursor comes again %s', async (_name, cursors) => {
		let page = 0;
		const fetchPage = async () => {
			const nextCursor = cursors[page++] ?? 'never';
			return { submissions: [row('a')], nextCursor };
		};

		await expect(idsOf(walkPages(fetchPage, fail))).rejects.toThrow('submissions: repeatedCursor');
		expect(page).toBe(cursors.length);
	});

	it('ends with an error if the cursor it began with comes again', async () => {
		const fetchPage = jest.fn(async () => {
			return { submissions: [], nextCursor: 'begin' };
		});

		await expect(idsOf(walkPages(fetchPage, fail, Infinity, 'begin'))).rejects.toThrow(
			'submissions: repeatedCursor',
		);
		expect(fetchPage).toHaveBeenCalledTimes(1);
	});

	it('ends with an error after a hundred empty pages, but not after fewer', async () => {
		let page = 0;
		const emptyExcept = (full: number) => async () => {
			page++;
			const submissions = page % full === 0 ? [row(String(page))] : [];
			return { submissions, nextCursor: page < 1_000 ? String(page) : null };
		};

		expect(await idsOf(walkPages(emptyExcept(100), fail))).toHaveLength(10);
		page = 0;
		await expect(idsOf(walkPages(emptyExcept(101), fail))).rejects.toThrow(
			'submissions: endlessPages',
		);
		expect(page).toBe(100);
	});

	it.each([
		[0, 1],
		[1, 1],
		[99, 1],
		[100, 1],
		[101, 2],
		[250, 3],
		[900, 3],
	])('of which %i rows are taken requests %i pages of 250', async (wanted, pages) => {
		const { fetchPage, requests } = list(250);

		const ids = await idsOf(takeSubmissions(walkPages(fetchPage, fail), wanted));

		expect(ids).toHaveLength(Math.min(250, wanted));
		expect(requests).toHaveLength(pages);
	});

	describe('that reads ahead', () => {
		it('requests the next page while the previous one is in use, and none beyond the end', async () => {
			const { fetchPage, requests } = list(250);
			const asked: number[][] = [];

			for await (const { submissions } of readAhead(walkPages(fetchPage, fail))) {
				asked.push([submissions.length, requests.length]);
			}

			expect(asked).toEqual([
				[100, 2],
				[100, 3],
				[50, 3],
			]);
		});

		it('hands a page over only once the request for the next one is on its way', async () => {
			const { fetchPage } = list(250);
			const sent: number[] = [];
			// Like n8n's request helper, which opens a connection first.
			const sending = async (request: PageRequest) => {
				await settle();
				sent.push(request.limit);
				return await fetchPage(request);
			};
			const sentBefore: number[] = [];

			for await (const page of readAhead(walkPages(sending, fail))) {
				sentBefore.push(sent.length);
				expect(page.submissions).not.toHaveLength(0);
			}

			expect(sentBefore).toEqual([2, 3, 3]);
		});

		it('requests no page that is not wanted', async () => {
			const { fetchPage, requests } = list(250);

			const ids = await idsOf(readAhead(takeSubmissions(walkPages(fetchPage, fail), 100)));

			expect(ids).toHaveLength(100);
			expect(requests).toHaveLength(1);
		});

		it('throws the error of a page once the previous one has been used', async () => {
			const { fetchPage } = list(250);
			const failing = async (request: PageRequest) => {
				if (request.cursor !== undefined) throw new Error('second page');
				return await fetchPage(request);
			};
			const ahead = readAhead(walkPages(failing, fail));

			const first = await ahead.next();
			// Enough time for Node to notice an unhandled rejection, which would end the process.
			await settle();

			expect(first.value?.submissions).toHaveLength(100);
			await expect(ahead.next()).rejects.toThrow('second page');
		});
	});
});
