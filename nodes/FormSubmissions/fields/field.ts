import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** What reading needs from n8n's context; every kind of context has it. */
export type FieldContext = { getNode(): INode; getTimezone(): string };

/**
 * Where values are read from: the parameters of one node (for one item, if it has items), or the
 * entries of a collection among them. A value can be of any type, because expressions, language
 * models, and n8n's API can set it to anything.
 */
export type Source = {
	context: FieldContext;
	/** The value with its expressions evaluated; undefined if there is none. */
	value(name: string): unknown;
	/** The value as the workflow stores it; an expression is text that begins with `=`. */
	stored(name: string): unknown;
	/** What an error calls the field with this label, at the start of a sentence. */
	nameOf(label: string): string;
};

/** A parameter: what n8n shows of it, and how it is read. The only place that knows its name. */
export type Field<Value> = {
	property: INodeProperties;
	/** Throws an error that names the field and says what to enter. */
	read(source: Source): Value;
};

/** The fields that such values are read from. */
export type FieldsOf<Values> = { [Name in keyof Values]: Field<Values[Name]> };

/** Reads each field once. */
export function readFields<Values>(fields: FieldsOf<Values>, source: Source): Values {
	const values: Partial<Values> = {};
	for (const name in fields) values[name] = fields[name].read(source);
	// The loop has set each of them, which TypeScript can't tell.
	return values as Values;
}

/** What n8n shows of the fields, in their order. */
export function propertiesOf<Values>(fields: FieldsOf<Values>): INodeProperties[] {
	return Object.values<Field<unknown>>(fields).map(({ property }) => property);
}

/** The same field, read as something that is made from its value. */
export function mapField<From, To>(
	{ property, read }: Field<From>,
	convert: (value: From, context: FieldContext) => To,
): Field<To> {
	return { property, read: (source) => convert(read(source), source.context) };
}

/** What n8n shows among the fields and nobody sets. */
export function withoutValue(property: INodeProperties): Field<undefined> {
	return { property, read: () => undefined };
}

/** The parameters of the action node for one input item. */
export function itemSource(context: IExecuteFunctions, itemIndex: number): Source {
	return nodeSource(context, (name) => context.getNodeParameter(name, itemIndex, null));
}

/** The parameters of a trigger that polls, is being published, or receives a delivery. */
export function triggerSource(
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): Source {
	return nodeSource(context, (name) => context.getNodeParameter(name, null));
}

/**
 * The parameters of a node that is being edited. The editor sends null for an expression that it
 * can't evaluate yet, so null is kept apart from undefined here.
 */
export function editedSource(context: ILoadOptionsFunctions): Source {
	const value = (name: string) => context.getCurrentNodeParameter(name);
	return { context, value, stored: value, nameOf: quote };
}

/** `value` passes null as the default, because n8n throws without one; it becomes undefined. */
function nodeSource(context: FieldContext, value: (name: string) => unknown): Source {
	return {
		context,
		value: (name) => value(name) ?? undefined,
		stored: (name) => context.getNode().parameters[name] ?? undefined,
		nameOf: quote,
	};
}

function quote(label: string): string {
	return `'${label}'`;
}
