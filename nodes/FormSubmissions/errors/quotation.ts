const REDACTED = '***';

/** A shorter text is no secret, but a typo, and its letters are in every message (characters). */
const MIN_SECRET_LENGTH = 4;

/** How much of a text is looked through (characters): several times what is quoted of it. */
const MAX_SEARCHED = 900;

/** The beginning of a word, as a cut leaves it. Whatever is escaped consists of ASCII. */
const CUT_WORD = /[^\s\u0100-\uffff]+$/;

/** A tag, a comment, or a declaration. */
const HTML = /<[a-z/!?]/i;

/** Control characters, those that turn the direction of text, invisible ones, and broken ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * What an error quotes of a text from outside, which may be of any length: a line of at most
 * `maxLength` characters, without secrets, and without what a terminal or an editor would obey.
 * Undefined if nothing is left, or if the text is HTML.
 */
export function quoted(text: string, maxLength: number, secrets: string[]): string | undefined {
	const isLong = text.length > MAX_SEARCHED;
	// Cut between words, so that no part of a secret remains that couldn't be recognized.
	const searched = isLong ? text.slice(0, MAX_SEARCHED).replace(CUT_WORD, '') : text;
	// A tag could be hidden among what isn't seen.
	if (HTML.test(searched.replace(UNSEEN, ''))) return undefined;
	const line = redact(searched, secrets).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
	return [...line].slice(0, maxLength).join('') || undefined;
}

/**
 * The text with every secret redacted, whether plain, in hex, in base64 or base64url (even within a
 * longer text that was encoded as a whole), and however often that was escaped: the text is
 * unescaped, step by step, until nothing changes, and searched after each step.
 */
function redact(text: string, secrets: string[]): string {
	const patterns = secrets
		// A secret is sent without surrounding spaces, so it may come back without them.
		.map((secret) => secret.trim())
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.flatMap(patternsOf);
	const isSecret = new Array<boolean>(text.length).fill(false);
	for (const { text: form, starts } of formsOf(text)) {
		for (const { index, 0: found } of patterns.flatMap((one) => [...form.matchAll(one)])) {
			isSecret.fill(true, starts[index], starts[index + found.length]);
		}
	}
	return text
		.split('')
		.map((unit, at) => (!isSecret[at] ? unit : isSecret[at - 1] ? '' : REDACTED))
		.join('');
}

/** A text, perhaps unescaped, and where in the original each of its characters begins. */
type Form = { text: string; starts: number[] };

/** The text as it is, and after each step of unescaping. */
function* formsOf(text: string): Generator<Form> {
	let form: Form = { text, starts: Array.from({ length: text.length + 1 }, (_, at) => at) };
	for (let before = ''; form.text !== before; ) {
		yield form;
		before = form.text;
		form = unescaped(form);
	}
}

/** A character of UTF-8, with each byte URL-encoded. */
const URL_ENCODED =
	'%[0-7][\\da-f]|%[cd][\\da-f]%[89ab][\\da-f]|%e[\\da-f](?:%[89ab][\\da-f]){2}|%f[0-7](?:%[89ab][\\da-f]){3}';
const BACKSLASHED =
	'\\\\(?:u(?<utf16>[\\da-f]{4})|x(?<latin>[\\da-f]{2})|(?<letter>["\'/\\\\bfnrt]))';
const HTML_ENTITY = '&(?:#(?<decimal>\\d{1,7})|#x(?<hex>[\\da-f]{1,6})|(?<name>[a-z]{2,9}));';

/** An escape sequence, or else any character. */
const TOKEN = new RegExp(`(?<bytes>${URL_ENCODED})|${BACKSLASHED}|${HTML_ENTITY}|[^]`, 'giu');

const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const ENTITIES = new Map(
	Object.entries({
		...{ tab: '\t', newline: '\n', nbsp: ' ', excl: '!', quot: '"', num: '#', dollar: '$' },
		...{ percnt: '%', amp: '&', apos: "'", lpar: '(', rpar: ')', ast: '*', midast: '*' },
		...{ plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', lt: '<' },
		...{ equals: '=', gt: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\' },
		...{ rsqb: ']', rbrack: ']', hat: '^', lowbar: '_', underbar: '_', grave: '`' },
		...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
	}),
);

/** One step: what each escape sequence stands for, and no characters that aren't seen. */
function unescaped({ text, starts }: Form): Form {
	const next: Form = { text: '', starts: [] };
	for (const { index, 0: token, groups = {} } of text.matchAll(TOKEN)) {
		const read = meaningOf(token, groups);
		next.text += read;
		for (let unit = 0; unit < read.length; unit++) next.starts.push(starts[index] ?? 0);
	}
	next.starts.push(starts[text.length] ?? 0);
	return next;
}

function meaningOf(token: string, groups: Record<string, string | undefined>): string {
	const { bytes, utf16, latin, letter, decimal, hex, name } = groups;
	if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString();
	if (letter !== undefined) return LETTERS[letter] ?? letter;
	if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? token;
	const digits = utf16 ?? latin ?? hex;
	const code = digits === undefined ? Number(decimal) : parseInt(digits, 16);
	if (Number.isNaN(code)) return token.replace(UNSEEN, '');
	return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** What to search for in each form of a text. */
function patternsOf(secret: string): RegExp[] {
	const bytes = Buffer.from(secret, 'utf8');
	const hex = bytes
		.toString('hex')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const [bare = secret] = [...formsOf(secret)].map(({ text }) => text).reverse();
	// A secret that looks escaped itself is unescaped along with the text.
	const plain = bare.length < MIN_SECRET_LENGTH ? [secret] : [secret, bare];
	const base64 = base64Parts(bytes).map(
		// What surrounds the part may come from the secret, too.
		(part) => `[\\w+/-]?${part.replaceAll('/', '[/_]').replaceAll('+', '[+-]')}[\\w+/=-]*`,
	);
	return [...plain.map(literal), hex, ...base64].map((source) => new RegExp(source, 'g'));
}

/**
 * The parts, one of which is in the base64 of any text that contains the secret. Base64 turns three
 * bytes into four characters, so the part depends on where in a group of three the secret begins.
 */
function base64Parts(secret: Buffer): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), secret]);
		const firstOwn = Math.ceil((before * 8) / 6);
		const afterOwn = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(firstOwn, afterOwn);
	});
}

/** A pattern for the text itself; `+` also stands for a space. */
function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '[ +]');
}
