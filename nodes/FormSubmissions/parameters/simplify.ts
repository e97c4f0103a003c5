import type { INodeProperties } from 'n8n-workflow';

import type { ParameterReader } from './reader';
import { readBoolean } from './values';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row for each submission, its form fields by name',
};

export function readSimplify({ context, value }: ParameterReader): boolean {
	return readBoolean(context, value('simplify'), { name: "'Simplify'", fallback: true });
}
