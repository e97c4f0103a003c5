import { valueError, type Advice } from '../errors/errors';
import { isRecord } from '../general/records';
import type { ParameterName, ParameterReader } from './reader';
import { isEmpty, shown } from './values';

/** What was chosen in a resource locator; without an ID, nothing was chosen in its list. */
export type LocatorChoice = {
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
