/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package */
import crypto from 'node:crypto';

import { isSigned, verifySignature } from '../../../nodes/FormSubmissions/webhook/signature';
import { sign } from '../../emulator';

const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const SIGNED_AT = 1_769_850_000_000;
const FIVE_MINUTES = 5 * 60_000;
const BODY = '{"event":"submission.created"}';
const SIGNATURE = sign(SECRET, String(SIGNED_AT), BODY);
const HEX = SIGNATURE.slice('sha256='.length);

/** Headers as Node provides them: lower-case names, with repeated ones joined by a comma. */
const asNodeGives = (...lines: Array<[string, string]>): Record<string, unknown> =>
	Object.fromEntries(new Headers(lines));

const pair = (name: string, timestamp = String(SIGNED_AT), signature = SIGNATURE) => ({
	[`x-${name}-timestamp`]: timestamp,
	[`x-${name}-signature`]: signature,
});

const verify = (
	headers: Record<string, unknown>,
	{
		body = BODY,
		secret = SECRET,
		nowMs = SIGNED_AT,
	}: { body?: string; secret?: string; nowMs?: number } = {},
) => verifySignature(headers, Buffer.from(body), secret, nowMs);

afterEach(() => jest.restoreAllMocks());

describe('signatures computed with openssl', () => {
	// printf '%s' '<timestamp>.<body>' | openssl dgst -sha256 -hmac '<secret>'
	it.each([
		{
			of: 'a plain delivery',
			secret: SECRET,
			timestamp: '1769850000000',
			body: '{"event":"submission.created","form":{"id":"frm_1","name":"Contact"},"submission":{"id":"sub_1","data":{"email":"ada@example.org"},"submittedAt":"2026-01-31T09:00:00.000Z","spamScore":0}}',
			hex: '3fcf526dcfd0b8c96a0939acd079a27ca4109411d3dc97543829ebf2481a3be9',
		},
		{
			of: 'a delivery with the number 1.0, other scripts, and odd spacing',
			secret: 'ключ 🔑 secret',
			timestamp: '1769850000001',
			body: '{ "event" : "submission.created",\n\t"form":{"id":"frm_2","name":"Zażółć 🦊"},  "submission": {"id":"sub_2","data":{"name":"Jürgen Öztürk","score":1.0},"submittedAt":"2026-01-31T09:00:00.000Z","spamScore":1.0} }\r\n',
			hex: 'f04af83cdf9b7247028e8989d370ffdf10bd92b7af04afd57a7f24314ddd19cc',
		},
		{
			of: 'an empty body',
			secret: SECRET,
			timestamp: '1769850000002',
			body: '',
			hex: 'ea49af57ec7b08cb826e048958757746a3cdebae6f942c17b5eec4f4c0617b99',
		},
	])('accepts $of', ({ secret, timestamp, body, hex }) => {
		const headers = pair('service', timestamp, `sha256=${hex}`);

		expect(verify(headers, { body, secret })).toEqual({ ok: true });
	});
});

describe('the timestamp', () => {
	it.each([
		['now', 0],
		['five minutes old', FIVE_MINUTES],
		['five minutes ahead', -FIVE_MINUTES],
	])('is accepted when it is %s', (_age, ageMs) => {
		expect(verify(pair('forms'), { nowMs: SIGNED_AT + ageMs })).toEqual({ ok: true });
	});

	it.each([
		['one millisecond older than five minutes', FIVE_MINUTES + 1, 'old'],
		['one millisecond more than five minutes ahead', -FIVE_MINUTES - 1, 'ahead'],
		['a day old', 86_400_000, 'old'],
	])('is refused when it is %s, although the signature is correct', (_age, ageMs, word) => {
		expect(verify(pair('forms'), { nowMs: SIGNED_AT + ageMs })).toEqual({
			ok: false,
			reason: `the timestamp is more than five minutes ${word}`,
		});
	});

	it.each([
		['a sign', '+1769850000000'],
		['a minus', '-1769850000000'],
		['a decimal point', '1769850000000.0'],
		['an exponent', '176985e7'],
		['hexadecimal digits', '0x19c1380ca80'],
		['a space before it', ' 1769850000000'],
		['a line break after it', '1769850000000\n'],
		['digits of another script', '１７６９８５００００００００'],
		['sixteen digits', '0001769850000000'],
		['an ISO date', '2026-01-31T09:00:00.000Z'],
		['nothing', ''],
		['NaN', 'NaN'],
	])('is refused with %s, although the signature is correct', (_what, timestamp) => {
		const headers = pair('forms', timestamp, sign(SECRET, timestamp, BODY));

		expect(verify(headers)).toEqual({ ok: false, reason: 'the timestamp is not valid' });
	});

	it('is read as milliseconds, so that one in seconds is far too old', () => {
		const seconds = String(SIGNED_AT / 1000);
		const headers = pair('forms', seconds, sign(SECRET, seconds, BODY));

		expect(verify(headers)).toMatchObject({ reason: expect.stringContaining('old') });
	});
});

