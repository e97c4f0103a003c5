import { isExpression } from '../parameters/entered';

/** What is the same for each input item, or only later. */
const OF_NO_ITEM = ['$now', '$today', '$vars', '$workflow', '$execution'];

/** Whether nothing in a node's parameters comes from its input items, so that all of them ask for the same. */
export function areSameForAll(stored: unknown): boolean {
	if (isExpression(stored)) {
		const variables = stored.match(/\$[\w(]*/g) ?? [];
		return variables.every((variable) => OF_NO_ITEM.includes(variable));
	}
	return (
		typeof stored !== 'object' || stored === null || Object.values(stored).every(areSameForAll)
	);
}

export function hintSameForAll(itemCount: number): string {
	return `Ran once for each of ${itemCount} input items, with the same result. To run once, turn on Execute Once under Settings.`;
}
