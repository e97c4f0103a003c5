/** A domain has labels of at most 63 characters. */
const ENCODED = /(?<![\p{L}\p{N}-])xn--([a-z0-9-]{1,59})(?![\p{L}\p{N}-])/giu;

/** The text with its domains in letters, which are in it as mail programs may send them: `xn--bcher-kva`. */
export function domainsInLetters(text: string): string {
	if (!text.includes('--')) return text;
	return text.replace(ENCODED, (label, encoded: string) => decoded(encoded.toLowerCase()) ?? label);
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Punycode (RFC 3492): after the label's ASCII characters come numbers, each of which says how far to go from
 * the character inserted last, through all positions and then the next character's. Undefined for anything else.
 */
function decoded(encoded: string): string | undefined {
	const end = encoded.lastIndexOf('-');
	const characters = [...encoded.slice(0, Math.max(end, 0))];
	let [code, insertAt, bias, damp] = [128, 0, 72, 700];
	for (let at = end + 1; at < encoded.length; damp = 2) {
		const from = insertAt;
		for (let weight = 1, base = 36; ; base += 36) {
			const digit = DIGITS.indexOf(encoded[at++] ?? ' ');
			if (digit < 0) return undefined;
			insertAt += digit * weight;
			const threshold = Math.min(Math.max(base - bias, 1), 26);
			if (digit < threshold) break;
			weight *= 36 - threshold;
		}
		const length = characters.length + 1;
		let delta = Math.floor((insertAt - from) / damp);
		delta += Math.floor(delta / length);
		for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
		bias += Math.floor((36 * delta) / (delta + 38));
		code += Math.floor(insertAt / length);
		if (code > 0x10ffff) return undefined;
		insertAt %= length;
		characters.splice(insertAt++, 0, String.fromCodePoint(code));
	}
	return characters.join('');
}