describe('the signature', () => {
	it('is accepted in upper-case hex digits', () => {
		expect(verify(pair('forms', undefined, `sha256=${HEX.toUpperCase()}`)).ok).toBe(true);
	});

	it.each([
		['no prefix', HEX],
		['another prefix', `sha512=${HEX}`],
		['a second equals sign', `sha256==${HEX}`],
		['one digit too few', `sha256=${HEX.slice(1)}`],
		['one digit too many', `sha256=${HEX}0`],
		['one byte too few', `sha256=${HEX.slice(2)}`],
		['one byte too many', `sha256=${HEX}00`],
		['a letter that is not a hex digit', `sha256=g${HEX.slice(1)}`],
		['base64 for hex', `sha256=${Buffer.from(HEX, 'hex').toString('base64')}`],
		['a space at the end', `${SIGNATURE} `],
		['a line break', `${SIGNATURE}\n`],
		['nothing', ''],
		['only the prefix', 'sha256='],
		['zeros', `sha256=${'0'.repeat(64)}`],
	])('is refused with %s', (_what, signature) => {
		expect(verify(pair('forms', undefined, signature))).toEqual({
			ok: false,
			reason: 'the signature does not match',
		});
	});

	it('is refused when it covers the body without the timestamp', () => {
		const hex = crypto.createHmac('sha256', SECRET).update(BODY).digest('hex');

		expect(verify(pair('forms', undefined, `sha256=${hex}`)).ok).toBe(false);
	});

	it('is refused when it was made with another secret', () => {
		expect(verify(pair('forms'), { secret: `${SECRET}0` }).ok).toBe(false);
	});

	it.each([undefined, ''])('is refused if the secret is %p', (secret) => {
		const headers = pair('forms', undefined, sign('', String(SIGNED_AT), BODY));

		expect(verifySignature(headers, Buffer.from(BODY), secret, SIGNED_AT)).toEqual({
			ok: false,
			reason: 'no secret is known',
		});
	});

	it('is compared in constant time, as bytes and never as text', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');

		verify(pair('forms'));
		verify(pair('forms', undefined, `sha256=${'0'.repeat(64)}`));

		expect(compare).toHaveBeenCalledTimes(2);
		for (const [expected, given] of compare.mock.calls) {
			expect([expected.byteLength, given.byteLength]).toEqual([32, 32]);
		}
	});

	it('is judged by that comparison alone', () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');

		compare.mockReturnValueOnce(false);
		expect(verify(pair('forms')).ok).toBe(false);

		compare.mockReturnValueOnce(true);
		expect(verify(pair('forms', undefined, `sha256=${'0'.repeat(64)}`)).ok).toBe(true);
	});
});

