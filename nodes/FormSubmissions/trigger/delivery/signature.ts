import { createHmac, timingSafeEqual } from 'crypto';

/** The oldest delivery that is accepted (specification, section 5). */
const MAX_MINUTES_OLD = 5;

/** One from further ahead has a wrong clock, or this machine has. */
const MAX_MINUTES_AHEAD = 5;

const MINUTE_MS = 60_000;

export const TOO_OLD = `the timestamp is more than ${MAX_MINUTES_OLD} minutes old` as const;
export const TOO_FAR_AHEAD =
	`the timestamp is more than ${MAX_MINUTES_AHEAD} minutes ahead` as const;

/** Why a delivery is refused; short enough for a response and a line in the log. */
export type Refusal =
	| 'the signature headers are missing'
	| 'the signature does not match'
	| 'no secret is known'
	| typeof TOO_OLD
	| typeof TOO_FAR_AHEAD
	| 'the timestamp is not valid'
	| 'there are too many signature headers'
	| 'the body could not be read';

/** A signature that is in time and well-formed; nobody has compared it yet. */
export type Signature = { timestamp: string; digest: Buffer };

/** Anyone can send many header pairs; each costs an HMAC over the whole body. */
const MAX_PAIRS = 4;

/**
 * The signatures that a delivery comes with, or why it has none that could be genuine. The service
 * uses its own name in the two headers (`x-<name>-timestamp`, `x-<name>-signature`), so they are
 * recognized by their shape. Node gives `headers` in lower case, and joins those sent twice with a
 * comma, so that they match no pattern.
 */
export function readSignatures(
	headers: Record<string, unknown>,
	nowMs: number,
): Signature[] | Refusal {
	const pairs = Object.entries(headers).flatMap(([name, timestamp]) => {
		const [, service] = /^x-(.+)-timestamp$/.exec(name) ?? [];
		const signature = service === undefined ? undefined : headers[`x-${service}-signature`];
		return signature === undefined ? [] : [readSignature(timestamp, signature, nowMs)];
	});
	if (pairs.length > MAX_PAIRS) return 'there are too many signature headers';
	const signatures = pairs.filter((pair) => typeof pair !== 'string');
	if (signatures.length > 0) return signatures;
	return pairs.find((pair) => typeof pair === 'string') ?? 'the signature headers are missing';
}

function readSignature(timestamp: unknown, signature: unknown, nowMs: number): Signature | Refusal {
	if (typeof timestamp !== 'string' || !/^\d{1,15}$/.test(timestamp)) {
		return 'the timestamp is not valid';
	}
	const ageMs = nowMs - Number(timestamp);
	if (ageMs > MAX_MINUTES_OLD * MINUTE_MS) return TOO_OLD;
	if (ageMs < -MAX_MINUTES_AHEAD * MINUTE_MS) return TOO_FAR_AHEAD;
	const isText = typeof signature === 'string';
	const [, hex] = (isText && /^sha256=([\dA-Fa-f]{64})$/.exec(signature)) || [];
	return hex === undefined
		? 'the signature does not match'
		: { timestamp, digest: Buffer.from(hex, 'hex') };
}

/**
 * Whether one of the signatures was made with the secret: the HMAC-SHA256 of `<timestamp>.<raw body>`
 * (section 5), compared in constant time. `rawBody` must be the bytes as they arrived: JSON that was
 * parsed and serialized again may differ.
 */
export function isSignedWith(
	secret: string,
	signatures: Signature[],
	rawBody: Uint8Array,
): boolean {
	return signatures.some(({ timestamp, digest }) => {
		const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
		return timingSafeEqual(expected, digest);
	});
}
