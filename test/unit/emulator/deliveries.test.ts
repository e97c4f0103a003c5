import { sign } from '../../emulator';
import { NOW_MS, startEmulator } from './client';

// printf '%s' '1760000000000.{"event":"submission.created","n":1.0,"name":"Zoë"}' |
//   openssl dgst -sha256 -hmac 'whsec_test'
const VECTOR = {
	secret: 'whsec_test',
	timestamp: '1760000000000',
	body: '{"event":"submission.created","n":1.0,"name":"Zoë"}',
	signature: 'sha256=aaee2c30181a0188100e2f1adb8ad96d17849d4a96be544dd1a687bc5491599f',
};

const URL_OF_RECEIVER = 'https://example.com/hook';

describe('a delivery', () => {
	it('is signed as openssl signs the timestamp, a dot, and the raw body', () => {
		expect(sign(VECTOR.secret, VECTOR.timestamp, VECTOR.body)).toBe(VECTOR.signature);
	});

	it('has the payload from the specification', () => {
		const { emulator, form } = startEmulator();
		const submission = emulator.addSubmission({
			formId: form.id,
			data: { name: 'Zoë' },
			spamScore: 1.5,
		});

		const { body } = emulator.buildDelivery(submission, { url: URL_OF_RECEIVER });

		expect(JSON.parse(body)).toEqual({
			event: 'submission.created',
			form: { id: form.id, name: 'Contact' },
			submission: {
				id: submission.id,
				data: { name: 'Zoë' },
				submittedAt: '2026-03-01T12:00:00.000Z',
				spamScore: 1.5,
			},
		});
	});

	it("is signed at the service's time, under its name, if the destination has a secret", () => {
		const { emulator, form } = startEmulator({ serviceName: 'Acme', clockSkewMs: 7 });
		const submission = emulator.addSubmission({ formId: form.id });

		const delivery = emulator.buildDelivery(submission, { url: URL_OF_RECEIVER, secret: 'x' });
		const unsigned = emulator.buildDelivery(submission, { url: URL_OF_RECEIVER });

		const timestamp = String(NOW_MS + 7);
		expect(unsigned.headers).toEqual({ 'Content-Type': 'application/json' });
		expect(delivery.headers).toEqual({
			'Content-Type': 'application/json',
			'X-Acme-Timestamp': timestamp,
			'X-Acme-Signature': sign('x', timestamp, delivery.body),
		});
	});

	it("can be signed with a test's own body, timestamp, and secret", () => {
		const { emulator, form } = startEmulator();
		const submission = emulator.addSubmission({ formId: form.id });
		const { secret, timestamp, body, signature } = VECTOR;

		const delivery = emulator.buildDelivery(
			submission,
			{ url: URL_OF_RECEIVER, secret: 'another' },
			{ secret, timestamp, body },
		);

		expect(delivery).toMatchObject({
			body,
			headers: { 'X-Formbox-Timestamp': timestamp, 'X-Formbox-Signature': signature },
		});
	});
});
