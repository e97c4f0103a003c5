import { valueError, type Advice } from '../errors/errors';
import { lineOf } from '../errors/quotation';
import { isRecord } from '../general/records';
import type { ParameterContext, ParameterName, ParameterReader } from './reader';

/*
 * One reader for each kind of value. An empty value (undefined, null, or blank text) always becomes
 * the fallback. If a value can't be read without guessing, the reader throws an error that names
 * the parameter and says what to enter.
 */

/** How much of a value an error quotes at most (characters). */
const MAX_SHOWN = 50;

/** On or off. Also accepts "true", "false", 1, and 0, as expressions and models write them. */
export function readBoolean(
	context: ParameterContext,
	value: unknown,
	name: string,
	fallback: boolean,
): boolean {
	if (isEmpty(value)) return fallback;
	const text = plainText(value).toLowerCase();
	if (text === 'true' || text === '1') return true;
	if (text === 'false' || text === '0') return false;
	throw valueError(context.getNode(), `${name} is ${shown(value)}, which is not true or false.`, {
		person: 'Turn it on or off, or have the expression return true or false.',
		model: 'Use true or false.',
	});
}

/** A whole number within its bounds. Also accepts numbers as text. */
export function readWholeNumber(
	context: ParameterContext,
	value: unknown,
	name: string,
	{ fallback, min, max }: { fallback: number; min: number; max?: number },
): number {
	if (isEmpty(value)) return fallback;
	const text = plainText(value);
	const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
	if (Number.isSafeInteger(number) && number >= min && number <= (max ?? Infinity)) return number;
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	throw valueError(context.getNode(), `${name} is ${shown(value)}, which isn't allowed.`, {
		person: `Enter a whole number ${range}.`,
		model: `Use a whole number ${range}.`,
	});
}

/** Text without surrounding spaces, which often come from pasting. */
export function readText(
	context: ParameterContext,
	value: unknown,
	name: string,
	advice: Advice,
): string {
	if (isEmpty(value)) return '';
	if (typeof value === 'string') return value.trim();
	throw valueError(context.getNode(), `${name} is ${shown(value)}, which isn't text.`, advice);
}

/** One of a list of options; the first is the default. */
export function readChoice<Choice extends string>(
	context: ParameterContext,
	value: unknown,
	name: string,
	choices: readonly [Choice, ...Choice[]],
): Choice {
	if (isEmpty(value)) return choices[0];
	const choice = choices.find((candidate) => candidate === value);
	if (choice !== undefined) return choice;
	const known = choices.join(', ');
	const problem = `${name} is ${shown(value)}, which isn't one of its options.`;
	throw valueError(context.getNode(), problem, {
		person: `Choose one from the list, or have the expression return one of: ${known}.`,
		model: `Use one of: ${known}.`,
	});
}

/**
 * Some of a list of options, without duplicates; undefined if nothing was entered. Also accepts
 * text with options separated by commas, as expressions and models write them.
 */
export function readChoices<Choice extends string>(
	context: ParameterContext,
	value: unknown,
	name: string,
	choices: readonly Choice[],
): Choice[] | undefined {
	if (isEmpty(value)) return undefined;
	const entries = typeof value === 'string' ? value.split(/\s*,\s*/).filter(Boolean) : [value];
	const chosen = entries.flat().map((entry) => {
		const text = plainText(entry).toLowerCase();
		const choice = choices.find((candidate) => candidate.toLowerCase() === text);
		if (choice !== undefined) return choice;
		const known = choices.join(', ');
		const problem = `${name} contains ${shown(entry)}, which isn't one of its options.`;
		throw valueError(context.getNode(), problem, {
			person: `Choose from the list, or have the expression return any of: ${known} (several as a list or separated by commas).`,
			model: `Use any of: ${known}, several separated by commas.`,
		});
	});
	return [...new Set(chosen)];
}

/** The entries of a collection by name. Their values can be of any type and are unchecked. */
export function readCollection(
	context: ParameterContext,
	value: unknown,
	name: string,
): Record<string, unknown> {
	if (isEmpty(value)) return {};
	if (isRecord(value)) return value;
	throw valueError(context.getNode(), `${name} is ${shown(value)}, which isn't an object.`, {
		person: 'Add its entries one by one, each with a value or an expression of its own.',
		model: 'Use an object with one value for each name.',
	});
}

/** What was chosen in a resource locator; without an ID, nothing was chosen in its list. */
type LocatorChoice = {
	id?: string;
	/** Whether the ID was chosen from the list; false for an expression, even in list mode. */
	isFromList?: boolean;
	/** The label that n8n stores with an entry chosen from the list. */
	label?: string;
};

/**
 * Reads a resource locator by its mode and value; `name` and `advice` are for errors. Only the list
 * itself can say that nothing is chosen. If an ID, or an expression in either mode, is empty or
 * isn't text, this throws: taken for "nothing chosen", it would mean everything.
 */
export function readLocator(
	reader: ParameterReader,
	parameter: ParameterName,
	name: string,
	advice: Advice,
): LocatorChoice {
	const value = reader.value(parameter);
	const stored = reader.stored(parameter);
	if (value === undefined && stored === undefined) return {};

	const entered = isRecord(value) && 'mode' in value ? value : { mode: 'id', value };
	const isFromList = entered.mode === 'list' && !isExpression(stored);
	// The list stores empty text while nothing is chosen; blank text comes from elsewhere.
	if (isFromList && (entered.value ?? '') === '') return {};
	if (isEmpty(entered.value)) {
		throw valueError(reader.context.getNode(), `No ${name} is chosen.`, advice);
	}
	if (typeof entered.value !== 'string') {
		const problem = `The ID of the ${name} is ${shown(entered.value)}, which isn't text.`;
		throw valueError(reader.context.getNode(), problem, advice);
	}
	const id = entered.value.trim();
	return isFromList ? { id, isFromList, label: labelOf(entered) } : { id };
}

/** Whether the locator, or its value, is stored as an expression. */
function isExpression(stored: unknown): boolean {
	const value = isRecord(stored) ? stored.value : stored;
	return typeof value === 'string' && value.startsWith('=');
}

function labelOf({ cachedResultName }: Record<string, unknown>): string | undefined {
	return typeof cachedResultName === 'string' ? cachedResultName : undefined;
}

/** Whether nothing was entered. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** The value entered, as one short line in quotes, for an error. */
export function shown(value: unknown): string {
	return `"${lineOf(asText(value), MAX_SHOWN)}"`;
}

/** What was entered as text; empty for lists and objects, which are no plain value. */
function plainText(value: unknown): string {
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
