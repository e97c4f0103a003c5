import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	INodeProperties,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { isRecord } from '../general/records';
import { isBlank, isExpression, isWrittenExpression } from './entered';

/** What reading needs from n8n's context; every kind of context has it. */
export type ParameterContext = { getNode(): INode; getTimezone(): string };

/**
 * The parameters of one node (for one item, if it has items), or the entries of a collection among them.
 * Expressions, language models, and n8n's API can set a value to anything.
 */
export type Source = {
	context: ParameterContext;
	/** The value with its expressions evaluated; undefined if there is none. */
	value(name: string): unknown;
	/** The value as the workflow stores it; an expression is text that begins with `=`, and null is kept. */
	stored(name: string): unknown;
};

/** A parameter: what n8n shows of it, and how it is read. The only place that knows its name. */
export type Parameter<Value> = {
	property: INodeProperties;
	/** Throws an error that names the parameter and says what to enter. */
	read(source: Source): Value;
};

export type ParametersOf<Values> = { [Name in keyof Values]: Parameter<Values[Name]> };

/** Throws the error for a value; `problem` follows the parameter's name. */
export type Fail = (problem: string) => never;

/**
 * `convert` returns undefined if there is nothing in the value. An empty value means that the parameter was
 * left out, unless a person's expression returned it: that may refer to something that is missing, and
 * without a filter, a list would silently have everything.
 */
export function parameter<Value>(
	property: INodeProperties,
	ifLeftOut: Value,
	convert: (value: unknown, fail: Fail, context: ParameterContext) => Value | undefined,
): Parameter<Value> {
	return {
		property,
		read({ context, value: valueOf, stored }) {
			const fail: Fail = (problem) => {
				throw inputError(context.getNode(), `'${property.displayName}' ${problem}`);
			};
			const value = valueOf(property.name);
			const read = isBlank(value) ? undefined : convert(value, fail, context);
			if (read !== undefined) return read;
			if (isWrittenExpression(stored(property.name))) {
				fail(
					'is set by an expression that returned nothing. Make sure that it returns a value for every item, or remove it.',
				);
			}
			return ifLeftOut;
		},
	};
}

export function readParameters<Values>(parameters: ParametersOf<Values>, source: Source): Values {
	const values: Partial<Values> = {};
	for (const name in parameters) values[name] = parameters[name].read(source);
	// The loop has set each of them, which TypeScript can't tell.
	return values as Values;
}

export function propertiesOf<Values>(parameters: ParametersOf<Values>): INodeProperties[] {
	return Object.values<Parameter<unknown>>(parameters).map(({ property }) => property);
}

export function mapParameter<From, To>(
	{ property, read }: Parameter<From>,
	convert: (value: From, context: ParameterContext) => To,
): Parameter<To> {
	return { property, read: (source) => convert(read(source), source.context) };
}

/**
 * What the display of other parameters depends on. n8n compares it strictly, and drops what it hides before a
 * node sees it: with the text "false" for false, as n8n's API accepts it, a limit or a filter would be gone.
 */
export function decidesDisplay<Value extends string | boolean>({
	property,
	read,
}: Parameter<Value>): Parameter<Value> {
	return {
		property,
		read(source) {
			const stored = source.stored(property.name);
			const values = valuesOf(property);
			if (stored === undefined || isExpression(stored) || values.includes(stored)) {
				return read(source);
			}
			const allowed = values.map((value) => JSON.stringify(value)).join(' or ');
			throw inputError(
				source.context.getNode(),
				`'${property.displayName}' is stored as ${JSON.stringify(stored)}, for which n8n drops other parameters of this node. Set it to ${allowed}, or to an expression.`,
			);
		},
	};
}

function valuesOf({ options }: INodeProperties): unknown[] {
	return options?.flatMap((option) => ('value' in option ? [option.value] : [])) ?? [true, false];
}

/** What n8n shows among the parameters and nobody sets. */
export function withoutValue(property: INodeProperties): Parameter<undefined> {
	return { property, read: () => undefined };
}

export function itemSource(context: IExecuteFunctions, itemIndex: number): Source {
	return nodeSource(context, (name) => context.getNodeParameter(name, itemIndex, null));
}

export function triggerSource(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
): Source {
	return nodeSource(context, (name) => context.getNodeParameter(name, null));
}

/** The editor sends null for an expression that it can't evaluate yet, so null is kept apart from undefined. */
export function editedSource(context: ILoadOptionsFunctions): Source {
	const value = (name: string) => context.getCurrentNodeParameter(name);
	return { context, value, stored: value };
}

export function entriesSource(context: ParameterContext, value: unknown, stored: unknown): Source {
	const entry = (of: unknown, name: string) => (isRecord(of) ? of[name] : undefined);
	return { context, value: (name) => entry(value, name), stored: (name) => entry(stored, name) };
}

/** `value` passes null as the default, because n8n throws without one. */
function nodeSource(context: ParameterContext, value: (name: string) => unknown): Source {
	// n8n copies the whole node each time.
	const { parameters } = context.getNode();
	return {
		context,
		value: (name) => value(name) ?? undefined,
		stored: (name) => parameters[name],
	};
}
