/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { domainToASCII, domainToUnicode } from 'node:url';

import fc from 'fast-check';

import { foldText, trimUnseen } from '../../../nodes/FormSubmissions/general/typedText';
import { randomCases } from '../../support/search';

/** Zero-width characters, marks of direction, a soft hyphen, a variation selector, a control character. */
const UNSEEN = [
	...'\u200b\u200c\u200d\u2060\ufeff\u200e\u202a\u202c\u2066\u2069\u00ad\u061c\u034f\u180e\ufe0f\u3164\u0007',
	'\u{e0020}',
];

const SPACES = [' ', '\t', '\r\n', '\u00a0', '\u2003', '\u202f', '\u3000', ' \u200b \u00a0'];

const VISIBLE = [
	...'aeisxzAEIZ0159@.+-_,"/\'~',
	'é',
	'ü',
	'ß',
	'ñ',
	'Σ',
	'д',
	'ق',
	'花',
	'ｶﾞ',
	'🙂',
	' ',
];

/** What phones, word processors, and keyboards of other scripts make of a key. */
const KEYS = new Map([
	["'", [...'’‘ʼ´`′＇׳']],
	['"', [...'“”„«»″＂״']],
	['-', [...'‐‑‒–—―−－﹣']],
	['~', [...'〜～']],
	['5', [...'٥۵५๕５𝟝']],
	['0', [...'٠۰०๐０𝟘']],
]);

/** The character as keyboards, web pages, and spreadsheets also write it. */
function writingsOf(character: string): string[] {
	if (character === ' ') return SPACES;
	const fullWidth = /^[!-~]$/.test(character)
		? [String.fromCharCode(character.charCodeAt(0) + 0xfee0)]
		: [];
	return [
		character,
		...(KEYS.get(character) ?? []),
		character.toUpperCase(),
		character.toLowerCase(),
		character.normalize('NFD'),
		character.normalize('NFKC'),
		...fullWidth,
	];
}

/** A text, and the same with what nobody sees in it, around it, and otherwise encoded. */
const twice = fc
	.array(fc.constantFrom(...VISIBLE), { maxLength: 12 })
	.chain((characters) =>
		fc.tuple(
			fc.constant(characters.join('')),
			fc.tuple(
				...characters.map((character) =>
					fc.tuple(fc.constantFrom(...writingsOf(character)), fc.constantFrom('', '', ...UNSEEN)),
				),
			),
			fc.tuple(fc.constantFrom('', ...SPACES, ...UNSEEN), fc.constantFrom('', ...SPACES)),
		),
	)
	.map(([text, written, [before, after]]) => [text, before + written.flat().join('') + after]);

describe('texts that people type', () => {
	it('are the same if they differ only in what nobody sees, in width, in case, or in who wrote a key', () => {
		fc.assert(
			fc.property(twice, ([text = '', other = '']) => {
				expect(foldText(other)).toBe(foldText(text));
			}),
			randomCases(500, 20_000),
		);
	});

	it('are not if they differ in anything else', () => {
		const text = fc.string({ unit: fc.constantFrom(...'abz05@.-_~é花🙂\'" '), maxLength: 6 });
		const seen = (one: string) => one.replace(/ +/g, ' ').trim();
		fc.assert(
			fc.property(text, text, (one, other) => {
				expect(foldText(one) === foldText(other)).toBe(seen(one) === seen(other));
			}),
			randomCases(500, 20_000),
		);
	});

	it.each([
		['STRASSE', 'straße'],
		['STRAẞE', 'Straße'],
		['ΟΔΟΣ', 'οδος'],
		['İSTANBUL', 'istanbul'],
		['I\u0307stanbul', 'istanbul'],
		['IŞIK', 'ışık'],
		['DİYARBAKIR', 'Diyarbakır'],
		['ﬁne', 'FINE'],
		['0３0\u00a01234', '030 1234'],
		['\u202a+49 171\u202c', '+49 171'],
		['O’Brien', "O'Brien"],
		['Мар\u02bcяна', "Мар'яна"],
		['Jean–Luc', 'Jean-Luc'],
		['03ー1234', '03-1234'],
		['〜10', '～10'],
		['۰۹۱۲', '0912'],
		['ada@xn--bcher-kva.example', 'Ada@Bücher.example'],
		['XN--FSQU00A.XN--0ZWM56D', '例子.测试'],
		['https://x.example/?to=ada%40example.com', 'https://x.example/?to=ada@example.com'],
		['mailto:ada%2Bx%40b%c3%bccher.example', 'mailto:ada+x@bücher.example'],
	])('are the same: %j and %j', (one, other) => {
		expect(foldText(one)).toBe(foldText(other));
	});

	it.each([
		['OBrien', "O'Brien"],
		['JeanLuc', 'Jean-Luc'],
		['a~b@example.com', 'a-b@example.com'],
		["6'2", '6"2'],
		['コーヒー', 'コ-ヒ-'],
		['100%', '100'],
		['axn--bcher-kva', 'abücher'],
	])('are not the same: %j and %j', (one, other) => {
		expect(foldText(one)).not.toBe(foldText(other));
	});

	it.each([
		'100 %',
		'%',
		'%zz',
		'%ff',
		'xn--',
		'xn--99999999',
		'xn--p902x7tyzt',
		`xn--${'9'.repeat(99)}`,
	])('stay as they are where nothing is encoded: %j', (text) => {
		expect(foldText(text)).toBe(text.toUpperCase());
	});

	it('have the letters of any domain', () => {
		const letter = fc.constantFrom(...'abz09üñßéλжشיक例本ー한🙂𐐷');
		fc.assert(
			fc.property(fc.array(letter, { minLength: 1, maxLength: 12 }), (letters) => {
				const encoded = domainToASCII(`${letters.join('')}.example`);
				fc.pre(encoded !== '');
				expect(foldText(encoded)).toBe(foldText(domainToUnicode(encoded)));
			}),
			randomCases(500, 20_000),
		);
	});

	it('lose what nobody sees around them, and nothing within', () => {
		const around = fc.string({ unit: fc.constantFrom(...UNSEEN, ...SPACES), maxLength: 4 });
		const within = fc.constantFrom('', 'a', 'a\u200bb', 'a  B', '５');
		fc.assert(
			fc.property(around, within, around, (before, text, after) => {
				expect(trimUnseen(before + text + after)).toBe(text);
			}),
			randomCases(100),
		);
	});
});
