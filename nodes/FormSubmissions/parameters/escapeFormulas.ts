import type { INode, INodeProperties } from 'n8n-workflow';

import { readBoolean } from './values';

export const escapeFormulasOption: INodeProperties = {
	displayName: 'Escape Formulas',
	name: 'escapeFormulas',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/simplify': [true] } },
	description:
		'Whether to put an apostrophe before text that a spreadsheet would run as a formula. Turn it on for CSV and Excel files; otherwise leave it off.',
	builderHint: {
		propertyHint:
			'Set to true whenever the rows end up in a CSV or Excel file: anyone who fills in the form can enter a formula. Leave it off for databases, CRMs, and for Google Sheets with cellFormat RAW.',
	},
};

export function readEscapeFormulas(context: { getNode(): INode }, value: unknown): boolean {
	return readBoolean(context, value, { name: "The option 'Escape Formulas'", fallback: false });
}
