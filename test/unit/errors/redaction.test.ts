import { quoteSafely } from '../../../nodes/FormSubmissions/errors/redaction';
import { ENCODINGS, KEY } from './encodings';

const redacted = (text: string, secrets: string[] = [KEY]) => quoteSafely(text, Infinity, secrets);

describe('a secret in text from outside', () => {
	it('is redacted, and the words around it are quoted', () => {
		expect(redacted(`before: ${KEY} after`)).toBe('before: *** after');
	});

	it.each(Object.entries(ENCODINGS))(
		'keeps all of the text from being quoted %s',
		(_name, encode) => {
			expect(redacted(`before ${encode(KEY)} after`, [KEY, 'other'])).toBeUndefined();
			expect(redacted(`before ${encode(KEY.slice(0, 8))} after`)).toMatch(/^before .* after$/);
		},
	);

	it.each([
		['less its last two characters', KEY.slice(0, -2)],
		['less its first two characters', KEY.slice(2)],
		['masked in the middle, but for more than half', `${KEY.slice(0, 17)}…${KEY.slice(-2)}`],
		['less its last two characters, percent-encoded', encodeURIComponent(KEY.slice(0, -2))],
	])('keeps all of the text from being quoted %s', (_name, part) => {
		expect(redacted(`The key ${part} is unknown`)).toBeUndefined();
	});

	it.each(['-', '_'])('is found in the base64 of addresses, although it has %s in it', (sign) => {
		const secret = (sign === '-' ? '>' : '?').repeat(20);
		const encoded = Buffer.from(secret).toString('base64url');

		expect(encoded.split(sign).length).toBeGreaterThan(5);
		expect(redacted(`key ${encoded}`, [secret])).toBeUndefined();
	});

	it.each([0, 1, 2])(
		'is found in the base64 of a longer text, after %s more characters',
		(before) => {
			const encoded = Buffer.from(`${'['.repeat(before)}secret]]]`).toString('base64');

			expect(redacted(`key ${encoded}`, ['secret'])).toBeUndefined();
		},
	);

	it.each([
		['<', 'lt'],
		['>', 'gt'],
		['"', 'quot'],
		["'", 'apos'],
		['&', 'amp'],
	])('is found if each of its characters (%s) is escaped by name', (sign, name) => {
		expect(redacted(`key ${`&${name};`.repeat(8)}`, [sign.repeat(8)])).toBeUndefined();
	});

	it.each([
		['in upper case', KEY.toUpperCase()],
		['with a line break in it', `${KEY.slice(0, 9)}\n${KEY.slice(9)}`],
		['with leading zeros', [...KEY].map((one) => `&#000${one.charCodeAt(0)};`).join('')],
	])('keeps all of the text from being quoted %s', (_name, written) => {
		expect(redacted(`The key ${written} is unknown`)).toBeUndefined();
	});

	it('is recognized although it was pasted with a line break, which is not sent', () => {
		expect(redacted('The key abcdefghijklmnop is unknown', ['abcdefgh\nijklmnop'])).toBeUndefined();
	});

	it('may be named by its beginning and its end', () => {
		const text = `The key ${KEY.slice(0, 8)}…${KEY.slice(-4)} is unknown`;
		expect(redacted(text)).toBe(text);
	});

	it('is not quoted in a form that still looks like a key', () => {
		expect(redacted(`key ${Buffer.from(KEY).toString('hex')}`)).toBeUndefined();
		expect(redacted('key sk_live_0123456789abcdefghijklmnop')).toBeUndefined();
	});

	it.each([
		'sub_0123456789abcdef0123456789abcdef01',
		'request 3fa85f64-5717-4562-b3fc-2c963f66afa6',
		'https://api.example.com/v1/some/very/long/path/to/forms2/and/others',
		'x'.repeat(40),
		'5'.repeat(40),
	])('is not what an ID, an address, or a long word is taken for: %s', (text) => {
		expect(redacted(text)).toBe(text);
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
		expect(redacted('abcd ab', ['abcd', 'ab'])).toBe('*** ab');
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

		expect(quoteSafely(text, 100, [])).toBe('two lines [31m red teg x ab'.replace('teg x', 'tegx'));
	});

	it.each([
		'<html><body>Bad gateway</body></html>',
		'  <!doctype html>',
		'Not allowed. <b>Reset</b> your password',
		'Hello <script>alert(1)</script>',
		'</p>',
		'<?xml version="1.0"?>',
	])('that is HTML is not quoted: %s', (text) => {
		expect(quoteSafely(text, 300, [])).toBeUndefined();
	});

	it.each(['limit must be < 100', 'a<1', '1 <= 2', '->'])('may have signs in it: %s', (text) => {
		expect(quoteSafely(text, 300, [])).toBe(text);
	});

	it.each(['', '   ', '\u200b\n'])('with nothing to show (%j) is not quoted', (text) => {
		expect(quoteSafely(text, 300, [])).toBeUndefined();
	});

	it.each([
		['x'.repeat(900), 'xxxxxxxxxx'],
		['one two three', 'one two th'],
		['日本語'.repeat(100), '日本語日本語日本語日'],
		['😀'.repeat(20), '😀😀😀😀😀😀😀😀😀😀'],
	])('is cut between characters: %.20s', (text, quote) => {
		expect(quoteSafely(text, 10, [KEY])).toBe(quote);
	});

	it('is not quoted if it is HTML with invisible characters in its tags', () => {
		expect(quoteSafely('<\u200bscript>alert(1)', 300, [])).toBeUndefined();
		expect(quoteSafely('<\u0000img src=x>', 300, [])).toBeUndefined();
	});
});
