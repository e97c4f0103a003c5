import { getFieldNamesOrAny } from '../../../nodes/FormSubmissions/methods/loadOptions';
import { editorContext, emulator, formId, requested, runNode, useActionNode } from './actionNode';

const GET_MANY = { resource: 'submission', operation: 'getAll' };
const COUNT = { resource: 'submission', operation: 'count' };

describe('the filter for the value of a form field', () => {
	useActionNode();

	beforeEach(() => {
		// Every tenth of 200 was written by Ada; the newest is number 199.
		emulator.addSubmissions(formId, 200, {
			data: (index) => ({ number: index, email: index % 10 === 0 ? 'Ada@example.com' : 'x@y.z' }),
		});
	});

	const fieldMatch = (...match: object[]) => ({ fieldMatch: { match } });
	const byAda = fieldMatch({ fieldName: 'email', fieldValue: ' ada@EXAMPLE.com ' });

	it('returns only submissions that have the value', async () => {
		const { rows } = await runNode({ ...GET_MANY, returnAll: true, filters: byAda });

		expect(rows.map(({ number }) => number)).toEqual(
			Array.from({ length: 20 }, (_, index) => 190 - index * 10),
		);
	});

	it('stops at the limit, and fetches no further page', async () => {
		const { rows } = await runNode({ ...GET_MANY, limit: 12, filters: byAda });

		expect(rows.map(({ number }) => number)).toEqual(
			Array.from({ length: 12 }, (_, index) => 190 - index * 10),
		);
		expect(requested('/v1/submissions')).toBe(2);
	});

	it('may be several, all of which must match', async () => {
		const filters = fieldMatch(
			{ fieldName: 'email', fieldValue: 'ada@example.com' },
			{ fieldName: 'number', fieldValue: '190' },
		);

		expect((await runNode({ ...COUNT, filters })).rows).toEqual([{ count: 1 }]);
	});

	it('restricts together with the others', async () => {
		emulator.addSubmission({ formId, status: 'spam', data: { email: 'ada@example.com' } });

		expect((await runNode({ ...COUNT, filters: { ...byAda, status: ['spam'] } })).rows).toEqual([
			{ count: 1 },
		]);
	});

	it.each<[string, unknown]>([
		['an entry that a person left blank', { match: [{ fieldName: '', fieldValue: '' }] }],
		['one among others', { match: [{ fieldName: 'email', fieldValue: 'x@y.z' }, {}] }],
		['entries with other keys', { match: [{ name: 'email', value: 'x@y.z' }] }],
		['entries that are no objects', { match: ['x@y.z', null] }],
		[
			'an expression for all entries',
			{ match: '={{ [{ fieldName: "email", fieldValue: "a" }] }}' },
		],
		['one that returns nothing', { match: '={{ $json.missing }}' }],
		['one that a model fills in', { match: "={{ $fromAI('Match') }}" }],
		['text', { match: 'email' }],
		['no text', { match: '' }],
		['text that nobody sees', { match: [{ fieldName: '\u200b', fieldValue: '\u2060 \u00a0' }] }],
		['no entry', { match: [] }],
		['nothing', {}],
		['another key', { values: [{ fieldName: 'email', fieldValue: 'a' }] }],
		['a list', [{ fieldName: 'email', fieldValue: 'a' }]],
		['an expression for the filter', '={{ ({ match: [] }) }}'],
		['one for the filter that returns nothing', '={{ $json.missing }}'],
		['an empty text', ''],
	])('never means everything: %s', async (_what, entered) => {
		for (const kind of ['formSubmissions', 'formSubmissionsTool'] as const) {
			await expect(
				runNode({ ...COUNT, filters: { fieldMatch: entered } }, { kind }),
			).rejects.toThrow(
				/^'Field Value' has .*Enter what to look for in 'Value', and the field in .*or remove the entry/,
			);
		}
		expect(emulator.requests).toEqual([]);
	});

	describe('without the name of a field', () => {
		const anywhere = (fieldName?: string) =>
			fieldMatch({ fieldName, fieldValue: 'Ada@Example.com' });

		it.each([[undefined], [''], [' '], ['=']])(
			'searches every field of every form: %j',
			async (name) => {
				const { id } = emulator.addForm();
				emulator.addSubmission({ formId: id, data: { guests: ['x', 'ada@example.com'], n: 1 } });
				emulator.addSubmission({ formId: id, data: { ' ': 'ada@example.com' } });
				emulator.addSubmission({ formId: id, data: { note: 'from ada@example.com' } });

				expect((await runNode({ ...COUNT, filters: anywhere(name) })).rows).toEqual([
					{ count: 22 },
				]);
			},
		);

		it('is how a model leaves the name out', async () => {
			const name = "={{ $fromAI('Name', ``, 'string') }}";
			const byModel = { kind: 'formSubmissionsTool' as const, items: [{ Name: '' }] };

			const { rows } = await runNode({ ...COUNT, filters: anywhere(name) }, byModel);

			expect(rows).toEqual([{ count: 20 }]);
		});
	});

	it.each([
		[
			{ fieldName: 'email', fieldValue: 'a' },
			'whole value of the form field "email", or an entry of it, is "a". Quarantined',
		],
		[
			{ fieldValue: 'Bob' },
			'in which the whole value of a form field, or an entry of it, is "Bob". Quarantined',
		],
		[
			{ fieldName: 'E-mail', fieldValue: 'a' },
			'None of the submissions searched has a field named "E-mail". Their fields are: "number", "email". Quarantined',
		],
		[
			{ fieldName: 'email', fieldValue: 'Bob', compare: 'contains' },
			'in which the form field "email" contains "Bob". Quarantined',
		],
		// n8n renders hints as HTML.
		[{ fieldName: 'email', fieldValue: '&<img>' }, 'is "&#38;&#60;img&#62;". Quarantined'],
	])('is named next to an empty output: %j', async (match, words) => {
		const { hints } = await runNode({ ...COUNT, filters: fieldMatch(match) });

		expect(hints[0]).toContain(words);
	});

	it('is refused if a model leaves out only the value', async () => {
		const left = "={{ $fromAI('Left_Empty', ``, 'string') }}";
		const filters = fieldMatch({ fieldName: 'email', fieldValue: left });

		const byModel = { kind: 'formSubmissionsTool' as const, items: [{ Left_Empty: '' }] };

		await expect(runNode({ ...COUNT, filters }, byModel)).rejects.toThrow(
			/has the name "email" without a value/,
		);
	});

	it('lets a person choose any field, although it is not complete yet', async () => {
		const filters = { ...fieldMatch({ fieldName: '' }), receivedAfter: 'x' };

		expect(await getFieldNamesOrAny.call(editorContext({ ...GET_MANY, filters }))).toEqual([
			{ name: 'Any Field', value: '' },
			{ name: 'number', value: 'number' },
			{ name: 'email', value: 'email' },
		]);
	});
});

