import type { INode, INodeProperties } from 'n8n-workflow';

import { readChoice } from './values';

export type Order = 'newestFirst' | 'oldestFirst';

export const orderOption: INodeProperties = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
	default: 'newestFirst',
	description:
		'The order in which the submissions are returned. A limit keeps the newest ones in either case.',
};

export function readOrder(context: { getNode(): INode }, value: unknown): Order {
	return readChoice(context, value, {
		name: "The option 'Order'",
		fallback: 'newestFirst',
		choices: ['newestFirst', 'oldestFirst'],
	});
}
