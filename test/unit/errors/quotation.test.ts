import fc from 'fast-check';

import { quoted } from '../../../nodes/FormSubmissions/errors/quotation';

const KEY = 'sk_live_a+b/c=d"e\\f?ä😀&Zz09';

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'utf8').toString('base64url');
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');

const eachUnit = (text: string, write: (code: number) => string) =>
	text
		.split('')
		.map((unit) => write(unit.charCodeAt(0)))
		.join('');
const eachCharacter = (text: string, write: (code: number) => string) =>
	[...text].map((character) => write(character.codePointAt(0) ?? 0)).join('');
const eachByte = (text: string, write: (code: number) => string) =>
	[...Buffer.from(text, 'utf8')].map(write).join('');
const digits = (code: number, length = 0) => code.toString(16).padStart(length, '0');

const HTML_NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
	'/': '&sol;',
	'=': '&equals;',
	'+': '&plus;',
	'\\': '&bsol;',
	_: '&lowbar;',
};
const htmlNames = (text: string) => text.replace(/[&<>"'/=+\\_]/g, (one) => HTML_NAMES[one] ?? '');

/** Ways to escape a text, which can be used on top of one another. */
const ESCAPES: Record<string, (text: string) => string> = {
	'URL-encoded': encodeURIComponent,
	'URL-encoded with small digits': (text) =>
		encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
	'URL-encoded with + for spaces': (text) => encodeURIComponent(text).replace(/%20/g, '+'),
	'URL-encoded in every byte': (text) => eachByte(text, (byte) => `%${digits(byte, 2)}`),
	'JSON-escaped': (text) => JSON.stringify(text).slice(1, -1),
	'JSON-escaped with slashes': (text) => JSON.stringify(text).slice(1, -1).replace(/\//g, '\\/'),
	'escaped as \\u': (text) => eachUnit(text, (code) => `\\u${digits(code, 4)}`),
	'escaped as \\u with capital digits': (text) =>
		eachUnit(text, (code) => `\\u${digits(code, 4).toUpperCase()}`),
	'escaped as \\x where possible': (text) =>
		eachUnit(text, (code) => (code < 256 ? `\\x${digits(code, 2)}` : `\\u${digits(code, 4)}`)),
	'in HTML by name': htmlNames,
	'in HTML by number': (text) => eachCharacter(text, (code) => `&#${code};`),
	'in HTML by hexadecimal number': (text) => eachCharacter(text, (code) => `&#x${digits(code)};`),
	'in HTML by capital number': (text) =>
		eachCharacter(text, (code) => `&#X${digits(code, 6).toUpperCase()};`),
};

/** Ways to write its bytes, below any escaping. */
const ALPHABETS: Record<string, (text: string) => string> = {
	'as it is': (text) => text,
	'in hex': hex,
	'in hex with capital digits': (text) => hex(text).toUpperCase(),
	'in base64': base64,
	'in base64url': base64url,
};

const ENCODINGS = { ...ALPHABETS, ...ESCAPES };

const redacted = (text: string, secrets: string[] = [KEY]) => quoted(text, Infinity, secrets);

describe('a secret in a text from outside', () => {
	it.each(Object.entries(ENCODINGS))('is redacted %s', (_name, encode) => {
		expect(redacted(`before: ${encode(KEY)} after`)).toBe('before: *** after');
	});

	it.each(['', 'B', 'Be', 'Bearer ', 'user:', 'a:b'])(
		'is redacted in the base64 of a text that begins with %j',
		(before) => {
			for (const encode of [base64, base64url]) {
				const rest = redacted(`Basic ${encode(`${before}${KEY}:tail`)}.`) ?? '';

				expect(rest).toMatch(/^Basic [\w+/-]{0,10}\*\*\*\.$/);
				expect(Buffer.from(rest, 'base64').toString()).not.toContain(KEY.slice(0, 4));
			}
		},
	);

	const characters = fc.constantFrom(
		...'abcnuxXYZ0123456789_-+/=%\\#;" &?.ä😀\u0001\u200b\n\t'.split(/(?:)/u),
	);
	const secrets = fc
		.array(characters, { minLength: 4, maxLength: 22 })
		.map((all) => `k${all.join('')}y`);
	const layers = fc.array(fc.constantFrom(...Object.keys(ESCAPES)), { maxLength: 2 });
	const encodings = fc
		.tuple(fc.constantFrom(...Object.keys(ALPHABETS)), layers)
		.map(([alphabet, escapes]) => [alphabet, ...escapes]);
	const encodeAs = (text: string, names: string[]) =>
		names.reduce((rest, name) => (ENCODINGS[name] ?? base64)(rest), text);
	/** No tag, and nothing that is left out of a quote anyway. */
	const around = fc
		.string({ maxLength: 12 })
		.map((text) => text.replace(/</g, '').replace(/\s+/g, ' '));

	it('never gets through, whatever it is and however it was encoded', () => {
		fc.assert(
			fc.property(secrets, encodings, around, around, (secret, names, before, after) => {
				const encoded = encodeAs(secret, names);
				// Whatever precedes it may be encoded together with it, as in "Bearer …".
				const whole = encodeAs(before + secret + after, names);

				const together = redacted(whole, [secret]) ?? '';
				const alone = redacted(`${before} ${encoded} ${after}`, [secret]) ?? '';

				// Of a very long text, only the first words are quoted.
				expect(together.includes('***') || whole.length > 900).toBe(true);
				expect(alone.includes('***') || encoded.length > 800).toBe(true);
				expect(together.includes(encoded)).toBe(false);
				expect(alone.length).toBeLessThanOrEqual(before.length + after.length + 5);
			}),
			{ numRuns: 1_500 },
		);
	});

	it('leaves no beginning where a long text is cut, however it was encoded', () => {
		const spaced = `${KEY.slice(0, 12)} ${KEY.slice(12)}`;
		fc.assert(
			fc.property(
				fc.constantFrom(KEY, spaced),
				encodings,
				fc.nat(60),
				fc.nat(300),
				(key, names, start, length) => {
					const text = `${'- '.repeat(start)}${encodeAs(key, names)}${' -'.repeat(1_000)}`;

					const quote = quoted(text, length, [key]) ?? '';

					expect(/[^-…]{5,}|%|&|\\\\/.test(quote.replaceAll(/ |\*\*\*/g, ''))).toBe(false);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('is redacted along with another one that contains it', () => {
		expect(redacted('abcdef-123456 abcdef', ['abcdef', 'abcdef-123456'])).toBe('*** ***');
		expect(redacted('abcdef', ['abcd', 'cdef'])).toBe('***');
	});

	it('is redacted anywhere in the text, and without its surrounding spaces', () => {
		expect(redacted('key1, key1', [' key1 \n'])).toBe('***, ***');
	});

	it.each([[[]], [['']], [['  ']]])('that is empty (%j) changes nothing', (none) => {
		expect(redacted('a text', none)).toBe('a text');
	});

	it('that is short does not take ordinary words with it', () => {
		const text = 'The quick brown fox of the API, base64 aGVsbG8gd29ybGQ=';
		expect(redacted(text, ['xy1'])).toBe(text);
	});

	it('is redacted if it has at least four characters; less is a typo', () => {
		expect(redacted('The key is missing: abcd', ['k'])).toBe('The key is missing: abcd');
		expect(redacted('abcd abc', ['abcd', 'abc'])).toBe('*** abc');
	});

	it('is redacted with invisible characters in it, which are not shown', () => {
		expect(redacted('a sk_\u200blive\u202e_\u001b0 b', ['sk_live_0'])).toBe('a *** b');
	});

	it('is not seen in text that only has its length', () => {
		expect(redacted('++++++++ 12345678 uuuuuuuu', ['k-e y123'])).toBe('++++++++ 12345678 uuuuuuuu');
	});
});

describe('a text from outside', () => {
	it('is quoted in one line, without what a terminal or an editor obeys', () => {
		const text =
			' two\r\n lines\u2028\u001b[31m red\u009b \u202eteg\u2066x\u2069 a\u0000b\ud83d \ufeff';

		expect(quoted(text, 100, [])).toBe('two lines [31m red teg x ab'.replace('teg x', 'tegx'));
	});

	it.each([
		'<html><body>Bad gateway</body></html>',
		'  <!doctype html>',
		'Not allowed. <b>Reset</b> your password',
		'Hello <script>alert(1)</script>',
		'</p>',
		'<?xml version="1.0"?>',
	])('that is HTML is not quoted: %s', (text) => {
		expect(quoted(text, 300, [])).toBeUndefined();
	});

	it.each(['limit must be < 100', 'a<1', '1 <= 2', '->'])('may have signs in it: %s', (text) => {
		expect(quoted(text, 300, [])).toBe(text);
	});

	it.each(['', '   ', '\u200b\n'])('with nothing to show (%j) is not quoted', (text) => {
		expect(quoted(text, 300, [])).toBeUndefined();
	});

	it.each([
		['x'.repeat(900), 'xxxxxxxxxx'],
		['one two three', 'one two th'],
		['日本語'.repeat(100), '日本語日本語日本語日'],
		['😀'.repeat(20), '😀😀😀😀😀😀😀😀😀😀'],
	])('is cut between characters: %.20s', (text, quote) => {
		expect(quoted(text, 10, [KEY])).toBe(quote);
	});

	it.each([
		['x'.repeat(1_000), undefined],
		[`one ${'x'.repeat(1_000)}`, 'one'],
		['日本語'.repeat(1_000), '日本語'.repeat(300)],
		[`日本語${'x'.repeat(1_000)}`, '日本語'],
		[`${'x '.repeat(500)}`, 'x '.repeat(450).trim()],
	])('is searched no further than the words in its first 900 characters: %.20s', (text, quote) => {
		expect(quoted(text, 1_000, [KEY])).toBe(quote);
	});

	it.each(['\\', '%25', '&amp;', '&#38;#38;', '\\u005c', 'A', '+', KEY.slice(0, 8), ' '])(
		'is quoted within milliseconds, even if it is a megabyte of %j',
		(part) => {
			const text = part.repeat(1_000_000 / part.length);
			const startedMs = performance.now();

			quoted(text, 300, [KEY, `${part}x`.repeat(20)]);

			expect(performance.now() - startedMs).toBeLessThan(200);
		},
	);
});
