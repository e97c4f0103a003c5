import type { INodeProperties } from 'n8n-workflow';

import { lineOf, valueError, type Advice } from '../errors';
import type { Source } from './field';

/** What was entered; undefined if the field was left out. */
export function readEntered(source: Source, property: INodeProperties): unknown {
	const value = source.value(property.name);
	if (!isEmpty(value)) return value;
	throwIfExpression(source, property);
	return undefined;
}

const EMPTY_EXPRESSION_ADVICE: Advice = {
	person: 'Make sure that it returns a value for every item, or remove it.',
	model: 'Ask the person who set up this tool to check it.',
};

/**
 * Throws if an expression returned nothing: it may refer to a value that is missing, and ignoring a
 * filter would then return everything. A person may leave the field empty, and so may a language
 * model: n8n requires it to send a value for each `$fromAI` of a tool, so an empty one is how it leaves
 * a parameter out.
 */
export function throwIfExpression(source: Source, { name, displayName }: INodeProperties): void {
	const stored = source.stored(name);
	const isUnwritten = stored === '=';
	if (!isExpression(stored) || isUnwritten || FROM_MODEL.test(stored)) return;
	const problem = `${source.nameOf(displayName)} is set by an expression that returned nothing.`;
	throw valueError(source.context.getNode(), problem, EMPTY_EXPRESSION_ADVICE);
}

/** n8n accepts it in any case. */
const FROM_MODEL = /\$fromAI\s*\(/i;

/** Whether nothing was entered. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Whether a value is stored as an expression. */
export function isExpression(stored: unknown): stored is string {
	return typeof stored === 'string' && stored.startsWith('=');
}

/** The value entered, as one short line in quotes, for an error. */
export function quoteValue(value: unknown): string {
	return `"${lineOf(asText(value), MAX_SHOWN)}"`;
}

/** The most that an error quotes of a value (characters). */
const MAX_SHOWN = 50;

/** What was entered as text; empty for lists and objects, which aren't plain values. */
export function plainText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** Objects become JSON; some can't, and some of those can't be converted to text either. */
function asText(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value) ?? 'an object';
	} catch {
		return 'an object';
	}
}
