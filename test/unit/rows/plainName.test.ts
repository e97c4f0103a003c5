import fc from 'fast-check';

import {
	COLUMNS,
	fieldColumnNamer,
	RESERVED,
	serviceColumnNamer,
} from '../../../nodes/FormSubmissions/rows/columnNames';
import { plainName } from '../../../nodes/FormSubmissions/rows/plainName';
import { randomCases } from '../../support/search';

const plain = fieldColumnNamer({ names: 'plain', escapeFormulas: false });
const serviceColumn = serviceColumnNamer('plain');

/** What a data table takes for a column, apart from letters of other scripts. */
const COLUMN = /^\p{L}[\p{L}\p{M}\p{N}_]{0,62}$/u;

const anyName = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 90 }),
	fc.string({
		unit: fc.constantFrom(...['field_', '_', ' ', 'id', 'ID', 'index', 'é', '2', 'ß', '花', '.']),
		maxLength: 20,
	}),
	fc.constantFrom(...RESERVED),
);

describe('a plain column name', () => {
	it.each([
		['Full name', 'Full_name'],
		['Tel. (private)', 'Tel_private'],
		['Straße', 'Strasse'],
		['ẞTRAẞE', 'SSTRASSE'],
		['Prénom — nom', 'Prenom_nom'],
		['Ærø, Łódź, Đà Nẵng', 'AEro_Lodz_Da_Nang'],
		['İstanbul ı', 'Istanbul_i'],
		['Ｆｕｌｌ　ｎａｍｅ', 'Full_name'],
		['ﬁne m²', 'fine_m2'],
		['Full\u200b name\u00ad', 'Full_name'],
		['{{ json.email }}', 'json_email'],
		['Your message.', 'Your_message'],
		['_private', 'private'],
		['Имя, фамилия й', 'Имя_фамилия_й'],
		['お名前が', 'お名前が'],
		['हिन्दी नाम', 'हिन्दी_नाम'],
		['الاسم الكامل', 'الاسم_الكامل'],
		['2nd choice', 'field_2nd_choice'],
		['10', 'field_10'],
		['2026-03-10', 'field_2026_03_10'],
		['Ages 18–25', 'Ages_18_25'],
		['', 'field'],
		['¿Nombre?', 'Nombre'],
		['お名前：（姓）', 'お名前_姓'],
	])('of %j is %j', (field, column) => {
		expect(plain(field)).toBe(column);
	});

	it.each([
		['row number', 'field_row_number'],
		['formName!', 'field_formName'],
		['status', 'field_status'],
		['field_status', 'field_field_status'],
		['toString?', 'field_toString'],
		['Id', 'field_Id'],
		['ID', 'field_ID'],
		['CreatedAt', 'field_CreatedAt'],
		['updatedat', 'field_updatedat'],
		['Status', 'field_Status'],
		['field_Status', 'field_field_Status'],
		['FILES', 'field_FILES'],
		['Is Test', 'Is_Test'],
		['istest', 'field_istest'],
		['submissionId', 'field_submissionId'],
		['receivedAt', 'field_receivedAt'],
	])('of %j, which is or becomes one that is taken, is %j', (field, column) => {
		expect(plain(field)).toBe(column);
	});

	it.each([
		['C++', 'C__plus__plus'],
		['Price (€)', 'Price__euro'],
		['Age < 18', 'Age__less__18'],
		['#1', 'hash__1'],
		['Salt & pepper', 'Salt__and__pepper'],
		['10 %', 'field_10__percent'],
		['-5', 'minus__5'],
		['Better [-]', 'Better__minus'],
		['+', 'field__plus'],
		['½', 'field_1__over__2'],
		['A ≠ B', 'A__not_equal__B'],
	])('of %j has its sign in words: %s', (field, column) => {
		expect(plain(field)).toBe(column);
	});

	it.each([
		['😀', /^field_[a-z0-9]{6}$/],
		['Mood 😀', /^Mood_[a-z0-9]{6}$/],
		['1\ufe0f\u20e3 choice', /^field_1_choice_[a-z0-9]{6}$/],
		['A!B', /^A_B_[a-z0-9]{6}$/],
		['field 10', /^field_10_[a-z0-9]{6}$/],
		[
			'Please say how often in the last twelve months you went to one of these: [Library]',
			/^Please_say_how_often_in_the_[a-z0-9]{6}_to_one_of_these_Library$/,
		],
		['a'.repeat(70), /^a{28}_[a-z0-9]{6}_a{27}$/],
		[`${'b'.repeat(27)}𐐷${'c'.repeat(70)}`, /^b{27}_[a-z0-9]{6}_c{27}$/],
	])('of %j, which loses something, has a digest of all of it', (field, column) => {
		expect(plain(field)).toMatch(column);
	});

	it.each(['first_name', 'a__b', 'name_', 'A1', 'field_2', 'Error', 'x'.repeat(63)])(
		'of %j, which is one already, is the same',
		(field) => {
			expect(plain(field)).toBe(field);
		},
	);

	describe('differs wherever names differ in more than separators', () => {
		const question =
			'How often in the last twelve months did you make use of each of these offers?';

		it.each([
			['rows of a grid', ['Venue', 'Food', 'Speakers', ''].map((row) => `${question} [${row}]`)],
			[
				'grids with the same rows',
				['Now', 'Then', 'Never'].map((when) => `${when}: ${question} [A]`),
			],
			[
				'long ones in other scripts',
				['会場', '食事', '講演'].map((row) => `${'満足度をお答えください'.repeat(7)}［${row}］`),
			],
			[
				'long ones that differ within',
				['a', 'b', 'c'].map((one) => 'x'.repeat(40) + one + 'x'.repeat(40)),
			],
			['long ones that differ in length', [64, 65, 66, 700].map((length) => 'x'.repeat(length))],
			['languages', ['C', 'C+', 'C++', 'C#', 'C♯', 'C plus', 'C hash', 'C-- (--)']],
			[
				'comparisons',
				['<', '>', '=', '<=', '>=', '≤', '≥', '≠', '=='].map((sign) => `Age ${sign} 18`),
			],
			['comparisons without numbers', ['≤', '≥', '≠', '≈', '±', '~', '']],
			[
				'numbers',
				['5', '-5', '+5', '#5', '5%', '5 %%', '5‰', '5°', '5€', '$5', '½', '⅓', '1+2', '1×2', '*5'],
			],
			[
				'currencies',
				['€', '$', '£', '¥', '₹', '₽', '₩', '₺', '₿', '₲', '₡', ''].map(
					(sign) => `Price (${sign})`,
				),
			],
			[
				'conjunctions',
				['A&B', 'A B', 'A and B', 'A+B', 'A@B', 'A|B', 'A\\B', 'A*B', 'A~B', 'A^B', 'A=B'],
			],
			['answers of a scale', ['++', '+', '(-)', '(--)', '0', '(+/-)', '±']],
			['emoji', ['😀', '😡', '👍', '👎', '👍🏻', '👍🏿', '❤', '💔', '☑', '☒', '✓', '✗', '']],
			['emoji in emoji', ['👨‍👩‍👧', '👨👩👧', '👩‍👧', '🏳️‍🌈', '🏳🌈', '🤷‍♂️', '🤷‍♀️', '🤷']],
			['flags', ['🇩🇪', '🇫🇷', '🇪🇩', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴']],
			['keycaps', ['1️⃣', '2️⃣', '#️⃣', '*️⃣', '1', '2', '#', '*']],
			['marks within a word', ['a!b', 'a?b', 'a‽b', 'ab', 'a b']],
			['numbers and the word for a field', ['10', 'field 10', 'Field 10', 'field', 'field +', '+']],
			[
				'signs nobody has a word for',
				['→', '←', '↑', '★', '☆', '♠', '\ue000', '\ud800', '\ud801', '\ufffd'],
			],
			['what is required and what is not', ['Name', 'Name*', 'Name †', 'Name ‡', 'Name ©']],
		])('%s', (_what, names) => {
			const columns = names.map(plain);

			expect(names.filter((_, at) => columns.indexOf(columns[at] ?? '') !== at)).toEqual([]);
		});

		it.each([
			[
				'what separates words',
				[
					'Full name',
					'Full-name',
					'Full: name',
					'(Full) "name"',
					' Full — name. ',
					'Full/name?',
					'「Full」、name！',
					'¡Full – name!',
				],
			],
			[
				'what is seen of a long one',
				[`${'x '.repeat(50)}y`, `${'x-'.repeat(50)}y`, `${'(x) '.repeat(50)}y?`],
			],
			['what is seen of an emoji', ['Mood ❤', 'Mood: ❤️', '(Mood) ❤!']],
			['spellings', ['é', 'e\u0301', '\u200bé\u00ad', 'ｅ']],
			['widths and styles', ['A1', 'Ａ１', '𝐀𝟏', 'Ⓐ①']],
		])(
			'and is the same whatever separates words, and however they are written: %s',
			(_what, names) => {
				expect([...new Set(names.map(plain))]).toHaveLength(1);
			},
		);

		const sign = fc.constantFrom(...'+#<>=%&@*|~^€$£°§★😀≥½');
		const word = fc.constantFrom(
			'a',
			'b',
			'Food',
			'very long word'.replaceAll(' ', ''),
			'花',
			'имя',
			'7',
		);
		const separator = fc.constantFrom(' ', '-', ' - ', '_', '. ', ': ', '/', ' (', ') [', ', "');
		const end = fc.constantFrom('', '?', '!', ')', '.', ' ');
		const parts = fc.array(fc.oneof(word, word, sign), { minLength: 1, maxLength: 30 });
		const written = (of: string[], by: string[], at: string) =>
			of.map((one, index) => (index === 0 ? '' : (by[index % by.length] ?? ' ')) + one).join('') +
			at;
		const separators = fc.array(separator, { minLength: 1, maxLength: 5 });

		it('in any two names of words and signs', () => {
			fc.assert(
				fc.property(parts, parts, separators, separators, end, (one, other, by, byOther, at) => {
					// A dash before a number is a sign.
					const [a, b] = [written(one, by, at), written(other, byOther, '')].map((name) =>
						name.replaceAll('-7', ' 7').replaceAll('_7', ' 7'),
					);
					const areSame = one.join(' ') === other.join(' ');

					expect(plain(a ?? '') === plain(b ?? '')).toBe(areSame);
				}),
				randomCases(2_000, 100_000),
			);
		});

		it('in any two names that differ in one word or sign', () => {
			fc.assert(
				fc.property(parts, fc.nat(), fc.oneof(word, sign), separators, (one, at, put, by) => {
					const other = one.map((part, index) => (index === at % one.length ? put : part));
					fc.pre(other.join() !== one.join());

					expect(plain(written(one, [' '], ''))).not.toBe(plain(written(other, by, '')));
				}),
				randomCases(2_000, 100_000),
			);
		});
	});

	it('is one that a data table takes, and none that is taken, whatever the field is called', () => {
		const taken = new Set([...RESERVED, ...COLUMNS.map(serviceColumn)]);
		fc.assert(
			fc.property(anyName, (field) => {
				const column = plain(field);
				expect(column).toMatch(COLUMN);
				expect(column.length).toBeLessThanOrEqual(63);
				expect(column.isWellFormed()).toBe(true);
				expect(taken.has(column)).toBe(false);
				expect(['id', 'createdat', 'updatedat']).not.toContain(column.toLowerCase());
			}),
			randomCases(500, 50_000),
		);
	});

	it('is plain at once: made again, it stays as it is', () => {
		fc.assert(
			fc.property(anyName, (field) => {
				expect(plainName(plainName(field))).toBe(plainName(field));
			}),
			randomCases(500, 50_000),
		);
	});

	it('is made at once of a very long name, which anyone can submit', () => {
		const run = '.'.repeat(1_000_000);

		expect(plain(`${run}a${run}b${'\u0301'.repeat(1_000_000)}${run}`)).toBe('a_b');
	});

	it('is ASCII for all letters of Latin script that languages of Europe and Africa write', () => {
		const letters = [...'ÀÉÎÕÜåçėğīķľńőřšţűŵŷžßẞÆæŒœØøÐðÞþĐđĦħİıŁłŊŋŦŧƏəƆɔƐɛƁɓƊɗƘƙƳƴʻʼạẵ'];

		expect(
			letters.map((letter) => plain(`x${letter}`)).filter((name) => /[^\0-\x7f]/.test(name)),
		).toEqual([]);
	});
});

describe('the columns of the service itself, with plain names', () => {
	it('are those of a row, but for two that data tables keep for themselves', () => {
		expect(COLUMNS.map(serviceColumn)).toEqual([
			'submittedAt',
			'formName',
			'status',
			'spamScore',
			'tags',
			'files',
			'ip',
			'receivedAt',
			'isTest',
			'submissionId',
			'formId',
		]);
	});
});
