import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * An entry of a list to choose from. n8n runs a chosen value or label that begins with `=` as an
 * expression, and anyone who fills in a form can send one: such a value is offered as an expression
 * that gives it as text, and such a label with an apostrophe before it.
 */
export function listEntry(label: string, value: string): INodePropertyOptions & { value: string } {
	return {
		name: label.startsWith('=') ? `'${label}` : label,
		value: value.startsWith('=') ? `={{ "${escapeAll(value)}" }}` : value,
	};
}

/** The text for within quotes in an expression, with nothing left in it that could end either. */
function escapeAll(text: string): string {
	return text.replace(
		/[^\w ]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
