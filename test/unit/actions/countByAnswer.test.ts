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
		['an entry once for a submission', [['a', 'a ', 'a']], [['a', 1]]],
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

	it.each([
		[['AA', 'Aa', 'aa']],
		[['Co', 'CO']],
		[['mW', 'MW']],
		[['10²', '102']],
		[['1½', '11⁄2']],
		[['🇩🇪', '🇫🇷']],
		[
			[
				'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
				'🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
				'🏴',
			],
		],
		[['👩\u200d🔬', '👩🔬']],
		[['Ａ', 'A']],
		[['a b', 'a  b', 'ab']],
		[['O’Brien', "O'Brien"]],
		[['é', 'e']],
		[['١', '1']],
	])('tells answers apart as they are written: %j', async (answers) => {
		submit(...answers.map((q) => ({ q })));

		expect(new Set(await counts('q'))).toEqual(new Set(answers.map((one) => [one, 1])));
	});

	it.each([
		['a space at an end', ' Yes\u2003'],
		['what has no width', 'Y\u200bes\ufeff'],
		['marks of direction', '\u202aYes\u202c'],
	])('makes no difference of what nobody sees: %s', async (_what, answer) => {
		submit({ q: 'Yes' }, { q: answer }, { q: [answer] });

		expect(await counts('q')).toEqual([[expect.stringMatching(/^Y\u200b?es$/), 3]]);
	});

	it('takes a space that keeps words together, and letters encoded otherwise, for what they look like', async () => {
		submit({ q: 'Très bien' }, { q: 'Tre\u0300s\u00a0bien' }, { q: 'Très\u202fbien' });

		expect(await counts('q')).toHaveLength(1);
	});

	it.each<[unknown, string, string[]]>([
		[{ 1: 'B' }, 'B', ['B']],
		[{ 1: 'A', 2: 'B' }, 'A, B', ['A', 'B']],
		[{ 0: 'Web', other: 'Radio' }, 'Web, Radio', ['Web', 'Radio']],
		[{ other: 'Radio' }, 'Radio', ['Radio']],
		[{ email: true, phone: false, post: true }, 'email, post', ['email', 'post']],
		['["Red","Caf\\u00e9"]', 'Red, Café', ['Red', 'Café']],
		[
			[
				{ id: 7, value: 'meat' },
				{ id: 8, value: 'fish' },
			],
			'meat, fish',
			['meat', 'fish'],
		],
		[[{ id: 7, label: 'Meat' }], 'Meat', ['Meat']],
		[['Berlin, Germany', 'Paris'], 'Berlin, Germany; Paris', ['Berlin, Germany', 'Paris']],
		[[{ a: 1 }, ['b', 'c']], '[{"a":1},["b","c"]]', ['{"a":1}', 'b, c']],
		[{ email: false, phone: false }, '', []],
		['[]', '', []],
	])('agrees with rows, and with the filter for values: %j', async (q, cell, entries) => {
		submit({ q });
		const many = { resource: 'submission', operation: 'getAll', options: { fields: ['q'] } };
		const [row] = (await runNode(many)).rows;
		const found = async (fieldValue: string) => {
			const match = { fieldName: 'q', fieldValue };
			return (await runNode({ ...many, filters: { fieldMatch: { match: [match] } } })).rows.length;
		};

		expect(row?.q).toBe(cell);
		const counted = await counts('q');
		expect(new Set(counted.map(([answer]) => answer))).toEqual(
			new Set(entries.length > 0 ? entries : [null]),
		);
		for (const entry of entries) expect(await found(entry)).toBe(1);
		expect(await found('phone')).toBe(0);
	});

	it('agrees with the filter for a part of what JSON text has in it', async () => {
		submit({ q: '["Caf\\u00e9 noir"]' });
		const match = { fieldName: 'q', fieldValue: 'café', compare: 'contains' };
		const count = { resource: 'submission', operation: 'count' };

		const { rows } = await runNode({ ...count, filters: { fieldMatch: { match: [match] } } });
		expect(rows).toEqual([{ count: 1 }]);
	});

	it.each<[string, unknown[], object]>([
		['comma', ['Red, Blue', 'Blue,Red,', 'Red'], { Red: 3, Blue: 2 }],
		['comma', ['赤、青', '赤，青'], { 赤: 2, 青: 2 }],
		['semicolon', ['A;B', 'B; A, C', ['A;B']], { A: 1, B: 2, 'A, C': 1, 'A;B': 1 }],
		['lineBreak', ['Red wine\r\nBeer\n', 'Beer'], { 'Red wine': 1, Beer: 2 }],
		['space', ['red blue', ' blue  red', 5], { red: 2, blue: 2, 5: 1 }],
		['none', ['Red, Blue', 'Blue'], { 'Red, Blue': 1, Blue: 1 }],
		['comma', ['["Yes, please","No"]'], { 'Yes, please': 1, No: 1 }],
	])('splits a text at a %s: %j', async (splitAt, answers, expected) => {
		submit(...answers.map((q) => ({ q })));

		expect(new Map((await counts('q', { splitAt })) as Array<[unknown, unknown]>)).toEqual(
			new Map(
				Object.entries(expected).map(([answer, count]) => [answer === '5' ? 5 : answer, count]),
			),
		);
	});

	it.each([
		['Comma', ['Red, Blue', 'Red', 'Blue'], 'Red, Blue'],
		['Comma', ['Red, Blue', 'Blue, Green', 'Green, Red'], 'Blue, Green'],
		['Semicolon', ['A;B', 'B', 'A'], 'A;B'],
		['Line Break', ['A\nB', 'B\nA'], 'A B'],
		['Space', ['red blue', 'red', 'blue'], 'red blue'],
	])(
		'says that answers look like several in one text, to split at a %s: %j',
		async (at, answers, example) => {
			submit(...answers.map((q) => ({ q })));

			const note = `Some answers look like several in one text, e.g. "${example}". To count each by itself, set 'Split Text At' to ${at}.`;
			expect((await run('q')).hints).toEqual([note]);
			expect((await run('q', {}, 'formSubmissionsTool')).rows.at(-1)).toEqual({ note });
			const splitAt = { Comma: 'comma', Semicolon: 'semicolon', Space: 'space' }[at] ?? 'lineBreak';
			expect((await run('q', { splitAt })).hints).toEqual([]);
		},
	);

	it.each([
		['full names', ['Ada King', 'Ada Byron', 'Bob King', 'Bob']],
		['sentences', ['Well, it was fine', 'Fine', 'It was long, but fine']],
		['the entries of lists', [['Berlin, Germany', 'Germany', 'Berlin']]],
		['a comma at an end', ['Red,', 'Red']],
	])('says nothing of %s', async (_what, answers) => {
		submit(...answers.map((q) => ({ q })));

		expect((await run('q')).hints).toEqual([]);
	});

	it('has the average position of each answer where answers are lists, as in a ranking, the best of as many first', async () => {
		submit(
			{ q: ['Pay', 'Team', 'Place'] },
			{ q: ['Team', 'Pay', 'Place'] },
			{ q: ['Team', '', 'Pay'] },
			{},
		);

		expect((await run('q')).rows).toEqual([
			{ answer: 'Team', count: 3, share: 1, averagePosition: 1.333 },
			{ answer: 'Pay', count: 3, share: 1, averagePosition: 1.667 },
			{ answer: 'Place', count: 2, share: 0.667, averagePosition: 3 },
			{ answer: null, count: 1, share: null, averagePosition: null },
		]);
	});

	it('has an answer that a list names twice at its first position, once', async () => {
		submit({ q: ['Pay', 'Pay', 'Team'] });

		expect((await run('q')).rows).toMatchObject([
			{ answer: 'Pay', count: 1, averagePosition: 1 },
			{ answer: 'Team', count: 1, averagePosition: 3 },
		]);
	});

	it('has no position of ticked boxes, which have no order, nor of an answer that was in no list', async () => {
		submit({ q: { email: true } });
		expect(Object.keys((await run('q')).rows[0] ?? {})).toEqual(['answer', 'count', 'share']);

		submit({ q: ['phone'] });
		expect((await run('q')).rows).toMatchObject([
			{ answer: 'email', averagePosition: null },
			{ answer: 'phone', averagePosition: 1 },
		]);
	});

	it('says that a group was counted as a whole, and what its parts are', async () => {
		submit({ name: { first: 'Ada', last: 'x' } }, { name: {} });

		const { rows, hints } = await run('name');

		expect(rows[0]).toEqual({ answer: '{"first":"Ada","last":"x"}', count: 1, share: 1 });
		expect(hints).toEqual([
			'The form field "name" is a group, which was counted as a whole. To count one of its parts, choose it instead: "name first", "name last".',
		]);
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
		submit({ q: ['a', 'b'] }, { q: ['a'] }, { q: ['a'] }, { q: [] });

		expect((await run('q')).rows.map(({ share }) => share)).toEqual([1, 0.333, null]);
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
