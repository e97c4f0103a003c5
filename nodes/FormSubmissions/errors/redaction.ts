const REDACTED = '***';

/** A shorter value is a typo, not a secret, and its letters are in every message (characters). */
const MIN_SECRET_LENGTH = 4;

/** How much text is read at all (characters). */
const MAX_READ = 4_000;

/** A tag, a comment, or a declaration. */
const HTML = /<[a-z/!?]/i;

/** Control characters, those that change the direction of text, invisible ones, and broken ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A long word of letters and digits, unless it is an ID (specification, section 2). */
const KEY_LIKE = /\b(?!(?:sub|frm)_)(?=\w*\d)(?=\w*[a-z])\w{32}/i;

/** The beginning of the text as one line, without characters that a terminal or editor would obey. */
export function lineOf(text: string, maxLength: number): string {
	const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').replace(UNSEEN, '').trim();
	return [...line].slice(0, maxLength).join('');
}

/**
 * What an error quotes of text from outside, which may be of any length: a line of at most
 * `maxLength` characters, in which each secret is redacted. Undefined if nothing is left, or if the
 * text is HTML, contains a good part of a secret, escaped or not, or still looks like a key.
 */
export function quoteSafely(
	text: string,
	maxLength: number,
	secrets: string[],
): string | undefined {
	const line = lineOf(text, MAX_READ);
	const known = secrets
		.map((secret) => lineOf(secret, MAX_READ))
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.sort((one, other) => other.length - one.length);
	const redacted = known.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), line);
	const writings = [redacted, ...DECODERS.map((decode) => decode(redacted))];
	const needles = known.flatMap((secret) => [secret, ...base64Forms(secret)]);
	const isUnsafe =
		HTML.test(line) ||
		KEY_LIKE.test(redacted) ||
		needles.some((needle) => writings.some((writing) => sharesRun(writing, needle)));
	return isUnsafe ? undefined : lineOf(redacted, maxLength) || undefined;
}

/** Whether the text contains more than half of the secret in one piece, in any case and spacing. */
function sharesRun(text: string, secret: string): boolean {
	const fold = (one: string) => one.replace(/\s/g, '').toLowerCase();
	const [haystack, needle] = [fold(text), fold(secret)];
	const length = Math.floor(needle.length / 2) + 1;
	for (let start = 0; start + length <= needle.length; start++) {
		if (haystack.includes(needle.slice(start, start + length))) return true;
	}
	return false;
}

const HTML_NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text as each kind of escaping may have left it, one kind at a time. */
const DECODERS: Array<(text: string) => string> = [
	(text) =>
		text.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
		),
	(text) =>
		text.replace(
			/&(?:#x0*([\da-f]{1,5})|#0*(\d{1,6})|(amp|lt|gt|quot|apos));/gi,
			(_, hex, decimal, name) =>
				hex !== undefined || decimal !== undefined
					? String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16))
					: (HTML_NAMES[name] ?? ''),
		),
	(text) =>
		text.replace(/\\(?:u([\da-f]{4})|(["\\/]))/gi, (_, unit, character) =>
			unit === undefined ? character : String.fromCharCode(parseInt(unit, 16)),
		),
	// Base64 as it is written in addresses.
	(text) => text.replace(/-/g, '+').replace(/_/g, '/'),
];

/**
 * The secret in base64, once for each place where it may begin in a group of three bytes, which base64
 * turns into four characters. Only the characters at both ends depend on what surrounds the secret.
 */
function base64Forms(secret: string): string[] {
	return [0, 1, 2].map((before) =>
		Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64'),
	);
}
