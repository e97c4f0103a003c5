import type { INodeProperties } from 'n8n-workflow';

import { valueError, type Advice } from '../errors';
import { isRecord } from '../general/records';
import { trimUnseen } from '../general/trimUnseen';
import type { Field, Source } from './field';
import { isEmpty, isExpression, quoteValue } from './entered';
import type { Declared } from './kinds';

/** What was chosen in a resource locator; without an ID, nothing was chosen in its list. */
type LocatorChoice = {
	id?: string;
	/** Whether the ID was chosen from the list; false for an expression, even in list mode. */
	isFromList?: boolean;
	/** The label that n8n stores with an entry chosen from the list. */
	label?: string;
};

type LocatorDeclared = Declared & {
	required: boolean;
	/** What is chosen, and what to do about a wrong choice, for errors. */
	noun: string;
	advice: Advice;
	list: { placeholder: string; searchListMethod: string };
	id: { placeholder: string; hint?: string };
};

/**
 * Something chosen from a list or by its ID. Only the list itself can say that nothing is chosen. If
 * an ID, or an expression in either mode, is empty or isn't text, reading throws: read as "nothing
 * chosen", it would mean everything.
 */
export function locator({
	noun,
	advice,
	list,
	id: byId,
	...declared
}: LocatorDeclared): Field<LocatorChoice> {
	const { searchListMethod } = list;
	const property: INodeProperties = {
		...declared,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: list.placeholder,
				typeOptions: { searchListMethod, searchable: true },
			},
			// No pattern to validate: n8n checks patterns before each execution, within 250 ms. A busy
			// machine would exceed that, which ends executions of already accepted deliveries.
			{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
		],
	};
	return { property, read: (source) => readLocator(source, property, noun, advice) };
}

function readLocator(
	{ context, value: valueOf, stored: storedOf }: Source,
	{ name }: INodeProperties,
	noun: string,
	advice: Advice,
): LocatorChoice {
	const [value, stored] = [valueOf(name), storedOf(name)];
	if (value === undefined && stored === undefined) return {};

	const entered = isRecord(value) && 'mode' in value ? value : { mode: 'id', value };
	const isFromList = entered.mode === 'list' && !isChosenByExpression(stored);
	// The list stores empty text while nothing is chosen; blank text comes from elsewhere.
	if (isFromList && (entered.value ?? '') === '') return {};
	const id = typeof entered.value === 'string' ? trimUnseen(entered.value) : entered.value;
	if (isEmpty(id)) throw valueError(context.getNode(), `No ${noun} is chosen.`, advice);
	if (typeof id !== 'string') {
		const problem = `The ID of the ${noun} is ${quoteValue(id)}, which isn't text.`;
		throw valueError(context.getNode(), problem, advice);
	}
	return isFromList ? { id, isFromList, label: labelOf(entered) } : { id };
}

/** Whether the locator, or its value, is stored as an expression. */
function isChosenByExpression(stored: unknown): boolean {
	return isExpression(isRecord(stored) ? stored.value : stored);
}

function labelOf({ cachedResultName }: Record<string, unknown>): string | undefined {
	return typeof cachedResultName === 'string' ? cachedResultName : undefined;
}
