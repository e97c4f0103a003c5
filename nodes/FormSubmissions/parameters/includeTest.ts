import type { INode, INodeProperties } from 'n8n-workflow';

import { readBoolean } from './values';

export const includeTestFilter: INodeProperties = {
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	type: 'boolean',
	// Whoever adds the filter wants test submissions. It has no effect until it is added, and n8n
	// then stores its value, so workflows saved when the default was off work as before.
	default: true,
	description: 'Whether to also return submissions that are marked as a test',
};

export function readIncludeTest(context: { getNode(): INode }, value: unknown): boolean {
	return readBoolean(context, value, {
		name: "The filter 'Include Test Submissions'",
		fallback: false,
	});
}
