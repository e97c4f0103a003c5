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
			text,
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

type Mutation = { what: string; apply: (delivery: Genuine, at: number, to: number) => Attempt };

const timestampName = ({ name }: Genuine) => `x-${name}-timestamp`;
const signatureName = ({ name }: Genuine) => `x-${name}-signature`;

function withHeader(delivery: Genuine, name: string, change: (value: string) => string): Attempt {
	const { headers } = delivery;
	return { ...delivery, headers: { ...headers, [name]: change(headers[name] ?? '') } };
}

function replaceAt(text: string, at: number, to: number, alphabet: string): string {
	const index = at % text.length;
	const others = [...alphabet].filter((one) => one !== text[index]?.toLowerCase());
	return text.slice(0, index) + (others[to % others.length] ?? '') + text.slice(index + 1);
}

function withBytes(delivery: Genuine, change: (bytes: Buffer) => Buffer): Attempt {
	return { ...delivery, body: change(Buffer.from(delivery.body)) };
}

const mutations: Mutation[] = [
	{
		what: 'a bit of the body',
		apply: (delivery, at, to) =>
			withBytes(delivery, (bytes) => {
				const index = at % bytes.length;
				bytes[index] = (bytes[index] ?? 0) ^ (1 << to % 8);
				return bytes;
			}),
	},
	{
		what: 'a byte more',
		apply: (delivery, at, to) =>
			withBytes(delivery, (bytes) => {
				const index = at % (bytes.length + 1);
				return Buffer.concat([
					bytes.subarray(0, index),
					Buffer.from([to % 256]),
					bytes.subarray(index),
				]);
			}),
	},
	{
		what: 'a byte less',
		apply: (delivery, at) =>
			withBytes(delivery, (bytes) => {
				const index = at % bytes.length;
				return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)]);
			}),
	},
	{
		what: 'a digit of the signature',
		apply: (delivery, at, to) =>
			withHeader(delivery, signatureName(delivery), (signature) => {
				const changed = replaceAt(signature.slice(7), at, to, '0123456789abcdef');
				return `sha256=${changed}`;
			}),
	},
	{
		what: 'the prefix of the signature',
		apply: (delivery, at, to) =>
			withHeader(delivery, signatureName(delivery), (signature) => {
				const prefix = replaceAt('sha256=', at, to, 'abcdefghijklmnopqrstuvwxyz0123456789');
				return prefix + signature.slice(7);
			}),
	},
	{
		what: 'a digit of the timestamp',
		apply: (delivery, at, to) =>
			withHeader(delivery, timestampName(delivery), (timestamp) =>
				replaceAt(timestamp, at, to, '0123456789'),
			),
	},
	{
		what: 'a leading zero in the timestamp',
		apply: (delivery) =>
			withHeader(delivery, timestampName(delivery), (timestamp) => `0${timestamp}`),
	},
	{
		what: 'the values of the two headers swapped',
		apply: (delivery) => ({
			...delivery,
			headers: {
				[timestampName(delivery)]: delivery.headers[signatureName(delivery)] ?? '',
				[signatureName(delivery)]: delivery.headers[timestampName(delivery)] ?? '',
			},
		}),
	},
	{
		what: 'the time',
		apply: (delivery, at, to) => {
			const signedAtMs = Number(delivery.headers[timestampName(delivery)]);
			const beyond = FIVE_MINUTES + 1 + at;
			return { ...delivery, nowMs: to % 2 === 0 ? signedAtMs + beyond : signedAtMs - beyond };
		},
	},
	{
		what: 'the secret',
		apply: (delivery, at, to) => {
			const bytes = Buffer.from(delivery.secret);
			const index = at % (bytes.length + 1);
			const changed = `${delivery.secret.slice(0, index)}${String.fromCharCode(33 + (to % 90))}${delivery.secret.slice(index)}`;
			return { ...delivery, secret: changed };
		},
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
		const met = new Set<string>();
		await fc.assert(
			fc.asyncProperty(
				genuine,
				fc.constantFrom(...mutations),
				fc.nat(1_000_000),
				fc.nat(1_000_000),
				async (delivery, { what, apply }, at, to) => {
					met.add(what);
					return !(await isAccepted(apply(delivery, at, to)));
				},
			),
			CASES,
		);
		expect([...met].sort()).toEqual(mutations.map(({ what }) => what).sort());
	});
});
