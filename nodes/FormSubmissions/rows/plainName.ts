import { createHash } from 'crypto';

import { IN_EMOJI, withoutUnseen } from '../general/typedText';

/** The longest name that a data table's column can have (characters). */
const MAX_PLAIN_LENGTH = 63;

/** Letters and digits of a digest: enough that no two of a form's fields have the same by chance. */
const DIGEST_LENGTH = 6;

/** Latin letters that aren't ones of ASCII with an accent, and what is written where there is only ASCII. */
const IN_ASCII = new Map(
	'ß:ss æ:ae œ:oe þ:th ø:o đ:d ð:d ł:l ı:i ħ:h ŋ:n ŧ:t ə:e ɔ:o ɛ:e ɓ:b ɖ:d ɗ:d ƙ:k ƴ:y ʻ: ʼ:'
		.split(' ')
		.map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** Signs that make another name of a name, in words. */
const IN_WORDS = new Map(
	[
		'+:plus −:minus ±:plus_minus ×:times ÷:divided_by ⁄:over #:hash ♯:sharp %:percent ‰:permille',
		'<:less >:greater =:equals ≤:less_or_equal ≥:greater_or_equal ≠:not_equal ≈:about ~:tilde',
		'&:and @:at *:star ^:caret |:bar \\:backslash °:degree §:section ·:dot ・:dot •:dot',
		'€:euro $:dollar £:pound ¥:yen ¢:cent ₹:rupee ₽:ruble ₩:won ₺:lira ₴:hryvnia ₪:shekel',
		'₫:dong ₦:naira ₱:peso ฿:baht ₿:bitcoin ¤:currency',
	]
		.join(' ')
		.split(' ')
		.map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** Not those of other scripts, where they may be vowels. */
const ACCENTS = /(?<=\p{Script=Latin})\p{M}+/gu;

/**
 * White space, dashes, underscores, brackets, quotation marks, and whatever ends a sentence or a part of one, in
 * any script: nobody takes two names that differ in these for two fields.
 */
const SEPARATOR = String.raw`[\s\p{Pd}\p{Pc}\p{Ps}\p{Pe}\p{Quotation_Mark}\p{Terminal_Punctuation}/\u0060\u00b4\u05f3\u05f4¡¿]`;

/** Within a word, such a mark ends nothing. */
const MARK_IN_WORD = String.raw`(?<=[\p{L}\p{M}\p{N}])[!?¡¿؟‽]+(?=[\p{L}\p{N}])`;

/** Anything else is a sign. */
const TOKEN = new RegExp(
	String.raw`(?<word>(?:\p{L}\p{M}*|\p{N})+)|${MARK_IN_WORD}|(?<separator>${SEPARATOR}+)|.`,
	'gsu',
);

/** `-5`, but not the dash of `18-25`, `A-5`, or `A - 5`. */
const MINUS_OF_NUMBER = /(?<![\p{L}\p{M}\p{N}\p{Pe}\p{Pd}])\p{Pd}(?=\p{Sc}?[.,]?\p{N})/gu;

/** `(-)`, `[+/-]` */
const SIGNS_IN_BRACKETS = /\p{Ps}[^\p{L}\p{N}\p{Ps}\p{Pe}]+\p{Pe}/gu;

/**
 * A name of letters, digits, and underscores that begins with a letter, as a data table takes it for a
 * column, unless it has letters of other scripts: these stay. What is such a name stays as it is.
 *
 * Names that differ in more than separators and accents become different ones. A sign becomes a word beside
 * double underscores, which no other word has; where a sign has no word, or the name is too long, a few
 * letters of a digest of the whole name tell it from others.
 */
export function plainName(name: string): string {
	const letters = inLetters(name);
	if (letters === name && isPlain(name)) return name;
	const parts = partsIn(letters);
	const words = wordsOf(parts);
	// Digits become such a name, too.
	const isAmbiguous = /^field(?:_\p{N}|__)/u.test(words) && parts[0]?.text === 'field';
	const isLossy = isAmbiguous || parts.some(({ word }) => word === undefined);
	return isLossy || isTooLong(words) ? withDigest(words, identityOf(name)) : words;
}

/** What a name is, apart from separators, its width, and what nobody sees. */
function identityOf(name: string): string {
	const parts = partsIn(withoutUnseen(name).normalize('NFKC')).map(({ text }) => text);
	return [...parts, ...(name.match(IN_EMOJI) ?? [])].join(' ');
}

/** Cut to the length of a column, if need be. The digest tells it from others that look like it. */
export function withDigest(name: string, identity: string): string {
	const digest = digestOf(identity);
	if (name.length + 1 + digest.length <= MAX_PLAIN_LENGTH) return `${name}_${digest}`;
	const room = MAX_PLAIN_LENGTH - digest.length - 2;
	// Cut between words where there are any, and never within a character.
	const begin = name
		.slice(0, Math.ceil(room / 2))
		.replace(/(?<=.{12})_+[^_]*$|\p{Surrogate}$/u, '');
	const end = name
		.slice(-Math.floor(room / 2))
		.replace(/^[^_]*_+(?=.{12})|^[\p{Surrogate}\p{M}_]+/u, '');
	return `${begin}_${digest}_${end}`;
}

function isTooLong(name: string): boolean {
	return name.length > MAX_PLAIN_LENGTH;
}

function isPlain(name: string): boolean {
	return !isTooLong(name) && /^\p{L}[\p{L}\p{M}\p{N}_]*$/u.test(name);
}

/** In one spelling, however wide its letters are, and in ASCII where they are Latin. */
function inLetters(name: string): string {
	return withoutUnseen(name)
		.normalize('NFKD')
		.replace(ACCENTS, '')
		.normalize('NFC')
		.replace(/[^\0-\x7f]/gu, inAscii);
}

function inAscii(letter: string): string {
	const lowerCase = letter.toLowerCase();
	const ascii = IN_ASCII.get(lowerCase) ?? letter;
	return letter === lowerCase || ascii === letter ? ascii : ascii.toUpperCase();
}

/** Of a name: what stands between separators. A sign that has no word has none here, either. */
type Part = { text: string; isSign: boolean; word?: string };

function partsIn(letters: string): Part[] {
	const parts: Part[] = [];
	const withMinus = letters
		.replace(MINUS_OF_NUMBER, '−')
		.replace(SIGNS_IN_BRACKETS, (signs) => signs.replace(/\p{Pd}/gu, '−'));
	for (const { 0: text, groups = {} } of withMinus.matchAll(TOKEN)) {
		if (groups.word !== undefined) parts.push({ text, isSign: false, word: text });
		else if (groups.separator === undefined) {
			parts.push({ text, isSign: true, word: IN_WORDS.get(text) });
		}
	}
	return parts;
}

function wordsOf(parts: Part[]): string {
	let words = parts.every(({ isSign }) => isSign) ? 'field' : '';
	let isAfterSign = false;
	for (const { word, isSign } of parts) {
		if (word === undefined) continue;
		const joint = isSign || isAfterSign ? '__' : '_';
		words += words === '' ? word : joint + word;
		isAfterSign = isSign;
	}
	return /^\p{L}/u.test(words) ? words : `field_${words}`;
}

function digestOf(text: string): string {
	// Not as UTF-8, in which each half of a character is the same.
	const digest = createHash('sha256').update(text, 'utf16le').digest();
	return digest.readUIntBE(0, 6).toString(36).padStart(DIGEST_LENGTH, '0').slice(-DIGEST_LENGTH);
}
