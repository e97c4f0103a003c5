import { lineOf } from '../errors';

/** Whether nothing was entered. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Whether a value is stored as an expression. */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/**
 * Whether a person wrote an expression. A model may leave a value empty: n8n requires it to send one
 * for each `$fromAI` (in any case) of a tool, so an empty one is how it leaves a parameter out.
 */
export function isWrittenExpression(stored: unknown): boolean {
	return isExpression(stored) && stored !== '=' && !/\$fromAI\s*\(/i.test(stored);
}

/** What was entered as text; empty for lists and objects, which aren't plain values. */
export function plainText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
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

/** The most that an error quotes of a value (characters). */
const MAX_SHOWN = 50;

/** The value entered, as one short line in quotes, for an error. */
export function quoteValue(value: unknown): string {
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return `"${lineOf(text, MAX_SHOWN)}"`;
}
