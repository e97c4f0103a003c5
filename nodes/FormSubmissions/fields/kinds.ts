import type { INodeProperties } from 'n8n-workflow';

import { valueError, type Advice } from '../errors';
import { isRecord } from '../general/records';
import { readEntered, isEmpty, plainText, quoteValue, throwIfExpression } from './entered';
import {
	propertiesOf,
	readFields,
	type Field,
	type FieldContext,
	type FieldsOf,
	type Source,
} from './field';

/*
 * One function for each kind of field. An empty value (undefined, null, or blank text) means that
 * the field was left out, unless an expression returned it. If a value can't be read without
 * guessing, reading throws an error that names the field and says what to enter.
 */

/** What every kind of field is declared with. */
export type Declared = Pick<
	INodeProperties,
	'name' | 'displayName' | 'description' | 'displayOptions'
> & {
	placeholder?: string;
	/** For n8n's AI workflow builder; the properties of older n8n don't have it. */
	builderHint?: { propertyHint: string };
};

/** What a field starts with in the editor, and what it means if it is left out. */
type Defaults<Value> = {
	default: Value;
	/**
	 * For a field of a collection: what it means until it is added. Its default is only what it
	 * starts with then. Without this, both are the same.
	 */
	ifLeftOut?: Value;
};

/** On or off. Also accepts "true", "false", 1, and 0, as expressions and models write them. */
export function boolean({ ifLeftOut, ...declared }: Declared & Defaults<boolean>): Field<boolean> {
	const advice = {
		person: 'Turn it on or off, or have the expression return true or false.',
		model: 'Use true or false.',
	};
	const property: INodeProperties = { ...declared, type: 'boolean' };
	return field(property, ifLeftOut ?? declared.default, (value, fail) => {
		const text = plainText(value).toLowerCase();
		if (text === 'true' || text === '1') return true;
		if (text === 'false' || text === '0') return false;
		return fail(`is ${quoteValue(value)}, which is not true or false.`, advice);
	});
}

/** A whole number within its bounds. Also accepts numbers as text. */
export function wholeNumber({
	ifLeftOut,
	min,
	max,
	...declared
}: Declared & Defaults<number> & { min: number; max?: number }): Field<number> {
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	const advice = {
		person: `Enter a whole number ${range}.`,
		model: `Use a whole number ${range}.`,
	};
	const typeOptions = {
		minValue: min,
		numberPrecision: 0,
		...(max === undefined ? {} : { maxValue: max }),
	};
	const property: INodeProperties = { ...declared, type: 'number', typeOptions };
	return field(property, ifLeftOut ?? declared.default, (value, fail) => {
		const text = plainText(value);
		const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
		const isAllowed = Number.isSafeInteger(number) && number >= min && number <= (max ?? Infinity);
		return isAllowed ? number : fail(`is ${quoteValue(value)}, which isn't allowed.`, advice);
	});
}

/**
 * Text without surrounding spaces, which often come from pasting; empty if it is left out. An
 * expression for it may return nothing.
 */
export function optionalText({
	advice,
	...declared
}: Declared & { advice: Advice }): Field<string> {
	const property: INodeProperties = { ...declared, type: 'string', default: '' };
	const entered = field(property, '', (value, fail) =>
		typeof value === 'string'
			? value.trim()
			: fail(`is ${quoteValue(value)}, which isn't text.`, advice),
	);
	const isNothing = (source: Source) => isEmpty(source.value(property.name));
	return { property, read: (source) => (isNothing(source) ? '' : entered.read(source)) };
}

/** The same list, but an empty one means that the field was left out. */
export function emptyIsLeftOut<Entry>({
	property,
	read,
}: Field<Entry[] | undefined>): Field<Entry[] | undefined> {
	return {
		property,
		read(source) {
			const chosen = read(source);
			if (chosen?.length !== 0) return chosen;
			throwIfExpression(source, property);
			return undefined;
		},
	};
}

