import { withoutUnseen } from '../general/typedText';

/** The longest name that a data table's column can have (characters). */
const MAX_LENGTH = 63;

/** Latin letters that aren't ones of ASCII with an accent, and what is written where there is only ASCII. */
const IN_ASCII = new Map(
	'ß:ss æ:ae œ:oe þ:th ø:o đ:d ð:d ł:l ı:i ħ:h ŋ:n ŧ:t ə:e ɔ:o ɛ:e ɓ:b ɖ:d ɗ:d ƙ:k ƴ:y ʻ: ʼ:'
		.split(' ')
		.map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** Not those of other scripts, where they may be vowels. */
const ACCENTS = /(?<=^|[^\p{L}\p{M}]|\p{Script=Latin})\p{M}+/gu;

/**
 * A name of letters, digits, and underscores that begins with a letter, as a data table takes it for a
 * column, unless it has letters of other scripts: these stay. What is such a name stays as it is.
 */
export function plainName(name: string): string {
	const letters = withoutUnseen(name)
		.normalize('NFKD')
		.replace(ACCENTS, '')
		.normalize('NFC')
		.replace(/[^\0-\x7f]/gu, inAscii);
	const joined = letters
		.replace(/[^\p{L}\p{M}\p{N}_]+/gu, (run, at: number) =>
			at + run.length === letters.length ? '' : '_',
		)
		.replace(/^[^\p{L}\p{N}]+/u, '');
	if (joined === '') return 'field';
	return fitted(/^\p{L}/u.test(joined) ? joined : `field_${joined}`);
}

/** Cut to the length of a column, without a half of a character or an underscore where it was cut. */
export function fitted(name: string): string {
	if (name.length <= MAX_LENGTH) return name;
	return name.slice(0, MAX_LENGTH).replace(/(\p{Surrogate}|_+)$/u, '');
}

function inAscii(letter: string): string {
	const lowerCase = letter.toLowerCase();
	const ascii = IN_ASCII.get(lowerCase) ?? letter;
	return letter === lowerCase || ascii === letter ? ascii : ascii.toUpperCase();
}
