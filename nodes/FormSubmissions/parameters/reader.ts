import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** What reading a parameter needs of a context of n8n; every one of them has it. */
export type ParameterContext = { getNode(): INode; getTimezone(): string };

/**
 * The parameters of one node (for one item, where it has items). Nothing is known of a value but
 * its name: expressions, models and the API of n8n can put anything anywhere, so that each value
 * goes through one of the readers in `values.ts` or beside the parameter's description.
 */
export type ParameterReader = {
	context: ParameterContext;
	/** The value with its expressions evaluated; undefined where there is none. */
	value(name: string): unknown;
	/** The value as the workflow stores it: of an expression, the text that begins with `=`. */
	stored(name: string): unknown;
};

/** The parameters of the action node for one input item. */
export function itemParameters(context: IExecuteFunctions, itemIndex: number): ParameterReader {
	return reader(context, (name) => context.getNodeParameter(name, itemIndex, null));
}

/** The parameters of a trigger: when it polls, is published, or takes in a delivery. */
export function triggerParameters(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): ParameterReader {
	return reader(context, (name) => context.getNodeParameter(name, null));
}

/**
 * The parameters of a node as they are while somebody edits it. The editor sends null for an
 * expression that it can't evaluate yet, which is not the same as nothing.
 */
export function editedParameters(context: ILoadOptionsFunctions): ParameterReader {
	const value = (name: string) => context.getCurrentNodeParameter(name);
	return { context, value, stored: value };
}

/** Null is the default that n8n is asked for, because without one it throws. */
function reader(context: ParameterContext, value: (name: string) => unknown): ParameterReader {
	return {
		context,
		value: (name) => value(name) ?? undefined,
		stored: (name) => context.getNode().parameters[name] ?? undefined,
	};
}
