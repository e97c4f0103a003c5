const REDACTED = '***';

/** Shorter parts of an encoded secret are found in texts by chance (characters). */
const SHORTEST_BASE64 = 4;

/**
 * The text with every secret in it redacted: as it is, URL-encoded, JSON-escaped, in base64 or
 * base64url (also inside of something longer that was encoded as a whole), or several of these on
 * top of each other.
 */
export function redact(text: string, secrets: string[]): string {
	// A secret is sent without the spaces around it, so it may come back without them.
	const trimmed = secrets.map((secret) => secret.trim()).filter((secret) => secret !== '');
	// A secret that contains another one goes first, or its rest would be left over.
	const longestFirst = [...trimmed].sort((a, b) => b.length - a.length);
	return longestFirst.reduce(redactOne, text);
}

function redactOne(text: string, secret: string): string {
	const inBase64 = base64Parts(secret).map(
		(part) => `[\\w+/-]?${[...part].map(anyBase64FormOf).join('')}[\\w+/=%\\\\-]*`,
	);
	const patterns = [...inBase64, [...secret].map(anyFormOf).join('')];
	return patterns.reduce((rest, form) => rest.replace(new RegExp(form, 'gu'), REDACTED), text);
}

/**
 * What base64 of anything that contains the secret is bound to contain: three bytes make four
 * characters, so it depends on where in a group of three the secret begins.
 */
function base64Parts(secret: string): string[] {
	return [0, 1, 2]
		.map((before) => {
			const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
			const firstOwn = Math.ceil((before * 8) / 6);
			const afterOwn = Math.floor((bytes.length * 8) / 6);
			return bytes.toString('base64').slice(firstOwn, afterOwn);
		})
		.filter((part) => part.length >= SHORTEST_BASE64);
}

const BASE64URL: Record<string, string> = { '+': '-', '/': '_' };

function anyBase64FormOf(character: string): string {
	const other = BASE64URL[character];
	return other === undefined
		? anyFormOf(character)
		: `(?:${anyFormOf(character)}|${anyFormOf(other)})`;
}

/** What JSON writes after a backslash for the character. */
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
 * Matches a character as it is, URL-encoded or JSON-escaped. Each may have been encoded again (`%2525`,
 * `\\\\`), up to a bound that keeps matching quick whatever the text.
 */
function anyFormOf(character: string): string {
	const asBytes = [...Buffer.from(character, 'utf8')].map(percent).join('');
	const asUnits = character
		.split('')
		.map((unit) => `${BACKSLASH}{1,4}u${hex(unit.charCodeAt(0), 4)}`);
	// The longest form first: a percent sign alone is the beginning of its encoded form.
	const forms = [asUnits.join(''), `${BACKSLASH}{0,3}(?:${asBytes}|${literal(character)})`];
	const short = SHORT_ESCAPES[character];
	if (short !== undefined) forms.push(`${BACKSLASH}{1,4}${short}`);
	if (character === ' ') forms.push('\\+');
	return `(?:${forms.join('|')})`;
}

function percent(byte: number): string {
	return `%(?:25){0,2}${hex(byte, 2)}`;
}

/** Hexadecimal digits in either case. */
function hex(value: number, digits: number): string {
	const text = value.toString(16).padStart(digits, '0');
	return text.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/, (special) =>
		special === '-' ? '\\x2d' : `\\${special}`,
	);
}
