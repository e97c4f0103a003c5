import { createHmac } from 'node:crypto';

/** `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>`, keyed with the secret. */
export function sign(secret: string, timestamp: string, rawBody: string): string {
	const digest = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
	return `sha256=${digest}`;
}
