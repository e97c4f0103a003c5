const REDACTED = '***';

/** A shorter text is no secret, but a typo, and its letters are in every message (characters). */
const MIN_SECRET_LENGTH = 4;

/**
 * Returns the text with every secret redacted, whether plain, URL-encoded, JSON-escaped, in hex, in
 * base64 or base64url (even within a longer text that was encoded as a whole), or in several of
 * these, one on top of another.
 */
function redact(text: string, secrets: string[]): string {
	// A secret is sent without surrounding spaces, so it may come back without them.
	const trimmed = secrets.map((secret) => secret.trim());
	// A secret that contains another one goes first, or the rest of it would remain.
	const longestFirst = trimmed
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.sort((a, b) => b.length - a.length);
	return longestFirst.reduce(redactOne, text);
}

function redactOne(text: string, secret: string): string {
	const inBase64 = base64Parts(secret).map(
		(part) => `[\\w+/-]?${[...part].map(anyBase64FormOf).join('')}[\\w+/=%\\\\-]*`,
	);
	const patterns = [...inBase64, hexForm(secret), [...secret].map(anyFormOf).join('')];
	return patterns.reduce((rest, form) => rest.replace(new RegExp(form, 'gu'), REDACTED), text);
}

/**
 * The parts, one of which is in the base64 of any text that contains the secret. Base64 turns three
 * bytes into four characters, so the part depends on where in a group of three the secret begins.
 */
function base64Parts(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
		const firstOwn = Math.ceil((before * 8) / 6);
		const afterOwn = Math.floor((bytes.length * 8) / 6);
		return bytes.toString('base64').slice(firstOwn, afterOwn);
	});
}

function hexForm(secret: string): string {
	return [...Buffer.from(secret, 'utf8')].map((byte) => hex(byte, 2)).join('');
}

const BASE64URL: Record<string, string> = { '+': '-', '/': '_' };

function anyBase64FormOf(character: string): string {
	const other = BASE64URL[character];
	return other === undefined
		? anyFormOf(character)
		: `(?:${anyFormOf(character)}|${anyFormOf(other)})`;
}

/** The letter that JSON writes after a backslash for each character. */
const SHORT_ESCAPES: Record<string, string> = {
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};

/** A backslash, which may itself be URL-encoded. */
const BACKSLASH = `(?:\\\\|${percent(0x5c)})`;

/**
 * Matches a character that is plain, URL-encoded, or JSON-escaped. It may have been encoded several
 * times (`%2525`, `\\\\`), up to a limit that keeps matching fast for any text.
 */
function anyFormOf(character: string): string {
	const asBytes = [...Buffer.from(character, 'utf8')].map(percent).join('');
	const asUnits = character
		.split('')
		.map((unit) => `${BACKSLASH}{1,4}u${hex(unit.charCodeAt(0), 4)}`);
	// The longest form goes first: a bare percent sign is also the beginning of its encoded form.
	const forms = [asUnits.join(''), `${BACKSLASH}{0,3}(?:${asBytes}|${literal(character)})`];
	const short = SHORT_ESCAPES[character];
	if (short !== undefined) forms.push(`${BACKSLASH}{1,4}${short}`);
	if (character === ' ') forms.push('\\+');
	return `(?:${forms.join('|')})`;
}

function percent(byte: number): string {
	return `%(?:25){0,2}${hex(byte, 2)}`;
}

/** Matches hexadecimal digits in upper or lower case. */
function hex(value: number, digits: number): string {
	const text = value.toString(16).padStart(digits, '0');
	return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/, (special) =>
		special === '-' ? '\\x2d' : `\\${special}`,
	);
}

/** What an error quotes of a text from outside: a line of at most `maxLength` characters. */
export function quoted(text: string, maxLength: number, secrets: string[]): string | undefined {
	return redact(text, secrets).replace(/\s+/g, ' ').trim().slice(0, maxLength) || undefined;
}
