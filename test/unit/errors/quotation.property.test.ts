import fc from 'fast-check';

import { quoted } from '../../../nodes/FormSubmissions/errors/quotation';
import { randomCases } from '../../support/search';
import { ALPHABETS, base64, ENCODINGS, ESCAPES, KEY } from './encodings';

describe('a secret in text from outside', () => {
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

				// Nothing is quoted if a secret was encoded.
				const together = quoted(whole, Infinity, [secret]) ?? '***';
				const alone = quoted(`${before} ${encoded} ${after}`, Infinity, [secret]) ?? '***';

				// Of a very long text, only the first words are quoted.
				expect(together.includes('***') || whole.length > 900).toBe(true);
				expect(alone.includes('***') || encoded.length > 800).toBe(true);
				expect(together.includes(encoded)).toBe(false);
				expect(alone.length).toBeLessThanOrEqual(before.length + after.length + 5);
			}),
			randomCases(400, 20_000),
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
			randomCases(200, 10_000),
		);
	});
});
