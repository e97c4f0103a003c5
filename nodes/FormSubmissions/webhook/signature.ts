import { createHmac, timingSafeEqual } from 'crypto';

/** Why a delivery is refused; short enough for the response and the log. */
export type Refusal =
	| 'no secret is known'
	| 'the signature headers are missing'
	| 'there are too many signature headers'
	| 'the timestamp is not valid'
	| 'the timestamp is more than five minutes old'
	| 'the timestamp is more than five minutes ahead'
	| 'the signature does not match'
	| 'the body could not be read';

type SignatureVerdict = { ok: true } | { ok: false; reason: Refusal };

/** A delivery older than this is refused (specification, section 5), as is one this far ahead. */
const TOLERANCE_MS = 5 * 60_000;

/** An attacker can send many header pairs; each costs one HMAC over the whole body. */
const MAX_PAIRS = 4;

const TIMESTAMP_HEADER = /^x-(.+)-timestamp$/;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^sha256=([\dA-Fa-f]{64})$/;

/**
 * Whether a delivery was signed with the secret, according to section 5 of the specification:
 * `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, compared in constant time.
 *
 * The service uses its own name in the two headers (`x-<name>-timestamp`, `x-<name>-signature`), so
 * they are recognized by their shape. Node provides `headers` with lower-case names, and joins
 * those sent twice with a comma, so that they match no pattern. `rawBody` must be the bytes as they
 * arrived: JSON that was parsed and serialized again may differ.
 */
export function verifySignature(
	headers: Record<string, unknown>,
	rawBody: Uint8Array,
	secret: string | undefined,
	nowMs: number,
): SignatureVerdict {
	if (!secret) return refuse('no secret is known');
	const pairs = findPairs(headers);
	if (pairs.length > MAX_PAIRS) return refuse('there are too many signature headers');

	const verdicts = pairs.map((pair) => verifyPair(pair, rawBody, secret, nowMs));
	const [first = refuse('the signature headers are missing')] = verdicts;
	return verdicts.find(({ ok }) => ok) ?? first;
}

/** Whether there is anything to verify; if not, neither body nor credential needs to be read. */
export function isSigned(headers: Record<string, unknown>): boolean {
	return findPairs(headers).length > 0;
}

type HeaderPair = { timestamp: unknown; signature: unknown };

function findPairs(headers: Record<string, unknown>): HeaderPair[] {
	const pairs: HeaderPair[] = [];
	for (const [name, timestamp] of Object.entries(headers)) {
		const [, service] = TIMESTAMP_HEADER.exec(name) ?? [];
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
		return refuse('the timestamp is not valid');
	}
	const ageMs = nowMs - Number(timestamp);
	if (ageMs > TOLERANCE_MS) return refuse('the timestamp is more than five minutes old');
	if (ageMs < -TOLERANCE_MS) return refuse('the timestamp is more than five minutes ahead');
	const given = readSignature(signature);
	if (!given) return refuse('the signature does not match');
	const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
	return timingSafeEqual(expected, given) ? { ok: true } : refuse('the signature does not match');
}

/** The 32 bytes of `sha256=<64 hex digits>`; undefined for anything else. */
function readSignature(signature: unknown): Buffer | undefined {
	if (typeof signature !== 'string') return undefined;
	const [, hex] = SIGNATURE.exec(signature) ?? [];
	return hex === undefined ? undefined : Buffer.from(hex, 'hex');
}

function refuse(reason: Refusal): SignatureVerdict {
	return { ok: false, reason };
}
