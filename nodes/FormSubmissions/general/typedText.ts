import { BoundedMap } from './processMemory';
import { domainsInLetters } from './punycode';

/**
 * Characters that nobody sees, such as those that change the direction of text, and zero-width ones: what
 * stands within the brackets of a regular expression with the flag `u`.
 */
export const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}`;

/** But for line breaks and tabs, which are spaces. */
const UNSEEN_WITHIN = new RegExp(String.raw`(?![\t-\r])[${UNSEEN}]`, 'gu');

const UNSEEN_RUN = new RegExp(String.raw`[\s${UNSEEN}]+`, 'gu');

/** The text without spaces and unseen characters around it, which come with pasting. */
export function trimUnseen(text: string): string {
	return text.replace(UNSEEN_RUN, (run, at: number) =>
		at === 0 || at + run.length === text.length ? '' : run,
	);
}

/** The text without unseen characters anywhere in it. Its spaces stay. */
export function withoutUnseen(text: string): string {
	return text.replace(UNSEEN_WITHIN, '');
}

/** What programs write in place of what a person types: a phone makes ’ of '. */
const TYPED: Array<[written: RegExp, typed: string]> = [
	[/[\u00b4`｀ʹʻʼʽʾʿˈˋ‘’‚‛‹›′‵՚׳ꞌ]/g, "'"],
	[/[«»“”„‟″‶〝〞〟״]/g, '"'],
	[/[〜～∼〰]/g, '~'],
	// Between digits, Japanese keyboards write the long vowel.
	[/[\p{Pd}−⁻₋⁃˗─━➖]|(?<=\p{Nd})[ーｰ](?=\p{Nd})/gu, '-'],
];

/** What makes one emoji of several, or a flag: there, it is seen, and nowhere else. */
export const IN_EMOJI = /(?<=\p{S}\ufe0f?)(?:\u200d|[\u{e0020}-\u{e007f}]+)/gu;

const UNSEEN_BUT_IN_EMOJI = new RegExp(`(${IN_EMOJI.source})|${UNSEEN_WITHIN.source}`, 'gu');

/** The text for telling it from others as they are written: without what nobody sees, and with spaces as typed. */
export function asSeen(text: string): string {
	if (/^[ -~]*$/.test(text)) return text.trim();
	const seen = text.replace(UNSEEN_BUT_IN_EMOJI, '$1').normalize('NFC');
	return seen
		.replace(/[\u00a0\u2007\u202f]/g, ' ')
		.replaceAll('\r\n', '\n')
		.trim();
}

/**
 * The text for comparing what a person typed with another text: the same for what looks the same, however
 * wide its letters and whatever its spaces are, and for what is typed with the same keys, such as any dash,
 * or a digit of any script. All of it is in upper case. Case is changed twice for that, since only some
 * letters have both: "ẞ" becomes "ß", and that "SS". The Turkish "İ" is "i" with a dot in lower case, which
 * "i" has anyway; "I" and "ı" are one already.
 */
export function foldText(text: string): string {
	const plain = domainsInLetters(withoutPercents(text));
	// Nearly all texts are in ASCII.
	const typed = /^[ -_a-~]*$/.test(plain) ? plain : asTyped(plain);
	const lowerCase = typed.toLowerCase().replaceAll('i\u0307', 'i');
	return lowerCase.toUpperCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function asTyped(text: string): string {
	return TYPED.reduce((one, [written, typed]) => one.replace(written, typed), withoutUnseen(text))
		.normalize('NFKC')
		.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

/** As in a link: `ada%40example.com`. */
function withoutPercents(text: string): string {
	if (!text.includes('%')) return text;
	return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
		try {
			return decodeURIComponent(encoded);
		} catch {
			return encoded;
		}
	});
}

/** The ten digits of a script follow each other, and no two scripts' ones but in tens. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let zero = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	return String((code - zero) % 10);
}

/**
 * Returns a function that finds the name among those that a person typed that another one stands for:
 * spelled exactly so, or else the same once both are folded.
 */
export function nameFinder(typed: string[]): (name: string) => string | undefined {
	const exact = new Set(typed);
	const folded = new Map(typed.map((name) => [foldText(name), name]));
	// The submissions of a list have the same names again and again.
	const found = new BoundedMap<string, string | undefined>(1_000);
	return (name) => {
		if (exact.has(name)) return name;
		if (!found.has(name)) found.set(name, folded.get(foldText(name)));
		return found.get(name);
	};
}