describe('the headers', () => {
	it.each(['service', 'formbox', 'my-forms', 'a1', 'timestamp', 'x'])(
		'are found under the service name %s',
		(name) => {
			expect(verify(pair(name)).ok).toBe(true);
		},
	);

	it('are found in any case, since Node provides names in lower case', () => {
		const headers = asNodeGives(
			['X-FORMS-TIMESTAMP', String(SIGNED_AT)],
			['X-Forms-Signature', SIGNATURE],
		);

		expect(verify(headers).ok).toBe(true);
	});

	it.each<[string, Record<string, unknown>]>([
		['there are none', {}],
		['the timestamp is missing', { 'x-forms-signature': SIGNATURE }],
		['the signature is missing', { 'x-forms-timestamp': String(SIGNED_AT) }],
		[
			'the two have different names',
			{ 'x-forms-timestamp': String(SIGNED_AT), 'x-other-signature': SIGNATURE },
		],
		['they have no name', { 'x-timestamp': String(SIGNED_AT), 'x-signature': SIGNATURE }],
		['their name is empty', { 'x--timestamp': String(SIGNED_AT), 'x--signature': SIGNATURE }],
		[
			'they do not begin with x-',
			{ 'forms-timestamp': String(SIGNED_AT), 'forms-signature': SIGNATURE },
		],
		[
			'something else precedes the x-',
			{ 'my-x-forms-timestamp': String(SIGNED_AT), 'x-forms-signature': SIGNATURE },
		],
		[
			'something else follows',
			{ 'x-forms-timestamp-2': String(SIGNED_AT), 'x-forms-signature': SIGNATURE },
		],
	])('are missing if %s', (_what, headers) => {
		expect(verify(headers)).toEqual({
			ok: false,
			reason: 'the signature headers are missing',
		});
	});

	it.each<[string, Array<[string, string]>, string]>([
		[
			'timestamp',
			[
				['X-Forms-Timestamp', String(SIGNED_AT)],
				['X-Forms-Timestamp', String(SIGNED_AT)],
				['X-Forms-Signature', SIGNATURE],
			],
			'the timestamp is not valid',
		],
		[
			'signature',
			[
				['X-Forms-Timestamp', String(SIGNED_AT)],
				['X-Forms-Signature', SIGNATURE],
				['X-Forms-Signature', SIGNATURE],
			],
			'the signature does not match',
		],
	])('are refused if the %s was sent twice', (_which, lines, reason) => {
		expect(verify(asNodeGives(...lines))).toEqual({ ok: false, reason });
	});

	it.each([
		['x-forms-timestamp', 'the timestamp is not valid'],
		['x-forms-signature', 'the signature does not match'],
	])('are refused if %s is a list', (name, reason) => {
		const headers: Record<string, unknown> = pair('forms');

		expect(verify({ ...headers, [name]: [headers[name]] })).toEqual({ ok: false, reason });
	});
});

describe('a request counts as signed', () => {
	const timestamp = { 'x-a-timestamp': '1' };
	const signature = { 'x-a-signature': 'sha256=' };

	it.each<[Record<string, unknown>, boolean]>([
		[{ ...timestamp, ...signature }, true],
		[{ 'content-type': 'application/json', ...timestamp, ...signature }, true],
		[{}, false],
		[timestamp, false],
		[signature, false],
		[{ ...timestamp, 'x-b-signature': 'sha256=' }, false],
		[{ 'content-type': 'application/json', 'x-undefined-signature': 'sha256=' }, false],
	])('with the headers %j: %p', (headers, expected) => {
		expect(isSigned(headers)).toBe(expected);
	});
});

describe('several pairs of headers', () => {
	const wrong = (count: number) =>
		Object.assign(
			{},
			...Array.from({ length: count }, (_, index) =>
				pair(`wrong${index}`, undefined, `sha256=${'0'.repeat(64)}`),
			),
		) as Record<string, string>;

	it('are accepted up to four, if any one of them is correct', () => {
		expect(verify({ ...wrong(3), ...pair('forms') }).ok).toBe(true);
		expect(verify({ ...pair('forms'), ...wrong(3) }).ok).toBe(true);
	});

	it('are refused if none is correct', () => {
		expect(verify(wrong(4))).toMatchObject({ reason: 'the signature does not match' });
	});

	it('are refused with the reason for the first', () => {
		expect(verify({ ...pair('first', 'abc'), ...wrong(1) })).toMatchObject({
			reason: 'the timestamp is not valid',
		});
		expect(verify({ ...wrong(1), ...pair('second', 'abc') })).toMatchObject({
			reason: 'the signature does not match',
		});
	});

	it('are refused from five on, even if one is correct', () => {
		expect(verify({ ...pair('forms'), ...wrong(4) })).toEqual({
			ok: false,
			reason: 'there are too many signature headers',
		});
	});

	it.each([
		[1, 1],
		[4, 4],
		[5, 0],
		[1_000, 0],
	])('cost, if there are %i, %i HMACs', (pairs, hmacs) => {
		const createHmac = jest.spyOn(crypto, 'createHmac');

		verify(wrong(pairs));

		expect(createHmac).toHaveBeenCalledTimes(hmacs);
	});

	it('cost no HMAC if the timestamp or the form of the signature is already invalid', () => {
		const createHmac = jest.spyOn(crypto, 'createHmac');

		verify(pair('forms', 'abc'));
		verify(pair('forms', '1'));
		verify(pair('forms', undefined, 'sha256=00'));

		expect(createHmac).not.toHaveBeenCalled();
	});
});
