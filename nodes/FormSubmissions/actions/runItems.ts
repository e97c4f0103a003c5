import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect, type Connection } from '../api/connection';
import { asShown, inputError } from '../errors/nodeErrors';
import { quoteValue } from '../errors/quotes';
import { isForModel } from '../general/node';
import { itemSource, type Source } from '../parameters/parameter';
import type { Operation, Output } from './operation';
import { OutputForModel } from './outputForModel';
import { areSameForAll, hintSameForAll } from './sameForAll';

import { RESOURCES } from './index';

/**
 * The only loop over the input items. Notes are hints for people, too; a model, which sees no hints,
 * gets each note as one more item.
 */
export async function runItems(
	context: IExecuteFunctions,
	continuesOnFail: boolean,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	/** With the number of items for which each is true. */
	const hints = new Map<string, number>();
	let ranForAll = true;
	let connection: Connection<IExecuteFunctions> | undefined;
	const node = context.getNode();
	const itemCount = context.getInputData().length;
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const pairedItem = { item: itemIndex };
		try {
			connection ??= await connect(context);
			const { source, operation } = operationFor(context, itemIndex);
			const forModel = connection.isForModel ? new OutputForModel() : undefined;
			const result = await operation.run(connection, source, forModel);
			const { notes = [], hints: own = [] } = result;
			const rows = forModel ? rowsForModel(forModel, result) : result.rows;
			for (const json of rows) output.push({ json, pairedItem });
			if (forModel) continue;
			for (const hint of [...notes, ...own]) hints.set(hint, (hints.get(hint) ?? 0) + 1);
		} catch (error) {
			const wasStopped = context.getExecutionCancelSignal()?.aborted === true;
			const isOver = wasStopped || !continuesOnFail;
			const shown = asShown(node, error, { itemIndex, isOneMessage: !isOver || isForModel(node) });
			if (isOver) throw shown;
			output.push({ json: { error: shown.message }, pairedItem });
			ranForAll = false;
		}
	}
	// Without rows, nothing is there more than once. A model runs a tool with one item.
	if (itemCount > 1 && output.length > 0 && ranForAll && areSameForAll(node.parameters)) {
		hints.set(hintSameForAll(itemCount), itemCount);
	}
	for (const [hint, count] of hints) {
		const message = count === itemCount ? hint : `For ${count} of ${itemCount} items: ${hint}`;
		context.addExecutionHints({ message: asHtml(message), location: 'outputPane' });
	}
	return output;
}

function operationFor(
	context: IExecuteFunctions,
	itemIndex: number,
): { source: Source; operation: Operation } {
	const source = itemSource(context, itemIndex);
	const resource = String(source.value('resource'));
	const name = String(source.value('operation'));
	const { operations = [] } = RESOURCES.find(({ value }) => value === resource) ?? {};
	const operation = operations.find(({ value }) => value === name);
	if (!operation) {
		const problem = `This version of the node has no operation ${quoteValue(name)} for ${quoteValue(resource)}.`;
		throw inputError(context.getNode(), `${problem} Choose the operation again from the list.`);
	}
	return { source, operation };
}

/** Rows that the operation has added as they came are in it; others are added now. */
function rowsForModel(output: OutputForModel, { rows, notes = [] }: Output) {
	const shown = output.rows.length > 0 ? rows : output.addAll(rows);
	const noRoom = `There is room for the first ${shown.length} of ${rows.length} rows. To get others, narrow what you ask for.`;
	const all = [...(shown.length < rows.length ? [noRoom] : []), ...output.notes(), ...notes];
	return [...shown, ...all.map((note) => ({ note }))];
}

/** n8n renders hints as HTML, and a value in them may come from anyone. */
function asHtml(text: string): string {
	return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
