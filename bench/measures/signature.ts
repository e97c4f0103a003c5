import { createHmac, randomBytes } from 'node:crypto';

import { verifySignature } from '../../nodes/FormSubmissions/webhook/signature';
import { bounded, type Result } from '../result';

const SECRET = 'a'.repeat(64);
const SIZES = { '1 KB': 1_024, '100 KB': 102_400, '10 MB': 10_485_760 };
/** Bytes that each side processes per round. */
const BYTES_A_ROUND = 100 * 1_048_576;
const ROUNDS = 5;

/** Compares verifying a delivery with the one HMAC that it can't do without. */
export async function measureSignature(): Promise<Result[]> {
	return Object.entries(SIZES).map(([size, bytes]) => {
		const body = randomBytes(bytes);
		const timestamp = String(Date.now());
		const bare = () => createHmac('sha256', SECRET).update(`${timestamp}.`).update(body).digest();
		const headers = {
			'x-formbox-timestamp': timestamp,
			'x-formbox-signature': `sha256=${bare().toString('hex')}`,
		};
		const verify = () => verifySignature(headers, body, SECRET, Number(timestamp));
		if (!verify().ok) throw new Error('A genuine delivery was refused');

		const times = Math.max(3, Math.min(20_000, Math.round(BYTES_A_ROUND / bytes)));
		// In turns, so that a busy moment of the machine affects both.
		const ratios = Array.from({ length: ROUNDS }, () => {
			const bareMs = elapsedMs(times, bare);
			return elapsedMs(times, verify) / bareMs;
		}).sort((a, b) => a - b);
		return bounded(
			`Verifying ${size} ÷ bare createHmac`,
			ratios[Math.floor(ROUNDS / 2)] ?? NaN,
			1.5,
		);
	});
}

function elapsedMs(times: number, work: () => unknown): number {
	const startedMs = performance.now();
	for (let time = 0; time < times; time++) work();
	return performance.now() - startedMs;
}
