/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets -- not part of the published package */
import crypto from 'node:crypto';

import { sign } from '../../../emulator';
import { stopFakeClock } from '../../../support/fakeClock';
import { refusalOf } from '../../../support/webhookTrigger';

const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const SIGNED_AT = 1_769_850_000_000;
const FIVE_MINUTES = 5 * 60_000;
const BODY = '{"event":"ping"}';
const SIGNATURE = sign(SECRET, String(SIGNED_AT), BODY);
const HEX = SIGNATURE.slice('sha256='.length);

const pair = (name: string, timestamp = String(SIGNED_AT), signature = SIGNATURE) => ({
	[`x-${name}-timestamp`]: timestamp,
	[`x-${name}-signature`]: signature,
});

const ZEROS = `sha256=${'0'.repeat(64)}`;

const wrong = (count: number): Record<string, string> =>
	Object.assign(
		{},
		...Array.from({ length: count }, (_, index) => pair(`wrong${index}`, undefined, ZEROS)),
	);

const refusal = async (
	headers: Record<string, string | string[]>,
	{ body = BODY, secret = SECRET, nowMs = SIGNED_AT } = {},
) => await refusalOf(headers, Buffer.from(body), { secret, nowMs });

afterEach(() => {
	stopFakeClock();
	jest.restoreAllMocks();
});

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
	])('are accepted for $of', async ({ secret, timestamp, body, hex }) => {
		const headers = pair('service', timestamp, `sha256=${hex}`);

		expect(await refusal(headers, { body, secret })).toBeUndefined();
	});
});

describe('the timestamp', () => {
	it.each([
		['now', 0],
		['five minutes old', FIVE_MINUTES],
		['five minutes ahead', -FIVE_MINUTES],
	])('is accepted when it is %s', async (_age, ageMs) => {
		expect(await refusal(pair('forms'), { nowMs: SIGNED_AT + ageMs })).toBeUndefined();
	});

	it.each([
		['one millisecond older than five minutes', FIVE_MINUTES + 1, 'old'],
		['one millisecond more than five minutes ahead', -FIVE_MINUTES - 1, 'ahead'],
	])('is refused when it is %s, although the signature is correct', async (_age, ageMs, word) => {
		expect(await refusal(pair('forms'), { nowMs: SIGNED_AT + ageMs })).toBe(
			`the timestamp is more than 5 minutes ${word}`,
		);
	});

	it.each([
		['a sign', '+1769850000000'],
		['a decimal point', '1769850000000.0'],
		['a space before it', ' 1769850000000'],
		['a line break after it', '1769850000000\n'],
		['sixteen digits', '0001769850000000'],
		['nothing', ''],
	])('is refused with %s, although the signature is correct', async (_what, timestamp) => {
		const headers = pair('forms', timestamp, sign(SECRET, timestamp, BODY));

		expect(await refusal(headers)).toBe('the timestamp is not valid');
	});

	it('is read as milliseconds, so that one in seconds is far too old', async () => {
		const seconds = String(SIGNED_AT / 1000);
		const headers = pair('forms', seconds, sign(SECRET, seconds, BODY));

		expect(await refusal(headers)).toBe('the timestamp is more than 5 minutes old');
	});
});

describe('the signature', () => {
	it('is accepted in upper-case hex digits', async () => {
		const headers = pair('forms', undefined, `sha256=${HEX.toUpperCase()}`);

		expect(await refusal(headers)).toBeUndefined();
	});

	it.each([
		['no prefix', HEX],
		['one digit too few', `sha256=${HEX.slice(1)}`],
		['one byte too many', `sha256=${HEX}00`],
		['a letter that is not a hex digit', `sha256=g${HEX.slice(1)}`],
		['a line break', `${SIGNATURE}\n`],
		[
			'the HMAC of the body without the timestamp',
			`sha256=${crypto.createHmac('sha256', SECRET).update(BODY).digest('hex')}`,
		],
	])('is refused with %s', async (_what, signature) => {
		expect(await refusal(pair('forms', undefined, signature))).toBe('the signature does not match');
	});

	it('is judged by a comparison in constant time alone', async () => {
		const compare = jest.spyOn(crypto, 'timingSafeEqual');
		compare.mockReturnValueOnce(true);

		expect(await refusal(pair('forms', undefined, ZEROS))).toBeUndefined();

		compare.mockReturnValue(false);
		expect(await refusal(pair('forms'))).toBe('the signature does not match');
	});
});

describe('the headers', () => {
	it.each(['my-forms', 'timestamp'])('are found under the service name %s', async (name) => {
		expect(await refusal(pair(name))).toBeUndefined();
	});

	const [timestamp, signature] = [String(SIGNED_AT), SIGNATURE];

	it.each<[string, Record<string, string>]>([
		['there are none', {}],
		['the timestamp is missing', { 'x-forms-signature': signature }],
		['the signature is missing', { 'x-forms-timestamp': timestamp }],
		['their names differ', { 'x-forms-timestamp': timestamp, 'x-other-signature': signature }],
		['they have no name', { 'x-timestamp': timestamp, 'x-signature': signature }],
		['their name is empty', { 'x--timestamp': timestamp, 'x--signature': signature }],
		['the x- is missing', { 'forms-timestamp': timestamp, 'forms-signature': signature }],
		['something precedes', { 'a-x-forms-timestamp': timestamp, 'x-forms-signature': signature }],
		['something follows', { 'x-forms-timestamp-2': timestamp, 'x-forms-signature': signature }],
	])('are missing if %s', async (_what, headers) => {
		expect(await refusal(headers)).toBe('the signature headers are missing');
	});

	it.each([
		['x-forms-timestamp', 'the timestamp is not valid'],
		['x-forms-signature', 'the signature does not match'],
	])('are refused if %s was sent twice, or comes in a list', async (name, reason) => {
		const { [name]: value = '' }: Record<string, string> = pair('forms');

		// Node joins them with a comma; a proxy might pass a list.
		for (const sent of [`${value}, ${value}`, [value, value], [value]]) {
			expect(await refusal({ ...pair('forms'), [name]: sent })).toBe(reason);
		}
	});
});

describe('several pairs of headers', () => {
	it('are accepted up to four, if any one of them is correct', async () => {
		expect(await refusal({ ...wrong(3), ...pair('forms') })).toBeUndefined();
		expect(await refusal({ ...pair('forms'), ...wrong(3) })).toBeUndefined();
		expect(await refusal({ ...pair('old', '1'), ...pair('forms') })).toBeUndefined();
	});

	it('are refused from five on, even if one is correct', async () => {
		for (const count of [4, 1_000]) {
			expect(await refusal({ ...pair('forms'), ...wrong(count) })).toBe(
				'there are too many signature headers',
			);
		}
	});
});
