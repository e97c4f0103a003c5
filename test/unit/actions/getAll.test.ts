import { emulator, formId, requested, runNode, useActionNode } from './actionNode';

const NEWEST_MS = Date.UTC(2026, 2, 10, 12);

describe('Submission: Get Many', () => {
	useActionNode({ now: () => NEWEST_MS });

	const GET_MANY = { resource: 'submission', operation: 'getAll' };

	const run = async (parameters: object) =>
		await runNode({ ...GET_MANY, returnAll: true, ...parameters }, { timezone: 'UTC' });

	/** One submission a minute; the newest is the last, at noon. */
	const addOneAMinute = (count: number) =>
		Array.from({ length: count }, (_, index) => {
			const createdAt = new Date(NEWEST_MS - (count - 1 - index) * 60_000).toISOString();
			return emulator.addSubmission({ formId, createdAt, data: { number: index } });
		});

	const numbers = ({ rows }: { rows: Array<Record<string, unknown>> }) =>
		rows.map(({ number }) => number);

	it('runs for every input item and pairs its output with that item', async () => {
		const other = emulator.addForm({ name: 'Other' }).id;
		emulator.addSubmissions(formId, 2);
		emulator.addSubmissions(other, 1);
		const chosen = { __rl: true, mode: 'id', value: '={{ $json.form }}' };

		const { items } = await runNode(
			{ ...GET_MANY, formId: chosen },
			{ items: [{ form: formId }, { form: other }] },
		);

		expect(items.map(({ json, pairedItem }) => [json.formId, pairedItem])).toEqual([
			[formId, { item: 0 }],
			[formId, { item: 0 }],
			[other, { item: 1 }],
		]);
	});

	describe('for several input items', () => {
		const hintsFor = async (
			parameters: object,
			items: object[] = [{ n: 1 }, { n: 2 }, { n: 3 }],
		) => {
			addOneAMinute(3);
			const all = { ...GET_MANY, ...parameters };
			const { hints } = await runNode(all, { items: items.map((item) => ({ ...item })) });
			return hints.filter((hint) => hint.includes('input items'));
		};
		const once =
			'Ran once for each of 3 input items, with the same result. To run once, turn on Execute Once under Settings.';

		it.each<[string, object]>([
			['asks for nothing of them', {}],
			['asks for the same by an expression', { limit: '={{ 1 + 1 }}' }],
			['asks for the same of the workflow', { limit: '={{ $workflow.id ? 2 : 1 }}' }],
			[
				'depends on nothing but the clock',
				{ filters: { receivedAfter: '={{ $now.minus(9, "years") }}' } },
			],
			['depends on nothing but the day', { filters: { receivedBefore: '={{ $today }}' } }],
			['counts the answers to one field', { operation: 'countByAnswer', fieldName: 'number' }],
		])('says in a hint that it ran for each though it %s', async (_what, parameters) => {
			expect(await hintsFor(parameters)).toEqual([once]);
		});

		it.each<[string, object]>([
			['each asks for something else', { limit: '={{ $json.n }}' }],
			['each asks by its number', { limit: '={{ $itemIndex + 1 }}' }],
			['one asks for something else', { limit: '={{ $json.n === 3 ? 1 : 2 }}' }],
			[
				'their filters differ',
				{ filters: { fieldMatch: { match: [{ fieldValue: '={{ $json.n }}' }] } } },
			],
			[
				'times depend on them',
				{ filters: { receivedAfter: '={{ $now.minus($json.n, "days") }}' } },
			],
		])('says nothing if %s', async (_what, parameters) => {
			expect(await hintsFor(parameters)).toEqual([]);
		});

		it('says nothing if one of them failed', async () => {
			addOneAMinute(3);
			emulator.failNext({ status: 400 });

			const { hints } = await runNode(GET_MANY, {
				items: [{}, {}],
				onError: 'continueRegularOutput',
			});

			expect(hints.filter((hint) => hint.includes('input items'))).toEqual([]);
		});

		it('says nothing if there is only one', async () => {
			expect(await hintsFor({}, [{ n: 1 }])).toEqual([]);
		});
	});

	it('applies the limit within the time range, not to what is later', async () => {
		addOneAMinute(300);

		const result = await run({
			returnAll: false,
			limit: 2,
			filters: { receivedBefore: '2026-03-10T10:00:00Z' },
		});

		expect(numbers(result)).toEqual([178, 177]);
		expect(requested('/v1/submissions')).toBe(2);
	});

	describe.each([
		['getAll', {}],
		['getAll', { options: { order: 'oldestFirst' } }],
		['getAll', { returnAll: false, limit: 250 }],
		['getAll', { filters: { receivedAfter: '2020-01-01' } }],
		['getAll', { filters: { receivedBefore: '2040-01-01' } }],
		['count', {}],
	])('ends with an error where the service forgets cursors (%s %j)', (operation, parameters) => {
		it.each([0, 150])('while %i come with each page', async (coming) => {
			addOneAMinute(451);
			emulator.change({ forgetsCursors: true });
			let atMs = NEWEST_MS;
			emulator.onAnswer((_request, answer) => {
				atMs += 10_000;
				const createdAt = new Date(atMs).toISOString();
				for (let one = 0; one < coming; one++) emulator.addSubmission({ formId, createdAt });
				return answer;
			});

			await expect(run({ operation, ...parameters })).rejects.toThrow(
				/no longer knows where the list continues/,
			);
		});
	});

	it('returns the oldest first if chosen; a limit then still keeps the newest', async () => {
		addOneAMinute(250);
		const options = { order: 'oldestFirst' };

		expect(numbers(await run({ options }))).toEqual(Array.from({ length: 250 }, (_, i) => i));
		expect(numbers(await run({ options, returnAll: false, limit: 2 }))).toEqual([248, 249]);
	});

	it('says in a hint that a limit keeps the newest, whichever comes first', async () => {
		addOneAMinute(3);
		const options = { order: 'oldestFirst' };
		const limited = await run({ options, returnAll: false, limit: 2 });

		expect(limited.hints).toEqual([
			expect.stringMatching(/^The limit keeps the newest 2 .*'Return All'\.$/),
		]);
		expect((await run({ options, returnAll: false, limit: 4 })).hints).toEqual([]);
		expect((await run({ options })).hints).toEqual([]);
		expect((await run({ returnAll: false, limit: 2 })).hints).toEqual([]);
	});

	describe.each(['getAll', 'count'])('says in %s in which zone it read', (operation) => {
		const hintsOf = async (filters: object, kind?: 'formSubmissionsTool') => {
			addOneAMinute(1);
			const parameters = { resource: 'submission', operation, filters };
			const { hints } = await runNode(parameters, { kind, timezone: 'America/New_York' });
			return hints;
		};
		const after = "'Received After' was read as 2026-01-31 09:00 (America/New_York).";
		const before = "'Received Before' was read as 2026-04-01 00:00 (America/New_York).";
		const why = "A time without a zone is in the workflow's time zone (⋯ &#62; Settings).";

		it('one time that has none, or both', async () => {
			const receivedAfter = '2026-01-31T09:00:00';

			expect(await hintsOf({ receivedAfter })).toEqual([`${after} ${why}`]);
			expect(await hintsOf({ receivedAfter, receivedBefore: '2026-04' })).toEqual([
				`${after} ${before} ${why}`,
			]);
		});

		it('nothing, if there is none, or to a model', async () => {
			const zoned = { receivedAfter: '={{ $now.minus({ years: 9 }) }}', receivedBefore: 4e9 };

			expect(await hintsOf(zoned)).toEqual([]);
			expect(await hintsOf({ receivedAfter: '2026-01-31' }, 'formSubmissionsTool')).toEqual([]);
		});

		it('nothing more, if that left nothing', async () => {
			expect(await hintsOf({ receivedAfter: '2026-04-01' })).toEqual([
				expect.stringMatching(/^No submissions were found/),
			]);
		});
	});

	it.each([undefined, [], ''])('returns the submitted fields if %j are chosen', async (fields) => {
		emulator.addSubmission({ formId, data: { email: 'a@example.com' } });

		const { rows } = await run({ options: { fields } });

		expect(rows[0]).toMatchObject({ email: 'a@example.com' });
	});

	describe('next to an empty output', () => {
		const hintOf = async (parameters: object) => (await run(parameters)).hints.join('\n');

		it('a hint says what is excluded by default', async () => {
			const hint = await hintOf({});

			expect(hint).toMatch(/^No submissions were found\./);
			expect(hint).toMatch(/Quarantined submissions and spam are left out/);
			expect(hint).toMatch(/Test submissions are left out/);
			expect(hint).not.toMatch(/Received|the chosen form/);
		});

		it.each(['> 10000', '<5', '≥ 3'])(
			'a hint says that nothing is compared but text, if %j is looked for',
			async (value) => {
				const fieldMatch = { match: [{ fieldName: '', fieldValue: value }] };

				expect(await hintOf({ filters: { fieldMatch } })).toMatch(
					/sign included, and compares no numbers or dates\. For that, add n8n's Filter node/,
				);
			},
		);

		it('a hint names the chosen filters and the chosen form', async () => {
			const hint = await hintOf({
				formId: { __rl: true, mode: 'id', value: formId },
				filters: { status: ['spam'], includeTest: true, receivedAfter: '2026-03-10' },
			});

			expect(hint).toMatch(
				/'Received After' leaves out submissions received before 2026-03-10 00:00 \(UTC\)/,
			);
			expect(hint).not.toMatch(/Received Before/);
			expect(hint).toMatch(/that are not spam/);
			expect(hint).toMatch(/Only the chosen form was searched/);
			expect(hint).not.toMatch(/Test submissions/);
		});

		it('a hint says nothing about statuses if all are chosen', async () => {
			const hint = await hintOf({ filters: { status: ['new', 'spam', 'quarantined'] } });

			expect(hint).toMatch(/were found\. Test submissions are left out/);
		});

		it('a hint says so once if several items find nothing', async () => {
			const { hints } = await runNode(GET_MANY, { items: [{}, {}] });

			expect(hints).toEqual([expect.stringMatching(/^No submissions were found\./)]);
		});

		it.each(['getAll', 'count'])(
			'(%s) a hint says for how many items it is true',
			async (operation) => {
				const forms = [
					formId,
					...['Booking', 'Survey', 'Orders'].map((name) => emulator.addForm({ name }).id),
				];
				for (const id of forms.slice(1)) emulator.addSubmission({ formId: id });
				const chosen = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
				const parameters = { ...GET_MANY, operation, formId: chosen };

				const { rows, hints } = await runNode(parameters, { items: forms.map((id) => ({ id })) });

				expect(rows).toHaveLength(operation === 'count' ? 4 : 3);
				expect(hints).toEqual([
					expect.stringMatching(/^For 1 of 4 items: No submissions were found\./),
				]);
			},
		);
	});
});
