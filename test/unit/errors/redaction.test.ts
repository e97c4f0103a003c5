import { lineOf, quoteSafely } from '../../../nodes/FormSubmissions/errors/redaction';

/** With everything that percent-encoding changes. */
const KEY = 'sk_live_a+b/c=d"e\\f?&Zz0912345';

const quoted = (text: string, secrets = [KEY]) => quoteSafely(text, 300, secrets);

describe('text from outside', () => {
	it.each([
		['as it is', KEY],
		['percent-encoded', encodeURIComponent(KEY)],
		[
			'percent-encoded in lower case',
			encodeURIComponent(KEY).replace(/%../g, (byte) => byte.toLowerCase()),
		],
	])('is quoted with a secret redacted %s', (_how, written) => {
		expect(quoted(`before ${written}, after ${written}`)).toBe('before ***, after ***');
	});

	it('is quoted without a longer secret that contains a shorter one', () => {
		expect(quoted('whole: sk_live_1234', ['sk_live', 'sk_live_1234'])).toBe('whole: ***');
	});

	it('is quoted as it is if a secret is no more than a typo', () => {
		expect(quoted('an abacus', ['aba'])).toBe('an abacus');
	});

	it('is quoted as one line of limited length, without what a terminal or an editor obeys', () => {
		expect(quoted('\u001b[31mNo\u202e\n such   form')).toBe('[31mNo such form');
		expect(quoted('x'.repeat(10_000))).toHaveLength(300);
		expect(lineOf('ab😀😀', 3)).toBe('ab😀');
	});

	it.each(['', ' \u200b', '<b>No</b>', '<!-- -->'])(
		'is not quoted if nothing is left, or it is HTML: %j',
		(text) => {
			expect(quoted(text)).toBeUndefined();
		},
	);
});
