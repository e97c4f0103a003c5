import fc from 'fast-check';

import { sign } from '../../emulator';
import { randomCases } from '../../support/search';
import { refusalOf } from '../../support/webhookTrigger';

const CASES = randomCases(500, 20_000);
const FIVE_MINUTES = 5 * 60_000;

/** What arrives, what the receiver knows, and when it checks. */
type Attempt = {
	headers: Record<string, string>;
	body: Buffer;
	secret: string;
	nowMs: number;
};

const isAccepted = async ({ headers, body, secret, nowMs }: Attempt) =>
	(await refusalOf(headers, body, { secret, nowMs })) === undefined;

afterEach(() => jest.restoreAllMocks());

const serviceName = fc.stringMatching(/^[a-z0-9-]{1,12}$/);

const genuine = fc
	.record({
		// Whatever was sent is verified byte by byte: JSON in any spelling and script is one case of it.
		body: fc.string({ unit: 'grapheme', minLength: 1, size: 'medium' }),
		name: serviceName,
		secret: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
		signedAtMs: fc.integer({ min: 1_700_000_000_000, max: 1_999_999_999_999 }),
		ageMs: fc.integer({ min: -FIVE_MINUTES, max: FIVE_MINUTES }),
	})
	.map(({ body: text, name, secret, signedAtMs, ageMs }) => {
		const timestamp = String(signedAtMs);
		return {
			name,
			headers: {
				[`x-${name}-timestamp`]: timestamp,
				[`x-${name}-signature`]: sign(secret, timestamp, text),
			},
			body: Buffer.from(text),
			secret,
			nowMs: signedAtMs + ageMs,
		};
	});

type Genuine = typeof genuine extends fc.Arbitrary<infer T> ? T : never;

/** Changes one thing, at a random place, to something random. */
type Mutation = (delivery: Genuine, at: number, to: number) => Attempt;

const timestampName = ({ name }: Genuine) => `x-${name}-timestamp`;
const signatureName = ({ name }: Genuine) => `x-${name}-signature`;

function withHeader(delivery: Genuine, name: string, change: (value: string) => string): Attempt {
	const { headers } = delivery;
	return { ...delivery, headers: { ...headers, [name]: change(headers[name] ?? '') } };
}

function replaceDigit(text: string, at: number, to: number, digits: string): string {
	const index = at % text.length;
	const others = [...digits].filter((one) => one !== text[index]);
	return text.slice(0, index) + (others[to % others.length] ?? '') + text.slice(index + 1);
}

const mutations: Mutation[] = [
	function body(delivery, at, to) {
		const bytes = Buffer.from(delivery.body);
		const index = at % bytes.length;
		bytes[index] = (bytes[index] ?? 0) ^ (1 << to % 8);
		return { ...delivery, body: bytes };
	},
	function signature(delivery, at, to) {
		return withHeader(delivery, signatureName(delivery), (value) => {
			const changed = replaceDigit(value.slice('sha256='.length), at, to, '0123456789abcdef');
			return `sha256=${changed}`;
		});
	},
	function timestamp(delivery, at, to) {
		return withHeader(delivery, timestampName(delivery), (value) =>
			replaceDigit(value, at, to, '0123456789'),
		);
	},
	function leadingZero(delivery) {
		return withHeader(delivery, timestampName(delivery), (value) => `0${value}`);
	},
	function time(delivery, at, to) {
		const signedAtMs = Number(delivery.headers[timestampName(delivery)]);
		const beyond = FIVE_MINUTES + 1 + at;
		return { ...delivery, nowMs: to % 2 === 0 ? signedAtMs + beyond : signedAtMs - beyond };
	},
	function secret(delivery, at, to) {
		const index = at % (delivery.secret.length + 1);
		const added = String.fromCharCode(33 + (to % 90));
		const changed = delivery.secret.slice(0, index) + added + delivery.secret.slice(index);
		return { ...delivery, secret: changed };
	},
];

describe('verification of deliveries', () => {
	it(`accepts ${CASES.numRuns} genuine ones with any text`, async () => {
		await fc.assert(
			fc.asyncProperty(genuine, async (delivery) => await isAccepted(delivery)),
			CASES,
		);
	});

	it(`accepts none of ${CASES.numRuns} that were tampered with`, async () => {
		await fc.assert(
			fc.asyncProperty(
				genuine,
				fc.constantFrom(...mutations),
				fc.nat(1_000_000),
				fc.nat(1_000_000),
				async (delivery, mutate, at, to) => !(await isAccepted(mutate(delivery, at, to))),
			),
			CASES,
		);
	});
});
