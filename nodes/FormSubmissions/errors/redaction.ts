import { UNSEEN } from '../general/typedText';

const REDACTED = '***';

/** A shorter value is a typo, not a secret, and its letters are in every message (characters). */
const MIN_SECRET_LENGTH = 4;

/** A secret that a trigger derives, which the service knows, and any request of any node may meet. */
const DERIVED_SECRET = /(?<![\da-f])[\da-f]{64}(?![\da-f])/gi;

/** How much text is read at all (characters). */
const MAX_READ = 4_000;

/** A tag, a comment, or a declaration. */
const HTML = /<[a-z/!?]/i;

/** What nobody sees, and broken characters. */
const UNREADABLE = new RegExp(String.raw`[${UNSEEN}\p{Cs}]`, 'gu');

/** The beginning of the text as one line, without characters that a terminal or editor would obey. */
export function lineOf(text: string, maxLength: number): string {
	const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').replace(UNREADABLE, '').trim();
	return [...line].slice(0, maxLength).join('');
}

/**
 * A line of at most `maxLength` characters, in which each secret is redacted, as it is and percent-encoded,
 * and each text that could be a derived one.
 * Undefined if nothing is left, or if the text is HTML.
 */
export function quoteSafely(
	text: string,
	maxLength: number,
	secrets: string[],
): string | undefined {
	const line = lineOf(text, MAX_READ);
	if (HTML.test(line)) return undefined;
	const redacted = secrets
		.map((secret) => lineOf(secret, MAX_READ))
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.flatMap(writingsOf)
		.sort((one, other) => other.length - one.length)
		.reduce((rest, writing) => rest.replaceAll(writing, REDACTED), line)
		.replace(DERIVED_SECRET, REDACTED);
	return lineOf(redacted, maxLength) || undefined;
}

function writingsOf(secret: string): string[] {
	const encoded = encodeURIComponent(secret);
	return [secret, encoded, encoded.replace(/%../g, (byte) => byte.toLowerCase())];
}
