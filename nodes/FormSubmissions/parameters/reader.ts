import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** What reading a parameter needs from n8n's context; every kind of context has it. */
export type ParameterContext = { getNode(): INode; getTimezone(): string };

/** Every parameter that a node reads. The names are stored in workflows. */
export type ParameterName =
	| 'cursor'
	| 'filters'
	| 'formId'
	| 'limit'
	| 'operation'
	| 'options'
	| 'pageSize'
	| 'registration'
	| 'resource'
	| 'returnAll'
	| 'simplify'
	| 'submissionId';

/** The description of a parameter that is read under its name. */
export type Described<Name extends string> = INodeProperties & { name: Name };

/**
 * The parameters of one node (for one item, if it has items). A value can be of any type, because
 * expressions, language models, and n8n's API can set it to anything. So every value goes through
 * a reader, either in `values.ts` or beside the parameter's description.
 */
export type ParameterReader = {
	context: ParameterContext;
	/** The value with its expressions evaluated; undefined if there is none. */
	value(name: ParameterName): unknown;
	/** The value as the workflow stores it; an expression is text that begins with `=`. */
	stored(name: ParameterName): unknown;
};

/** The parameters of the action node for one input item. */
export function itemParameters(context: IExecuteFunctions, itemIndex: number): ParameterReader {
	return reader(context, (name) => context.getNodeParameter(name, itemIndex, null));
}

/** The parameters of a trigger that polls, is being published, or receives a delivery. */
export function triggerParameters(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): ParameterReader {
	return reader(context, (name) => context.getNodeParameter(name, null));
}

/**
 * The parameters of a node that is being edited. The editor sends null for an expression that it
 * can't evaluate yet, so null is kept apart from undefined here.
 */
export function editedParameters(context: ILoadOptionsFunctions): ParameterReader {
	const value = (name: ParameterName) => context.getCurrentNodeParameter(name);
	return { context, value, stored: value };
}

/** `value` passes null as the default, because n8n throws without one; it becomes undefined. */
function reader(
	context: ParameterContext,
	value: (name: ParameterName) => unknown,
): ParameterReader {
	return {
		context,
		value: (name) => value(name) ?? undefined,
		stored: (name) => context.getNode().parameters[name] ?? undefined,
	};
}