type Option<Choice> = { name: string; value: Choice; description?: string };

/** One of several options. */
export function choice<Choice extends string>({
	ifLeftOut,
	...declared
}: Declared & Defaults<NoInfer<Choice>> & { options: Array<Option<Choice>> }): Field<Choice> {
	const property: INodeProperties = { ...declared, type: 'options' };
	const values = declared.options.map(({ value }) => value);
	const known = values.join(', ');
	const advice = {
		person: `Choose one from the list, or have the expression return one of: ${known}.`,
		model: `Use one of: ${known}.`,
	};
	return field(property, ifLeftOut ?? declared.default, (value, fail) => {
		const chosen = values.find((candidate) => candidate === value);
		return chosen ?? fail(`is ${quoteValue(value)}, which isn't one of its options.`, advice);
	});
}

/**
 * Some of several options, without duplicates; undefined if the field was left out. Also accepts
 * text with options separated by commas, as expressions and models write them.
 */
export function choices<Choice extends string>(
	declared: Declared & { default: Array<NoInfer<Choice>>; options: Array<Option<Choice>> },
): Field<Choice[] | undefined> {
	const property: INodeProperties = { ...declared, type: 'multiOptions' };
	const values = declared.options.map(({ value }) => value);
	const known = values.join(', ');
	const advice = {
		person: `Choose from the list, or have the expression return any of: ${known} (several as a list or separated by commas).`,
		model: `Use any of: ${known}, several separated by commas.`,
	};
	return field<Choice[] | undefined>(property, undefined, (value, fail) => {
		const entries = typeof value === 'string' ? value.split(/\s*,\s*/).filter(Boolean) : [value];
		const chosen = entries.flat().map((entry) => {
			const wanted = plainText(entry).toLowerCase();
			const found = values.find((candidate) => candidate.toLowerCase() === wanted);
			return (
				found ?? fail(`contains ${quoteValue(entry)}, which isn't one of its options.`, advice)
			);
		});
		return [...new Set(chosen)];
	});
}

/**
 * Fields that are added one by one; those that weren't are left out. `entry` is what an error calls
 * one of them: "The filter 'Status'".
 */
export function collection<Values>({
	entry,
	fields,
	...declared
}: Declared & { entry: string; fields: FieldsOf<Values> }): Field<Values> {
	const property: INodeProperties = {
		...declared,
		type: 'collection',
		default: {},
		options: propertiesOf(fields).sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
	const advice = {
		person: 'Add its entries one by one, each with a value or an expression of its own.',
		model: 'Use an object with one value for each name.',
	};
	const entries = field(property, {}, (value, fail) =>
		isRecord(value) ? value : fail(`is ${quoteValue(value)}, which isn't an object.`, advice),
	);
	return {
		property,
		read(source) {
			const values: Record<string, unknown> = entries.read(source);
			const stored = source.stored(property.name);
			return readFields(fields, {
				context: source.context,
				value: (name) => values[name],
				// n8n takes a collection that is one expression for an empty one.
				stored: (name) => (isRecord(stored) ? stored[name] : undefined),
				nameOf: (label) => `The ${entry} '${label}'`,
			});
		},
	};
}

/** Throws the error for a value; `problem` follows the field's name. */
export type Fail = (problem: string, advice: Advice) => never;

/** A field of any other kind. `convert` gets no empty value. */
export function field<Value>(
	property: INodeProperties,
	ifLeftOut: Value,
	convert: (value: unknown, fail: Fail, context: FieldContext) => Value,
): Field<Value> {
	return {
		property,
		read(source) {
			const value = readEntered(source, property);
			if (value === undefined) return ifLeftOut;
			const fail: Fail = (problem, advice) => {
				const name = source.nameOf(property.displayName);
				throw valueError(source.context.getNode(), `${name} ${problem}`, advice);
			};
			return convert(value, fail, source.context);
		},
	};
}
