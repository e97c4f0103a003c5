import { createHmac } from 'node:crypto';

import type { Form, Submission } from './types';

export type Delivery = { url: string; headers: Record<string, string>; body: string };

/** How a test can make a delivery differ from a genuine one. */
export type DeliveryOverrides = {
	/** Unix time in milliseconds, or any text. */
	timestamp?: number | string;
	/** Signs with this secret instead; `null` leaves the delivery unsigned. */
	secret?: string | null;
	/** The exact body to send and sign, e.g. with different spacing. */
	body?: string;
	signature?: string;
};

type To = { url: string; secret?: string };

export function buildDelivery(
	{ id, data, meta: { submittedAt }, spamScore }: Submission,
	{ url, secret: ownSecret }: To,
	{ id: formId, name }: Form,
	overrides: DeliveryOverrides & { timestamp: number | string },
): Delivery {
	const form = { id: formId, name };
	const submission = { id, data, submittedAt, spamScore };
	const event = { event: 'submission.created', form, submission };
	const { body = JSON.stringify(event), secret = ownSecret ?? null } = overrides;
	const timestamp = String(overrides.timestamp);
	const signatureHeaders = secret !== null && {
		'X-Formbox-Timestamp': timestamp,
		'X-Formbox-Signature': overrides.signature ?? sign(secret, timestamp, body),
	};
	return { url, headers: { 'Content-Type': 'application/json', ...signatureHeaders }, body };
}

/** `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret. */
export function sign(secret: string, timestamp: string, rawBody: string): string {
	const digest = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
	return `sha256=${digest}`;
}

/**
 * POSTs a delivery; returns the receiver's response. Rejects if the receiver can't be reached; retries
 * are not documented.
 */
export async function deliver(delivery: Delivery) {
	const { url, body } = delivery;
	// A connection kept open could be closed by the receiver at this moment.
	const headers = { ...delivery.headers, connection: 'close' };
	const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
	return { url, status: response.status, body: await response.text() };
}
