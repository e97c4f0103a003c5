import { quoted } from '../../../nodes/FormSubmissions/errors/quotation';
import { ALPHABETS, base64, base64url, ESCAPES, KEY, UNUSUAL } from './encodings';

const redacted = (text: string, secrets: string[] = [KEY]) => quoted(text, Infinity, secrets);

describe('a secret in text from outside', () => {
	it('is redacted, and the words around it are quoted', () => {
		expect(redacted(`before: ${KEY} after`)).toBe('before: *** after');
	});

	it.each(Object.entries({ ...ALPHABETS, ...ESCAPES, ...UNUSUAL }).slice(1))(
		'keeps all of the text from being quoted %s',
		(_name, encode) => {
			expect(redacted(`before ${encode(KEY)} after`, [KEY, 'other'])).toBeUndefined();
			expect(redacted(`before ${encode(KEY.slice(0, 8))} after`)).toMatch(/^before .* after$/);
		},
	);

	it.each(['', 'B', 'Be', 'Bearer ', 'user:', 'a:b'])(
		'is found in the base64 of a text that begins with %j, also in lines, and encoded twice',
		(before) => {
			for (const encode of [base64, base64url]) {
				const encoded = encode(`${before}${KEY}:tail`);

				expect(redacted(`Basic ${encoded}.`)).toBeUndefined();
				expect(redacted(`path/${encoded}`)).toBeUndefined();
				expect(redacted(encoded.replace(/.{7}/g, '$&\r\n'))).toBeUndefined();
				expect(redacted(`Basic ${encode(`a${encoded}`)}`)).toBeUndefined();
			}
		},
	);

	it.each([
		['ключ_€_1', '%D0%BA%D0%BB%D1%8E%D1%87_%E2%82%AC_1'],
		['a&b_live', 'a&AMP;b&LowBar;live'],
		['a\\Nb_live', 'a\\\\Nb_live'],
		['sk_live', 'sk_&zz;live'],
		// What remains around an unknown name is no escape sequence.
		['k/n=b', 'k&bsol;&sol;n&bsol;u003db'],
		// One that looks escaped itself, in part.
		['%41BCD', '%41&#66;CD'],
		// Right after what would begin an escape sequence with it.
		['ab_live/', '?key=ab_live%2F'],
	])('is found: %s as %s', (secret, text) => {
		expect(redacted(text, [secret])).toBeUndefined();
	});

	it.each([
		['nk_live', 'C:\\nk_live', 'C:\\***'],
		['41_live', '100%41_live', '100%***'],
		['lt;_live', 'a&lt;_live', 'a&***'],
		['%41bc%4', 'a %41bc%41', 'a ***1'],
	])('is redacted: %s in %s', (secret, text, quote) => {
		expect(redacted(text, [secret])).toBe(quote);
	});

	it('may be in text that was escaped again and again', () => {
		expect(redacted(`%${'25'.repeat(100)}`)).toBeUndefined();
		expect(redacted(`&${'amp;'.repeat(100)}`)).toBeUndefined();
		expect(redacted('\\'.repeat(800))).toBe('\\'.repeat(800));
	});

	it('leaves no part where the text is cut within it, split by invisible characters', () => {
		const divided = [...KEY].join('\u200b\u200b\u200b\u200b\u200b');

		expect(redacted(`${'- '.repeat(430)}${divided}`)).toBe(`${'- '.repeat(430)}***`);
		expect(redacted(`${'- '.repeat(445)}${divided}`)).toBe('- '.repeat(445).trim());
		expect(redacted(`one ${'\u200b'.repeat(3_990)}${KEY}`)).toBe('one');
	});

	it('is redacted along with another one that contains it', () => {
		expect(redacted('abcdef-123456 abcdef', ['abcdef', 'abcdef-123456'])).toBe('*** ***');
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

describe('text from outside', () => {
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

	it.each([
		'\\',
		'%25',
		'25',
		'amp;',
		'&amp;',
		'&#38;#38;',
		'\\u005c',
		'\u200b',
		'A',
		'+',
		KEY.slice(0, 8),
		' ',
	])('is quoted within milliseconds, even if it is a megabyte of %j', (part) => {
		const text = `%&${part.repeat(1_000_000 / part.length)}`;
		const took = [1, 2, 3].map(() => {
			const startedMs = performance.now();
			quoted(text, 300, [KEY, `${part}x`.repeat(20)]);
			return performance.now() - startedMs;
		});

		// The machine may be busy with something else meanwhile, but hardly three times.
		expect(Math.min(...took)).toBeLessThan(100);
	});

	it('is not quoted if it is HTML with invisible characters in its tags', () => {
		expect(quoted('<\u200bscript>alert(1)', 300, [])).toBeUndefined();
		expect(quoted('<\u0000img src=x>', 300, [])).toBeUndefined();
	});
});
