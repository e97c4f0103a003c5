import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect, type Connection } from '../api/connection';
import { valueError } from '../errors';
import { isRecord } from '../general/records';
import { itemSource } from '../fields/field';
import { quoteValue } from '../fields/entered';
import { RESOURCES } from './index';

/**
 * The only loop over the input items: finds the operation, runs it, and pairs what it returns with
 * the input item. With "continue on fail", an item that failed becomes an item with `error`.
 */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	let connection: Connection<IExecuteFunctions> | undefined;
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const pairedItem = { item: itemIndex };
		try {
			connection ??= await connect(context);
			const returned = await runItem(connection, itemIndex);
			for (const json of returned) output.push({ json, pairedItem });
		} catch (error) {
			const wasStopped = context.getExecutionCancelSignal()?.aborted === true;
			if (wasStopped || !context.continueOnFail()) throw withItemIndex(error, itemIndex);
			output.push({ json: { error: messageOf(error) }, pairedItem });
		}
	}
	return output;
}

async function runItem(
	connection: Connection<IExecuteFunctions>,
	itemIndex: number,
): Promise<IDataObject[]> {
	const source = itemSource(connection.context, itemIndex);
	const resource = String(source.value('resource'));
	const name = String(source.value('operation'));
	const { operations = [] } = RESOURCES.find(({ value }) => value === resource) ?? {};
	const operation = operations.find(({ value }) => value === name);
	if (!operation) {
		const problem = `This version of the node has no operation ${quoteValue(name)} for ${quoteValue(resource)}.`;
		throw valueError(connection.context.getNode(), problem, {
			person: 'Choose the operation again from the list.',
			model: 'Ask the person who set up this tool to choose its operation again.',
		});
	}
	return await operation.run(connection, source);
}

/** n8n reads from `context.itemIndex` which item an error belongs to. */
function withItemIndex(error: unknown, itemIndex: number): unknown {
	if (isRecord(error) && isRecord(error.context)) error.context.itemIndex = itemIndex;
	return error;
}

/** The error's message and description: an item has no separate place for what to do next. */
function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const description = 'description' in error ? error.description : undefined;
	return typeof description === 'string' ? `${error.message} ${description}` : error.message;
}
