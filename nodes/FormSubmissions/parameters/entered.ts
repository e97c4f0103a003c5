import { lineOf } from '../errors/redaction';
import { trimUnseen, withoutUnseen } from '../general/typedText';

export function isBlank(value: unknown): boolean {
	return (value ?? '') === '' || (typeof value === 'string' && trimUnseen(value) === '');
}

export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/** A box that a person only switched to an expression has none: n8n stores "=". */
export function isWrittenExpression(stored: unknown): boolean {
	return isExpression(stored) && stored.includes('{{') && !isFromModel(stored);
}

/**
 * Whether a model sets the value, which it may leave empty: n8n requires it to send one for each
 * `$fromAI` (in any case) of a tool, so an empty one is how it leaves a parameter out.
 */
export function isFromModel(stored: unknown): boolean {
	return isExpression(stored) && /\$fromAI\s*\(/i.test(stored);
}

/** What was entered as text; empty for lists and objects, which aren't plain values. */
export function plainText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? trimUnseen(String(value)) : '';
}

/** What was entered as a list, if it is one, or JSON text of one, as models write them. */
export function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined;
	try {
		return listIn(JSON.parse(value));
	} catch {
		return undefined;
	}
}

/** The most that a text quotes of a value (characters). */
const MAX_SHOWN = 50;

export function quoteValue(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const shown = lineOf(text, MAX_SHOWN);
	return `"${shown === lineOf(text, MAX_SHOWN + 1) ? shown : `${shown}…`}"`;
}

/** Names are whole: a model searches with what it is told, and a person must tell them apart. */
export function quoteName(name: string): string {
	return `"${withoutUnseen(name)
		.toWellFormed()
		.replace(/[\t-\r]+/g, ' ')}"`;
}

export const MAX_QUOTED = 20;

/** The most that a list of names may have in all (characters): anyone can submit fields of any name. */
const MAX_QUOTED_LENGTH = 5_000;

/** Those that look the same once, and as many as there is room for. */
export function quoteNames(names: string[]): string {
	const shown = new Set<string>();
	let room = MAX_QUOTED_LENGTH;
	let isAll = true;
	for (const name of names) {
		const quoted = quoteName(name).normalize('NFC');
		if (shown.has(quoted)) continue;
		const fits = shown.size < MAX_QUOTED && quoted.length <= room;
		isAll &&= fits;
		if (!fits) continue;
		shown.add(quoted);
		room -= quoted.length;
	}
	if (shown.size === 0) return 'names too long to show';
	return [...shown, ...(isAll ? [] : ['and more'])].join(', ');
}
