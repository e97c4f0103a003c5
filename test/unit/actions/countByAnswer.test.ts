import type { IDataObject } from 'n8n-workflow';

import { emulator, formId, requested, runNode, useActionNode } from './actionNode';

describe('Submission: Count by Answer', () => {
	useActionNode({ limitPerWindow: 1_000_000 });

	const submit = (...all: unknown[]) => {
		for (const data of all) emulator.addSubmission({ formId, data: data as IDataObject });
	};

	const run = async (fieldName: unknown, parameters: object = {}, kind?: 'formSubmissionsTool') =>
		await runNode(
			{ resource: 'submission', operation: 'countByAnswer', fieldName, ...parameters },
			{ kind },
		);

	const counts = async (fieldName: unknown, parameters?: object) =>
		(await run(fieldName, parameters)).rows.map(({ answer, count }) => [answer, count]);

	it('returns one item for each answer, most first, then by text, and one for those without', async () => {
		const answers = ['Red', 'Blue', 'Red', '', 'Green', 'Red', null, 'Blue', 'apple', 'Zebra'];
		submit(...answers.map((color) => ({ color })), {});

		const { rows, hints } = await run('color');

		expect(rows).toEqual([
			{ answer: 'Red', count: 3, share: 3 / 8 },
			{ answer: 'Blue', count: 2, share: 2 / 8 },
			{ answer: 'apple', count: 1, share: 1 / 8 },
			{ answer: 'Green', count: 1, share: 1 / 8 },
			{ answer: 'Zebra', count: 1, share: 1 / 8 },
			{ answer: null, count: 3, share: null },
		]);
		expect(Object.keys(rows[0] ?? {})).toEqual(['answer', 'count', 'share']);
		expect(hints).toEqual([]);
	});

	it('has no item for those without an answer if each has one', async () => {
		submit({ color: 'Red' });

		expect(await counts('color')).toEqual([['Red', 1]]);
	});

	it.each<[string, unknown[], unknown[]]>([
		[
			'each entry of a list',
			[['a', 'b'], ['b'], []],
			[
				['b', 2],
				['a', 1],
				[null, 1],
			],
		],
		['an entry once for a submission', [['a', 'A ', 'a']], [['a', 1]]],
		[
			'a list with blanks or holes in it',
			[['', 'a'], { 0: 'a', 2: 'b' }],
			[
				['a', 2],
				['b', 1],
			],
		],
		[
			'a number and its text as one',
			['5', 5, 5.5],
			[
				[5, 2],
				[5.5, 1],
			],
		],
		['text in any case, with spaces around it', ['Yes ', 'yes', '\u200bYES'], [['\u200bYES', 3]]],
		[
			'true, false, and 0, which are answers',
			[true, false, 0, false],
			[
				[false, 2],
				[0, 1],
				[true, 1],
			],
		],
		[
			'a list of groups by its groups',
			[[{ a: 1 }, { a: 2 }], [{ a: 2 }]],
			[
				['{"a":2}', 2],
				['{"a":1}', 1],
			],
		],
		['a group as text', [{ a: 'x', b: 'y' }], [['{"a":"x","b":"y"}', 1]]],
		['blank ones as none', [' ', '\u00a0', [], ['', null], {}], [[null, 5]]],
		[
			'a name that every object has',
			['constructor', '__proto__', 'toString'],
			[
				['__proto__', 1],
				['constructor', 1],
				['toString', 1],
			],
		],
	])('counts %s', async (_what, answers, expected) => {
		submit(...answers.map((q) => ({ q })));

		expect(await counts('q')).toEqual(expected);
	});

	it.each(['Full name first', 'FULL NAME  first'])('counts parts of groups: %s', async (name) => {
		submit({ 'Full name': { first: 'Ada' } }, { 'Full name': { first: 'Ada', last: 'x' } }, {});

		expect(await counts(name)).toEqual([
			['Ada', 2],
			[null, 1],
		]);
	});

	it('counts what is called exactly so, or else the first that is called otherwise', async () => {
		submit({ Color: 'x', color: 'y', COLOR: 'z' });

		expect(await counts('color')).toEqual([['y', 1]]);
		expect(await counts('cOLOR')).toEqual([['x', 1]]);
	});

	it('has shares of submissions, of which none is counted twice', async () => {
		submit({ q: ['a', 'b'] }, { q: ['a'] }, { q: [] });

		expect((await run('q')).rows.map(({ share }) => share)).toEqual([1, 0.5, null]);
	});

	it('applies the filters, and reads all pages', async () => {
		submit(...Array.from({ length: 250 }, (_, at) => ({ q: at % 2, kind: at % 5 ? 'a' : 'b' })));
		const filters = { fieldMatch: { match: [{ fieldName: 'kind', fieldValue: 'b' }] } };

		expect(await counts('q', { filters })).toEqual([
			[0, 25],
			[1, 25],
		]);
		expect(requested('/v1/submissions')).toBe(3);
	});

	it('returns nothing for no submissions, and says what may have been left out', async () => {
		const { rows, hints } = await run('q');

		expect(rows).toEqual([]);
		expect(hints).toEqual([expect.stringMatching(/^No submissions were found\./)]);
		expect((await run('q', {}, 'formSubmissionsTool')).rows).toEqual([
			{ note: expect.stringMatching(/^No submissions were found\./) as unknown },
		]);
	});

	it('says that no submission has such a field, and which fields there are', async () => {
		submit({ color: 'Red', size: 'L' });

		const { rows, hints } = await run('colour');

		expect(rows).toEqual([{ answer: null, count: 1, share: null }]);
		expect(hints).toEqual([
			'None of the submissions searched has a field named "colour". Their fields are: "color", "size".',
		]);
		expect((await run('colour', {}, 'formSubmissionsTool')).rows[1]?.note).toBe(hints[0]);
	});

	it('says nothing of a field that nobody filled in', async () => {
		submit({ color: '' });

		expect(await run('color')).toMatchObject({ rows: [{ answer: null, count: 1 }], hints: [] });
	});

	it('refuses more than 10,000 different answers, and says what to do', async () => {
		submit(...Array.from({ length: 10_001 }, (_, at) => ({ q: `answer ${at}`, few: at % 7 })));

		await expect(run('q')).rejects.toThrow(/"q" has more than 10,000 different answers.* Narrow/);
		expect(await counts('few')).toHaveLength(7);
	});

	it('refuses answers that would fill the memory', async () => {
		submit(...Array.from({ length: 12 }, (_, at) => ({ q: String(at).repeat(400_000) })));

		await expect(run('q')).rejects.toThrow(/very long ones/);
	});

	it.each(['', ' ', undefined, null, ['a'], { a: 1 }])(
		'needs a field, and not %j',
		async (name) => {
			await expect(run(name)).rejects.toThrow(/^'Form Field Name or ID' is /);
			await expect(run(name, {}, 'formSubmissionsTool')).rejects.toThrow(
				/^'Form Field Name or ID' is /,
			);
		},
	);
});