describe('a submission is found by the value of a form field', () => {
	useActionNode();

	/** How many submissions with this field have the value, by the name of the field and without one. */
	async function found(entered: unknown, fieldValue: string, fieldName = 'field', more = {}) {
		emulator.addSubmission({ formId, data: { field: entered } });
		const counts: unknown[] = [];
		for (const each of [{ fieldName, fieldValue }, { fieldValue }]) {
			const match = { ...each, ...more };
			const { rows } = await runNode({ ...COUNT, filters: { fieldMatch: { match: [match] } } });
			counts.push(rows[0]?.count);
		}
		return counts;
	}

	it.each<[string, unknown, string]>([
		['as it is', 'a@example.com', 'a@example.com'],
		['in another case, with spaces around it', ' A@Example.com\n', ' a@EXAMPLE.com '],
		['as a number', 7, '7'],
		['as true or false', true, 'TRUE'],
		['in a list', ['x', 'Y'], 'y'],
		['encoded otherwise', 'Jose\u0301', 'JOSÉ'],
		['in a group of a list', [{ name: 'Bob' }, { email: 'Ada@Example.com' }], 'ada@example.com'],
		['in a list in a list', [['x', ['y']]], 'y'],
		['two groups deep', { home: { city: 'Turin', zip: 10121 } }, '10121'],
		['as a property of a file', [{ url: 'https://x.example/1', name: 'CV.pdf' }], 'cv.pdf'],
		['as the row shows a list', ['a', 'b'], 'A, b'],
		['as the row shows a list that is a formula', ['-a', 'b'], '-a, b'],
		['as the row shows an object', { a: 1 }, '{"a":1}'],
		['as the row shows it with Escape Formulas', '=1', "'=1"],
		['with what nobody sees after it', 'ada@example.com', 'ada@example.com\u200b'],
		['with what nobody sees around it', '\u202a+49 171\u202c', '+49\u00a0171'],
		['in letters of another width', 'ＡＤＡ', 'Ada'],
		['as a phone writes it', 'Áine O’Brien', "áine o'brien"],
		['with another dash, and digits of another script', '۰۳۰–۱۲۳', '030-123'],
	])('%s', async (_how, entered, wanted) => {
		expect(await found(entered, wanted)).toEqual([1, 1]);
	});

	it.each<[string, unknown, string]>([
		['it is only a part of another', 'ab', 'a'],
		['it differs by a space within', 'a b', 'ab'],
		['there is none', null, 'null'],
		['it is an object', { a: 1 }, '[object Object]'],
		['it is the name of a value', { a: 1 }, 'a'],
	])('not if %s', async (_how, entered, wanted) => {
		expect(await found(entered, wanted)).toEqual([0, 0]);
	});

	const CONTAINS = { compare: 'contains' };

	it.each<[string, unknown, string]>([
		['in a text', 'Ann <ann@example.com>', 'ANN@example.com'],
		['in a text, all of it', 'ann@example.com', 'ann@example.com'],
		['in a list of a text', 'a@example.com;b@example.com', ' B@Example.com'],
		['in an entry of a list', ['x', 'see b@example.com'], 'b@example.com'],
		['in a group of a list', [{ note: 'from Bob' }], 'bob'],
		['in a number', 5512345, '123'],
		['in a link', 'https://x.example/?to=ada%40example.com&n=1', 'ada@example.com'],
		['in a domain', 'Ada <ada@xn--bcher-kva.example>', 'bücher'],
		['with other spaces', 'a\u00a0\u200bb  c', 'B c'],
		['in Turkish', 'İSTANBUL IŞIK', 'istanbul ışık'],
	])('that contains it: %s', async (_where, entered, wanted) => {
		expect(await found(entered, wanted, 'field', CONTAINS)).toEqual([1, 1]);
	});

	it.each<[string, unknown, string]>([
		['it is the name of a part', { email: 'x' }, 'mail'],
		['it is the name of a part in a list', [{ email: 'x' }], 'email'],
		['it is what JSON text has around values', { a: ['x'] }, '{'],
		['there is none', null, 'null'],
		['it stands in two entries of a list', ['ab', 'cd'], 'b, c'],
		['it only ends like it', 'nn@example.com', 'ann@example.com'],
	])('that contains it, but not if %s', async (_what, entered, wanted) => {
		expect(await found(entered, wanted, 'field', CONTAINS)).toEqual([0, 0]);
	});

	it('that contains something: what nobody sees is no value to look for', async () => {
		await expect(found('a', '\u200b \u2060', 'field', CONTAINS)).rejects.toThrow(/has the name/);
	});

	it.each(['Full name first', 'full name FIRST'])(
		'in the part %j of a group',
		async (fieldName) => {
			emulator.addSubmission({ formId, data: { 'Full name': { first: 'Ann', last: 'Lee' } } });

			expect(await found('x', 'ann', fieldName)).toEqual([1, 1]);
			expect(await found('x', 'lee', fieldName)).toEqual([0, 1]);
		},
	);

	it('not by another comparison, which would be guessed', async () => {
		await expect(found('a', 'a', 'field', { compare: 'like' })).rejects.toThrow(
			/^'Comparison' is "like".* Use one of: contains, is\./,
		);
	});

	it.each(['Field', 'field ', '\u200bＦield'])('if the field is called %j', async (name) => {
		expect(await found('a', 'a', name)).toEqual([1, 1]);
	});

	it.each(['fields', 'f ield', 'toString'])('not if the field is called %j', async (name) => {
		expect(await found('a', 'a', name)).toEqual([0, 1]);
	});

	it('by its files, where no field is named', async () => {
		emulator.addSubmission({ formId, files: [{ name: 'ada.pdf', size: 12 }] });

		expect(await found('x', 'Ada.pdf')).toEqual([0, 1]);
	});

	it('not by what the service left out', async () => {
		emulator.onAnswer((_request, answer) =>
			answer.kind === 'response'
				? { ...answer, body: answer.body.replace('"files":[],', '') }
				: answer,
		);

		expect(await found('x', 'undefined')).toEqual([0, 0]);
	});

	it('however deeply it is nested, and others are, too', async () => {
		emulator.addSubmission({ formId, data: { field: 'DEEP' } });
		const deep = '{"a":['.repeat(20_000) + '"b"' + ']}'.repeat(20_000);
		emulator.onAnswer((_request, answer) =>
			answer.kind === 'response'
				? { ...answer, body: answer.body.replace('"DEEP"', deep) }
				: answer,
		);

		expect(await found('b', 'b')).toEqual([2, 2]);
	});
});
