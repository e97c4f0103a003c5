import fc from 'fast-check';

import {
	COLUMNS,
	fieldColumnNamer,
	RESERVED,
	serviceColumnNamer,
} from '../../../nodes/FormSubmissions/rows/columns';
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
		['Ærø, Łódź & Đà Nẵng', 'AEro_Lodz_Da_Nang'],
		['İstanbul ı', 'Istanbul_i'],
		['Ｆｕｌｌ　ｎａｍｅ', 'Full_name'],
		['ﬁne m²', 'fine_m2'],
		['Full\u200b name\u00ad', 'Full_name'],
		['1\ufe0f\u20e3 choice', 'field_1_choice'],
		['{{ $json.email }}', 'json_email'],
		['Your message.', 'Your_message'],
		['_private', 'private'],
		['Имя, фамилия й', 'Имя_фамилия_й'],
		['お名前が', 'お名前が'],
		['हिन्दी नाम', 'हिन्दी_नाम'],
		['الاسم الكامل', 'الاسم_الكامل'],
		['2nd choice', 'field_2nd_choice'],
		['10', 'field_10'],
		['🙂', 'field'],
		['', 'field'],
		['a'.repeat(70), 'a'.repeat(63)],
		[`${'a'.repeat(62)} bc`, 'a'.repeat(62)],
		[`${'a'.repeat(62)}𐐷b`, 'a'.repeat(62)],
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
		['submissionId', 'field_submissionId'],
		['receivedAt', 'field_receivedAt'],
	])('of %j, which is or becomes one that is taken, is %j', (field, column) => {
		expect(plain(field)).toBe(column);
	});

	it.each(['first_name', 'a__b', 'name_', 'A1', 'field_2', 'Status', 'x'.repeat(63)])(
		'of %j, which is one already, is the same',
		(field) => {
			expect(plain(field)).toBe(field);
		},
	);

	it('is one that a data table takes, and none that is taken, whatever the field is called', () => {
		const taken = new Set([...RESERVED, ...COLUMNS.map(serviceColumn)]);
		fc.assert(
			fc.property(anyName, (field) => {
				const column = plain(field);
				expect(column).toMatch(COLUMN);
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
			'submissionId',
			'formId',
		]);
	});
});
