/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { connect, type Connection } from '../../../nodes/FormSubmissions/api/connection';
import {
	readAhead,
	takeSubmissions,
	walkOnce,
	walkSubmissions,
} from '../../../nodes/FormSubmissions/api/submissions';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import { createEmulator, type Emulator } from '../../emulator';
import { runClock, settle, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { actionContext } from '../../support/world';
import { idsOf } from './timedList';

/** Node hands out its garbage collector only to contexts made after the flag is set. */
function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
}

describe('a walk', () => {
	let emulator: Emulator;
	let connection: Connection;

	beforeEach(async () => {
		startFakeClock();
		emulator = createEmulator();
		const setup = { apiKey: emulator.addKey(), parameters: {} };
		connection = await connect(actionContext(emulator, setup));
	});

	afterEach(() => stopFakeClock());

	/** From now on, there are so many submissions; returns their IDs, newest first. */
	const add = (count: number) =>
		emulator
			.addSubmissions(emulator.addForm().id, count)
			.map(({ id }) => id)
			.reverse();

	const walk = (wanted?: number) => walkSubmissions(connection, {}, wanted);

	const limits = () => emulator.requests.map(({ query }) => Number(query.limit));

	/** The service sends this page next, whatever is asked for. */
	function send(ids: string[], nextCursor: string, atMs = Date.UTC(2026, 2, 10, 12)): void {
		const data = ids.map((id) => ({ id, createdAt: new Date(atMs).toISOString() }));
		const pagination = { hasMore: true, nextCursor };
		emulator.failNext({ body: JSON.stringify({ ok: true, data, pagination }) });
	}

	it.each([
		[250, Infinity, [100, 100, 100]],
		[250, 100, [100]],
		[250, 101, [100, 1]],
		[250, 250, [100, 100, 50]],
		[250, 0, []],
	])(
		'over %i submissions of which %p are wanted requests pages of %j',
		async (total, wanted, expected) => {
			const all = add(total);

			expect(await idsOf(walk(wanted))).toEqual(all.slice(0, wanted));
			expect(limits()).toEqual(expected);
		},
	);

	it('ends with the page that brings enough if the service ignores the limit', async () => {
		send(['a', 'b', 'c'], 'x');
		expect(await idsOf(walk(2))).toEqual(['a', 'b', 'c']);

		send(['a', 'b', 'c'], 'x');
		expect(await idsOf(takeSubmissions(walk(2), 2))).toEqual(['a', 'b']);
	});

	it.each([
		['at once', ['x', 'x']],
		['after some pages', ['x', 'y', 'z', 'x']],
	])('ends with an error if a cursor comes again %s', async (_name, cursors) => {
		for (const cursor of cursors) send(['a'], cursor);

		await expect(idsOf(walk())).rejects.toThrow('keeps sending the same page');
		expect(emulator.requests).toHaveLength(cursors.length);
	});

	describe('that nothing is known of but its own pages', () => {
		const once = async () => await idsOf(walkOnce(connection, {}));
		const names = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, at) => `sub_${from + at}`);

		it.each<[string, string[][]]>([
			['at once', [names(0, 100), names(0, 100)]],
			['after some pages', [names(0, 100), names(100, 200), names(200, 300), names(0, 100)]],
			['below what came meanwhile', [names(50, 150), names(150, 250), names(0, 100)]],
			['without the newest, which was deleted', [names(0, 100), names(1, 101)]],
			['behind an empty page', [[], names(0, 100), names(0, 100)]],
		])('ends with an error if the list starts again: %s', async (_when, pages) => {
			for (const [at, ids] of pages.entries()) send(ids, `cursor ${at}`);

			await expect(once()).rejects.toMatchObject({ situation: 'startsAgain' });
			expect(emulator.requests).toHaveLength(pages.length);
		});

		it('ends with an error if it starts again each time below more than a page of new ones', async () => {
			for (let at = 1; at < 50; at++) {
				send(
					names(at * 1_000, at * 1_000 + 100),
					`cursor ${at}`,
					Date.UTC(2026, 2, 10) + at * 2_000,
				);
			}

			await expect(once()).rejects.toMatchObject({ situation: 'startsAgain' });
			expect(emulator.requests.length).toBeLessThan(6);
			emulator.clearFaults();
		});

		it('goes on behind an empty page below others', async () => {
			for (const [at, ids] of [names(0, 100), [], names(100, 200)].entries()) {
				const data = ids.map((id) => ({ id, createdAt: new Date(0).toISOString() }));
				const pagination = { hasMore: at < 2, nextCursor: `cursor ${at}` };
				emulator.failNext({ body: JSON.stringify({ ok: true, data, pagination }) });
			}

			expect(await once()).toHaveLength(200);
		});

		it('goes on if single ones are far out of place, or all are some seconds off', async () => {
			const dayMs = 86_400_000;
			for (let at = 0; at < 5; at++) {
				const data = names(at * 100, at * 100 + 100).map((id, index) => ({
					id,
					createdAt: new Date(
						Date.UTC(2026, 2, 10) + (index % 97 === 5 ? dayMs : at * 1_000),
					).toISOString(),
				}));
				const pagination = { hasMore: at < 4, nextCursor: `cursor ${at}` };
				emulator.failNext({ body: JSON.stringify({ ok: true, data, pagination }) });
			}

			expect(await once()).toHaveLength(500);
		});
	});

	it('ends with an error after a hundred empty pages, but not after fewer', async () => {
		for (let page = 1; page <= 99; page++) send([], String(page));
		send(['a'], '100');
		for (let page = 101; page <= 200; page++) send([], String(page));

		await expect(runClock(idsOf(walk()))).rejects.toThrow('keeps sending empty pages');
		expect(emulator.requests).toHaveLength(200);
	});

	describe('that reads ahead', () => {
		beforeEach(() => void add(250));

		it('hands a page over only once the request for the next one is on its way', async () => {
			const sentBefore: number[] = [];

			const useAll = async () => {
				for await (const page of readAhead(walk())) {
					sentBefore.push(emulator.requests.length);
					expect(page.submissions).not.toHaveLength(0);
				}
			};
			await runClock(useAll());

			expect(sentBefore).toEqual([2, 3, 3]);
		});

		it('requests no page that is not wanted', async () => {
			expect(await idsOf(readAhead(takeSubmissions(walk(), 100)))).toHaveLength(100);
			expect(emulator.requests).toHaveLength(1);
		});

		it('keeps no page that has been used, though its timers have not fired yet', async () => {
			const used: Array<WeakRef<SubmissionPage>> = [];
			// In a function of its own, so that no variable of the test's holds the last page.
			const useAll = async () => {
				for await (const page of readAhead(walk())) used.push(new WeakRef(page));
			};
			await useAll();
			await settle();

			collectGarbage();

			expect(jest.getTimerCount()).toBeGreaterThan(0);
			expect(used.filter((page) => page.deref() !== undefined)).toEqual([]);
		});

		it('throws the error of a page once the previous one has been used', async () => {
			emulator.failNext('noCursor', { skip: 1 });
			const ahead = readAhead(walk());

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
