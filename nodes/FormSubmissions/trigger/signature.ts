import { createHmac, timingSafeEqual } from 'crypto';

/** Why a delivery is not accepted; short enough for the answer and the log. */
export type RefusalReason =
	| 'no secret is known'
	| 'the signature headers are missing'
	| 'there are too many signature headers'
	| 'the timestamp is not valid'
	| 'the timestamp is more than five minutes old'
	| 'the timestamp is more than five minutes ahead'
	| 'the signature does not match';

export type SignatureVerdict = { isGenuine: true } | { isGenuine: false; reason: RefusalReason };

/** A delivery older than this is refused (specification, section 5), and one as far ahead too. */
const TOLERANCE_MS = 5 * 60_000;

/** An attacker can send many header pairs; each costs one HMAC over the whole body. */
const MOST_PAIRS = 4;

const TIMESTAMP_HEADER = /^x-(.+)-timestamp$/;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/i;

/**
 * Whether a delivery was signed with the secret, by the rules of the specification, section 5:
 * `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, compared in constant time.
 *
 * The service puts its own name into the two headers (`x-<name>-timestamp`, `x-<name>-signature`),
 * so they are found by their shape. `headers` have lower-case names, as Node gives them; a header
 * that came twice is joined by a comma there and thus matches no pattern.
 * `rawBody` has to be the bytes as they arrived: JSON that was parsed and printed again may differ.
 */
export function verifySignature(
	headers: Record<string, unknown>,
	rawBody: Uint8Array,
	secret: string | undefined,
	nowMs: number,
): SignatureVerdict {
	if (!secret) return refused('no secret is known');
	const pairs = findPairs(headers);
	if (pairs.length === 0) return refused('the signature headers are missing');
	if (pairs.length > MOST_PAIRS) return refused('there are too many signature headers');

	const verdicts = pairs.map((pair) => verifyPair(pair, rawBody, secret, nowMs));
	return (
		verdicts.find(({ isGenuine }) => isGenuine) ??
		verdicts[0] ??
		refused('the signature headers are missing')
	);
}

type HeaderPair = { timestamp: unknown; signature: unknown };

function findPairs(headers: Record<string, unknown>): HeaderPair[] {
	const pairs: HeaderPair[] = [];
	for (const [name, timestamp] of Object.entries(headers)) {
		const service = TIMESTAMP_HEADER.exec(name)?.[1];
		const signature = service === undefined ? undefined : headers[`x-${service}-signature`];
		if (signature !== undefined) pairs.push({ timestamp, signature });
	}
	return pairs;
}

function verifyPair(
	{ timestamp, signature }: HeaderPair,
	rawBody: Uint8Array,
	secret: string,
	nowMs: number,
): SignatureVerdict {
	if (typeof timestamp !== 'string' || !TIMESTAMP.test(timestamp)) {
		return refused('the timestamp is not valid');
	}
	const ageMs = nowMs - Number(timestamp);
	if (ageMs > TOLERANCE_MS) return refused('the timestamp is more than five minutes old');
	if (ageMs < -TOLERANCE_MS) return refused('the timestamp is more than five minutes ahead');
	if (typeof signature !== 'string' || !SIGNATURE.test(signature)) {
		return refused('the signature does not match');
	}
	const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
	const given = Buffer.from(signature.slice('sha256='.length), 'hex');
	// `timingSafeEqual` throws on unequal lengths; SIGNATURE has already fixed 32 bytes.
	return timingSafeEqual(expected, given)
		? { isGenuine: true }
		: refused('the signature does not match');
}

function refused(reason: RefusalReason): SignatureVerdict {
	return { isGenuine: false, reason };
}
