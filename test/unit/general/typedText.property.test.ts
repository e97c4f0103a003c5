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
	...'aeisxzAEIZ0159@.+-_,"/',
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

/** The character as keyboards, web pages, and spreadsheets also write it. */
function writingsOf(character: string): string[] {
	if (character === ' ') return SPACES;
	const fullWidth = /^[!-~]$/.test(character)
		? [String.fromCharCode(character.charCodeAt(0) + 0xfee0)]
		: [];
	return [
		character,
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
	it('are the same if they differ only in what nobody sees, in width, or in case', () => {
		fc.assert(
			fc.property(twice, ([text = '', other = '']) => {
				expect(foldText(other)).toBe(foldText(text));
			}),
			randomCases(500, 20_000),
		);
	});

	it('are not if they differ in anything else', () => {
		const text = fc.string({ unit: fc.constantFrom(...'abz05@.-_é花🙂 '), maxLength: 6 });
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
	])('are the same: %j and %j', (one, other) => {
		expect(foldText(one)).toBe(foldText(other));
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
