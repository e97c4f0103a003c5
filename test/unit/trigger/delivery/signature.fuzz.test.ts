import fc from 'fast-check';

import { sign } from '../../../emulator';
import { stopFakeClock } from '../../../support/fakeClock';
import { randomCases } from '../../../support/search';
import { refusalOf } from '../../../support/webhookTrigger';

const CASES = randomCases(500, 20_000);
const FIVE_MINUTES = 5 * 60_000;

/** What arrives, what the receiver knows, and when it checks. */
type Delivery = {
	/** Of the service, in the names of the two headers. */
	name: string;
	timestamp: string;
	signature: string;
	body: Buffer;
	secret: string;
	nowMs: number;
};

const isAccepted = async ({ name, timestamp, signature, body, secret, nowMs }: Delivery) => {
	const headers = { [`x-${name}-timestamp`]: timestamp, [`x-${name}-signature`]: signature };
	return (await refusalOf(headers, body, { secret, nowMs })) === undefined;
};

afterEach(stopFakeClock);

const genuine: fc.Arbitrary<Delivery> = fc
	.record({
		// Whatever was sent is verified byte by byte: JSON in any spelling and script is one case of it.
		body: fc.string({ unit: 'grapheme', minLength: 1, size: 'medium' }),
		name: fc.stringMatching(/^[a-z0-9-]{1,12}$/),
		secret: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
		signedAtMs: fc.integer({ min: 1_700_000_000_000, max: 1_999_999_999_999 }),
		ageMs: fc.integer({ min: -FIVE_MINUTES, max: FIVE_MINUTES }),
	})
	.map(({ body, name, secret, signedAtMs, ageMs }) => {
		const timestamp = String(signedAtMs);
		const signature = sign(secret, timestamp, body);
		const nowMs = signedAtMs + ageMs;
		return { name, timestamp, signature, body: Buffer.from(body), secret, nowMs };
	});

/** Another digit in one place of a text. */
function withOtherDigit(text: string, at: number, to: number, digits: string): string {
	const index = at % text.length;
	const others = [...digits].filter((one) => one !== text[index]);
	return text.slice(0, index) + (others[to % others.length] ?? '') + text.slice(index + 1);
}

/** Each changes one thing, at a random place, to something random. */
const tamperings: Array<(delivery: Delivery, at: number, to: number) => Partial<Delivery>> = [
	function changeBody({ body }, at, to) {
		const bytes = Buffer.from(body);
		const index = at % bytes.length;
		bytes[index] = (bytes[index] ?? 0) ^ (1 << (to % 8));
		return { body: bytes };
	},
	function changeSignature({ signature }, at, to) {
		const hex = signature.slice('sha256='.length);
		return { signature: `sha256=${withOtherDigit(hex, at, to, '0123456789abcdef')}` };
	},
	function changeTimestamp({ timestamp }, at, to) {
		return { timestamp: withOtherDigit(timestamp, at, to, '0123456789') };
	},
	function sendAtAnotherTime({ timestamp }, at, to) {
		const beyond = FIVE_MINUTES + 1 + at;
		return { nowMs: Number(timestamp) + (to % 2 === 0 ? beyond : -beyond) };
	},
	function expectAnotherSecret({ secret }, at, to) {
		const index = at % (secret.length + 1);
		const added = String.fromCharCode(33 + (to % 90));
		return { secret: secret.slice(0, index) + added + secret.slice(index) };
	},
];

describe('verification of deliveries', () => {
	it(`accepts ${CASES.numRuns} genuine ones with any text`, async () => {
		await fc.assert(fc.asyncProperty(genuine, isAccepted), CASES);
	});

	it(`accepts none of ${CASES.numRuns} that were tampered with`, async () => {
		const place = fc.nat(1_000_000);
		await fc.assert(
			fc.asyncProperty(
				genuine,
				fc.constantFrom(...tamperings),
				place,
				place,
				async (delivery, tamper, at, to) =>
					!(await isAccepted({ ...delivery, ...tamper(delivery, at, to) })),
			),
			CASES,
		);
	});
});
