import { trimUnseen } from '../general/typedText';

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
