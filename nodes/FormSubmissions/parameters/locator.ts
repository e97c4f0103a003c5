import type { INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { quoteValue } from '../errors/quotes';
import { isForModel } from '../general/node';
import { isRecord } from '../general/records';
import { trimUnseen } from '../general/typedText';
import { isBlank, isExpression } from './entered';
import type { Declared } from './kinds';
import type { Parameter, Source } from './parameter';

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
	/** What to do if nothing is chosen. */
	advice: (isForModel: boolean) => string;
	list: { placeholder: string; searchListMethod: string };
	id: { placeholder: string; hint?: string };
};

/**
 * Something chosen from a list or by its ID. Only the list itself can say that nothing is chosen. If
 * an ID, or an expression in either mode, is empty or isn't text, reading throws: read as "nothing
 * chosen", it would mean everything.
 */
export function locator({
	advice,
	list: { placeholder, searchListMethod },
	id: byId,
	...declared
}: LocatorDeclared): Parameter<LocatorChoice> {
	const typeOptions = { searchListMethod, searchable: true };
	const property: INodeProperties = {
		...declared,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			// No pattern to validate: n8n checks patterns before each execution, within 250 ms. A busy
			// machine would exceed that, which ends executions of already accepted deliveries.
			{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
		],
	};
	return { property, read: (source) => readLocator(source, property, advice) };
}

function readLocator(
	{ context, value: valueOf, stored: storedOf }: Source,
	property: INodeProperties,
	advice: (isForModel: boolean) => string,
): LocatorChoice {
	const { name, displayName } = property;
	const [value, stored] = [valueOf(name), storedOf(name) ?? undefined];
	const mayBeEmpty = property.required !== true;
	if (value === undefined && stored === undefined && mayBeEmpty) return {};

	const entered = isRecord(value) && 'mode' in value ? value : { mode: 'id', value };
	const isChosenByExpression = isExpression(isRecord(stored) ? stored.value : stored);
	const isFromList = entered.mode === 'list' && !isChosenByExpression;
	// The list stores empty text while nothing is chosen; blank text comes from elsewhere.
	if (isFromList && (entered.value ?? '') === '' && mayBeEmpty) return {};
	const id = typeof entered.value === 'string' ? trimUnseen(entered.value) : entered.value;
	if (typeof id !== 'string' || isBlank(id)) {
		const noun = displayName.toLowerCase();
		const problem = isBlank(id)
			? `No ${noun} is chosen.`
			: `The ID of the ${noun} is ${quoteValue(id)}, which isn't text.`;
		const node = context.getNode();
		throw inputError(node, `${problem} ${advice(isForModel(node))}`);
	}
	const { cachedResultName: label }: { cachedResultName?: unknown } = entered;
	return isFromList
		? { id, isFromList, label: typeof label === 'string' ? label : undefined }
		: { id };
}
