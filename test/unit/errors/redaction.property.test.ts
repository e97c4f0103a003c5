import fc from 'fast-check';

import { quoteSafely } from '../../../nodes/FormSubmissions/errors/redaction';
import { randomCases } from '../../support/search';
import { ENCODINGS } from './encodings';

/** What a key can consist of: an HTTP header carries it. */
const characters = fc.constantFrom(
	...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+/=.~%&#\\"?',
);
const secrets = fc
	.array(characters, { minLength: 8, maxLength: 60 })
	.map((all) => `k${all.join('')}y`);
/** No tag, which would keep the text from being quoted anyway. */
const around = fc.string({ maxLength: 12 }).map((text) => text.replace(/</g, ''));

const longerHalf = (secret: string) => Math.floor(secret.length / 2) + 1;

/** Every piece of the secret of the given length. */
const piecesOf = (secret: string, length: number) =>
	Array.from({ length: secret.length - length + 1 }, (_, start) =>
		secret.slice(start, start + length),
	);

describe('a secret in text from outside', () => {
	it('is never quoted, whatever it is and whatever surrounds it', () => {
		fc.assert(
			fc.property(secrets, around, around, (secret, before, after) => {
				const quote = quoteSafely(`${before} ${secret} ${after}`, Infinity, [secret]) ?? '';

				for (const piece of piecesOf(secret, longerHalf(secret)))
					expect(quote).not.toContain(piece);
			}),
			randomCases(1_000, 20_000),
		);
	});

	it('keeps the text from being quoted if it is escaped', () => {
		const encodings = fc.constantFrom(...Object.keys(ENCODINGS));
		fc.assert(
			fc.property(secrets, encodings, around, around, (secret, name, before, after) => {
				const encoded = ENCODINGS[name]?.(secret) ?? '';
				if (encoded === secret) return;

				const quote = quoteSafely(`${before} ${encoded} ${after}`, Infinity, [secret]);

				expect(quote ?? '').not.toContain(encoded);
			}),
			randomCases(1_000, 20_000),
		);
	});

	it('keeps the text from being quoted if more than half of it is there in one piece', () => {
		fc.assert(
			fc.property(secrets, fc.nat(), fc.nat(), around, (secret, from, more, before) => {
				const least = longerHalf(secret);
				const length = least + (more % (secret.length - least));
				const start = from % (secret.length - length + 1);
				const piece = secret.slice(start, start + length);
				fc.pre(piece.trim() === piece);

				expect(quoteSafely(`${before} ${piece} end`, Infinity, [secret])).toBeUndefined();
			}),
			randomCases(1_000, 20_000),
		);
	});

	it('leaves text alone that has nothing of it', () => {
		const words = fc.constantFrom('The', 'limit', 'of', 'forms', 'is', '100,', 'not', '250');
		fc.assert(
			fc.property(secrets, fc.array(words, { minLength: 1 }), (secret, all) => {
				const text = all.join(' ');

				expect(quoteSafely(text, Infinity, [secret])).toBe(text);
			}),
			randomCases(500, 5_000),
		);
	});
});
