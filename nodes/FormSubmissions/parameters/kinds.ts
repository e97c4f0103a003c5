import type { INodeProperties } from 'n8n-workflow';

import { quoteValue } from '../errors/quotes';
import { isRecord } from '../general/records';
import { foldText } from '../general/typedText';
import { listIn, plainText } from './entered';
import {
	entriesSource,
	parameter,
	propertiesOf,
	readParameters,
	type Parameter,
	type ParametersOf,
} from './parameter';

/*
 * One function for each kind of parameter. If a value can't be read without guessing, reading throws an
 * error that names the parameter and says what to enter.
 */

export type Declared = Pick<
	INodeProperties,
	'name' | 'displayName' | 'description' | 'displayOptions'
> & {
	placeholder?: string;
	/** What n8n shows below it, where a description shows only under the mouse. */
	hint?: string;
	/** For n8n's AI workflow builder; the properties of older n8n don't have it. */
	builderHint?: { propertyHint: string };
};

type Defaults<Value> = {
	default: Value;
	/** What a parameter of a collection means until it is added; then, it has its default, which whoever adds it wants. */
	ifLeftOut?: Value;
};

/** On or off. Also accepts "true", "false", 1, and 0, as expressions and models write them. */
export function boolean({
	ifLeftOut,
	...declared
}: Declared & Defaults<boolean>): Parameter<boolean> {
	const property: INodeProperties = { ...declared, type: 'boolean' };
	return parameter(property, ifLeftOut ?? declared.default, (value, fail) => {
		const text = foldText(plainText(value));
		if (text === 'TRUE' || text === '1') return true;
		if (text === 'FALSE' || text === '0') return false;
		return fail(`is ${quoteValue(value)}, which is not true or false. Use true or false.`);
	});
}

/** A whole number within its bounds. Also accepts numbers as text. */
export function wholeNumber({
	ifLeftOut,
	min,
	max,
	...declared
}: Declared & Defaults<number> & { min: number; max?: number }): Parameter<number> {
	const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
	const bounds = max === undefined ? { minValue: min } : { minValue: min, maxValue: max };
	const typeOptions = { ...bounds, numberPrecision: 0 };
	const property: INodeProperties = { ...declared, type: 'number', typeOptions };
	return parameter(property, ifLeftOut ?? declared.default, (value, fail) => {
		const text = plainText(value);
		const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
		const isAllowed = Number.isSafeInteger(number) && number >= min && number <= (max ?? Infinity);
		return isAllowed
			? number
			: fail(`is ${quoteValue(value)}, which isn't allowed. Use a whole number ${range}.`);
	});
}

/** One of several options, by what workflows store of them: all that there are of the type. */
export function choice<Choice extends string>({
	ifLeftOut,
	options,
	...declared
}: Declared &
	Defaults<NoInfer<Choice>> & {
		options: Record<Choice, { name: string; description?: string }>;
	}): Parameter<Choice> {
	const values = Object.keys(options);
	const property: INodeProperties = {
		...declared,
		type: 'options',
		options: Object.entries<{ name: string }>(options).map(([value, shown]) => ({
			...shown,
			value,
		})),
	};
	const isChoice = (value: unknown): value is Choice =>
		values.some((candidate) => candidate === value);
	return parameter(property, ifLeftOut ?? declared.default, (value, fail) => {
		if (isChoice(value)) return value;
		const problem = `is ${quoteValue(value)}, which isn't one of its options.`;
		return fail(`${problem} Use one of: ${values.join(', ')}.`);
	});
}

type Option<Choice> = { name: string; value: Choice };

/**
 * Some of several options, without duplicates; undefined if none is chosen. Also accepts text with
 * options separated by commas, as expressions and models write them.
 */
export function choices<Choice extends string>(
	declared: Declared & { default: Array<NoInfer<Choice>>; options: Array<Option<Choice>> },
): Parameter<Choice[] | undefined> {
	const property: INodeProperties = { ...declared, type: 'multiOptions' };
	const values = declared.options.map(({ value }) => value);
	return parameter<Choice[] | undefined>(property, undefined, (value, fail) => {
		const inText = typeof value === 'string' ? value.split(/\s*,\s*/).filter(Boolean) : [value];
		const chosen = (listIn(value) ?? inText).map((entry) => {
			const wanted = foldText(plainText(entry));
			const found = values.find((candidate) => foldText(candidate) === wanted);
			const known = values.join(', ');
			return (
				found ??
				fail(
					`contains ${quoteValue(entry)}, which isn't one of its options. Use any of: ${known}, several separated by commas.`,
				)
			);
		});
		return chosen.length === 0 ? undefined : [...new Set(chosen)];
	});
}

/** Parameters that are added one by one; those that weren't are left out. */
export function collection<Values>({
	parameters,
	...declared
}: Declared & { parameters: ParametersOf<Values> }): Parameter<Values> {
	const options = propertiesOf(parameters).sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	const property: INodeProperties = {
		...declared,
		type: 'collection',
		default: {},
		options,
		builderHint: {
			propertyHint:
				'An object with one value for each entry. An expression is possible for each entry by itself, never one expression for the whole: n8n would drop all entries.',
		},
	};
	const entries = parameter(property, {}, (value, fail) =>
		isRecord(value)
			? value
			: fail(
					`is ${quoteValue(value)}, which isn't an object. Use an object with one value for each name.`,
				),
	);
	return {
		property,
		read(source) {
			const stored = source.stored(property.name);
			return readParameters(
				parameters,
				entriesSource(source.context, entries.read(source), stored),
			);
		},
	};
}
