import fc from 'fast-check';

import { redact } from '../../../nodes/FormSubmissions/errors/redaction';

const KEY = 'sk_live_a+b/c=d"e\\f?ä😀&Zz09';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const plus = (text: string) => encodeURIComponent(text).replace(/%20/g, '+');
const lowerHex = (text: string) => text.replace(/%[\dA-F]{2}/g, (hex) => hex.toLowerCase());
const everyByte = (text: string) =>
	[...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string) =>
	text
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
const upperUnicode = (text: string) =>
	unicode(text).replace(/u([\da-f]{4})/g, (_all, hex: string) => `u${hex.toUpperCase()}`);
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const escapedSlashes = (text: string) => json(text).replace(/\//g, '\\/');

const ENCODINGS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'URL-encoded': encodeURIComponent,
	'URL-encoded with small digits': (text) => lowerHex(encodeURIComponent(text)),
	'URL-encoded with + for spaces': plus,
	'URL-encoded in every byte': everyByte,
	'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'JSON-escaped': json,
	'JSON-escaped with slashes': escapedSlashes,
	'JSON-escaped twice': (text) => json(json(text)),
	'JSON-escaped as \\u': unicode,
	'JSON-escaped as \\U': upperUnicode,
	'URL-encoded and JSON-escaped': (text) => encodeURIComponent(json(text)),
	'in hex': (text) => Buffer.from(text, 'utf8').toString('hex'),
	'in hex with capital digits': (text) => Buffer.from(text, 'utf8').toString('hex').toUpperCase(),
	base64,
	base64url,
	'URL-encoded base64': (text) => encodeURIComponent(base64(text)),
	'JSON-escaped base64': (text) => escapedSlashes(base64(text)),
};

describe('a secret in a text', () => {
	it.each(Object.entries(ENCODINGS))('is redacted %s', (_name, encode) => {
		expect(redact(`before: ${encode(KEY)} after`, [KEY])).toBe('before: *** after');
	});

	it.each(['', 'B', 'Be', 'Bearer ', 'user:', 'a:b'])(
		'is redacted in the base64 of a text that begins with %j',
		(before) => {
			for (const encode of [base64, base64url]) {
				const rest = redact(`Basic ${encode(`${before}${KEY}:tail`)}.`, [KEY]);

				expect(rest).toMatch(/^Basic [\w+/-]{0,10}\*\*\*\.$/);
				expect(Buffer.from(rest, 'base64').toString()).not.toContain(KEY.slice(0, 4));
			}
		},
	);

	const characters = fc.constantFrom(...'abcXYZ019_-+/=%\\" &?.ä😀\u0001\n\t'.split(/(?:)/u));
	const secrets = fc
		.array(characters, { minLength: 6, maxLength: 40 })
		.map((all) => all.join(''))
		.filter((text) => text.trim().length >= 6);
	const around = fc.string({ maxLength: 12 });

	it('never gets through, whatever it is and however it was encoded', () => {
		fc.assert(
			fc.property(
				secrets,
				fc.constantFrom(...Object.keys(ENCODINGS)),
				around,
				around,
				(secret, name, before, after) => {
					const sent = secret.trim();
					const encode = ENCODINGS[name] ?? base64;
					// Whatever precedes it may be encoded together with it, as in "Bearer …".
					const together = redact(encode(before + sent + after), [secret]);
					const alone = redact(`${before} ${encode(sent)} ${after}`, [secret]);

					expect(together).not.toContain(encode(sent));
					expect(together).toContain('***');
					expect(alone).toContain('***');
					expect(alone.length).toBeLessThanOrEqual(before.length + after.length + 5);
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it('is redacted before another one that it contains', () => {
		expect(redact('abcdef-123456 abcdef', ['abcdef', 'abcdef-123456'])).toBe('*** ***');
	});

	it('is redacted anywhere in the text, and without its surrounding spaces', () => {
		expect(redact('key1, key1', [' key1 \n'])).toBe('***, ***');
	});

	it.each([[[]], [['']], [['  ']]])('that is empty (%j) changes nothing', (none) => {
		expect(redact('a text', none)).toBe('a text');
	});

	it('that is short does not take ordinary words with it', () => {
		const text = 'The quick brown fox of the API, base64 aGVsbG8gd29ybGQ=';
		expect(redact(text, ['xy1'])).toBe(text);
	});

	it('is redacted if it has at least four characters; less is a typo', () => {
		expect(redact('The key is missing: abcd', ['k'])).toBe('The key is missing: abcd');
		expect(redact('abcd abc', ['abcd', 'abc'])).toBe('*** abc');
	});

	it('is redacted with the control characters that JSON writes as letters', () => {
		const secret = 'key-\b-\f-\n-\r-\t-end';

		expect(redact(json(secret), [secret])).toBe('***');
	});

	it('is not seen in text that only has its length', () => {
		expect(redact('++++++++ 12345678 uuuuuuuu', ['k-e y123'])).toBe('++++++++ 12345678 uuuuuuuu');
	});

	// A pattern that backtracks would take minutes here, and the test would time out.
	it.each(['\\', '%25', 'A', '+'])('does not hold up the search in a long run of %j', (part) => {
		const text = part.repeat(20_000 / part.length);

		expect(redact(text, [KEY, `${part}x`.repeat(20)])).toBe(text);
	});
});
