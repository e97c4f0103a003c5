const REDACTED = '***';

/** A shorter value is a typo, not a secret, and its letters are in every message (characters). */
const MIN_SECRET_LENGTH = 4;

/** How much text is read at all, and how much of what can be seen is searched (characters). */
const MAX_READ = 4_000;
const MAX_SEARCHED = 900;

/** More steps of unescaping than any message needs. */
const MAX_STEPS = 12;

/** The beginning of a word, as a cut leaves it. Whatever is escaped consists of ASCII. */
const CUT_WORD = /[^\s\u0100-\uffff]+$/;

/** A tag, a comment, or a declaration. */
const HTML = /<[a-z/!?]/i;

/** Control characters, those that change the direction of text, invisible ones, and broken ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** The beginning of the text as one line, without what a terminal or an editor would obey. */
export function lineOf(text: string, maxLength: number): string {
	const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
	return [...line].slice(0, maxLength).join('');
}

/**
 * What an error quotes of text from outside, which may be of any length: a line of at most
 * `maxLength` characters, in which each secret is redacted. Undefined if nothing is left, if the
 * text is HTML, or if it may contain a secret in any other form.
 */
export function quoted(text: string, maxLength: number, secrets: string[]): string | undefined {
	const seen = lineOf(text, MAX_READ);
	const isCut = text.length > MAX_READ || seen.length > MAX_SEARCHED;
	// Cut between words, so that no part of a secret remains that couldn't be recognized.
	const searched = isCut ? seen.slice(0, MAX_SEARCHED).replace(CUT_WORD, '') : seen;
	const hidden = secrets
		// A secret is sent without surrounding spaces, so it may come back without them.
		.map((secret) => secret.trim())
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.sort((one, other) => other.length - one.length);
	const line = hidden.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), searched);
	if (HTML.test(searched) || mayContain(line, hidden)) return undefined;
	return lineOf(line, maxLength) || undefined;
}

/**
 * Whether one of the secrets is in the text, however it was written. Both are unescaped, step by
 * step, until nothing changes, and compared by their letters and digits alone: no separator, line
 * break, or capital letter hides anything. If that takes too many steps, the text may contain it.
 */
function mayContain(text: string, secrets: string[]): boolean {
	const needles = secrets
		.flatMap(formsOf)
		.flatMap((form) => writingsOf(form))
		.map(bareText);
	// `=` and `0x` are in much text that isn't escaped, so each is tried both ways.
	const forms = [text, text.replace(/=|0x/gi, '%')].map(formsOf);
	if (forms.some(({ length }) => length > MAX_STEPS)) return true;
	const haystacks = forms.flat().map(bareText);
	return needles.some((needle) => haystacks.some((haystack) => haystack.includes(needle)));
}

function bareText(text: string): string {
	return text.replace(/[^a-z\d]/gi, '').toLowerCase();
}

/** The text as it is, and after each step of unescaping. */
function formsOf(text: string): string[] {
	const forms = [text];
	for (let next = unescaped(text); next !== forms.at(-1); next = unescaped(next)) {
		if (forms.push(next) > MAX_STEPS) break;
	}
	return forms;
}

/** An escape sequence, with a number, or with a sign of its own after a backslash or as a name. */
const ESCAPED = new RegExp(
	[
		/(?:%|\\x)(?<byte>[\da-f]{2})|[%\\]u(?<unit>[\da-f]{4})/,
		/(?:\\[ux]\{|&#x)(?<point>[\da-f]+)[;}]?|&#(?<decimal>\d+);?|\\(?<octal>[0-3]?[0-7]{1,2})/,
		/\\(?:[bfnrt]|(?<sign>[^]))|&(?<name>amp|lt|gt|quot|[a-z]+(?=;));?/,
		/(?<other>[^])/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);

/** The named characters that other escape sequences consist of. */
const NAMES = new Map(
	Object.entries({
		...{ amp: '&', num: '#', percnt: '%', bsol: '\\', equals: '=', semi: ';' },
		...{ lcub: '{', lbrace: '{' },
	}),
);

/** One step of unescaping. A space, which completes no other sequence, stands for what isn't ASCII. */
function unescaped(text: string): string {
	return [...text.matchAll(ESCAPED)].map(({ groups = {} }) => meaningOf(groups)).join('');
}

function meaningOf(groups: Record<string, string | undefined>): string {
	const { byte, unit, point, decimal, octal, sign, name, other } = groups;
	const digits = byte ?? unit ?? point ?? decimal ?? octal;
	if (digits === undefined) return other ?? sign ?? NAMES.get(name?.toLowerCase() ?? '') ?? ' ';
	const code = parseInt(digits, decimal !== undefined ? 10 : octal !== undefined ? 8 : 16);
	return code < 128 ? String.fromCharCode(code) : ' ';
}

/** The text as it is, in decimal, and in hex and base64, each of which may be encoded once more. */
function writingsOf(text: string, layers = 2): string[] {
	if (layers === 0) return [text];
	const bytes = Buffer.from(text, 'utf8');
	const hex = bytes.toString('hex');
	const base64 = base64Parts(bytes);
	const base64url = base64.map((part) => part.replaceAll('+', '-').replaceAll('/', '_'));
	const encoded = [...new Set([hex, hex.toUpperCase(), ...base64, ...base64url])];
	return [text, bytes.join(''), ...encoded.flatMap((one) => writingsOf(one, layers - 1))];
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
