import type { INode, INodeProperties } from 'n8n-workflow';

import { readBoolean } from './values';

export const includeTestFilter: INodeProperties = {
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	type: 'boolean',
	default: false,
	description: 'Whether to also return submissions that are marked as a test',
};

export function readIncludeTest(context: { getNode(): INode }, value: unknown): boolean {
	return readBoolean(context, value, {
		name: "The filter 'Include Test Submissions'",
		fallback: false,
	});
}
