import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { isRecord } from '../general/records';
import { foldText } from '../general/typedText';
import {
	entriesSource,
	parameter,
	listIn,
	plainText,
	propertiesOf,
	quoteValue,
	readParameters,
	type Parameter,
	type ParameterContext,
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

type Option<Choice> = { name: string; value: Choice; description?: string };

export function choice<Choice extends string>({
	ifLeftOut,
	...declared
}: Declared & Defaults<NoInfer<Choice>> & { options: Array<Option<Choice>> }): Parameter<Choice> {
	const property: INodeProperties = { ...declared, type: 'options' };
	const values = declared.options.map(({ value }) => value);
	return parameter(property, ifLeftOut ?? declared.default, (value, fail) => {
		const chosen = values.find((candidate) => candidate === value);
		return (
			chosen ??
			fail(
				`is ${quoteValue(value)}, which isn't one of its options. Use one of: ${values.join(', ')}.`,
			)
		);
	});
}

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
	const property: INodeProperties = { ...declared, type: 'collection', default: {}, options };
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

/** Numbers from 2000 to 2200 are Unix seconds or milliseconds; others are no times. */
const EARLIEST_SECONDS = Date.UTC(2000, 0) / 1000;
const LATEST_SECONDS = Date.UTC(2200, 0) / 1000;

/**
 * ISO 8601, also with a space for the T and UTC or GMT for the Z. n8n's parser passes anything else
 * to JavaScript's, which finds a date in nearly every text that contains a number, and reads it in the
 * server's time zone.
 */
const ISO_TEXT =
	/^(\d{4}-\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?: ?(Z|GMT|UTC|[+-]\d\d(?::?\d\d)?))?)?)?$/;

/**
 * The workflow's time zone. Throws if there is no such zone: n8n then responds to each delivery with
 * 500, and stores no execution.
 */
export function readTimeZone(context: ParameterContext): string {
	const timeZone = context.getTimezone();
	try {
		new Intl.DateTimeFormat('en', { timeZone });
		return timeZone;
	} catch {
		throw inputError(
			context.getNode(),
			`There is no time zone "${timeZone}". Choose the workflow's time zone under ⋯ > Settings. If it is already n8n's default there, ask the person who installed n8n to set the environment variable GENERIC_TIMEZONE to a name such as Europe/Berlin.`,
		);
	}
}

/** A time (Unix milliseconds), and the time zone in which it was read if it has none of its own. */
export type Time = { ms: number; zone?: string };

/**
 * A date and time; undefined if it is left out. The date picker and plain text produce times without a
 * zone, which are read in the workflow's zone. Expressions also return n8n's objects (`$now`), numbers
 * (Unix seconds or milliseconds), and times with a zone.
 */
export function date(declared: Declared): Parameter<Time | undefined> {
	const property: INodeProperties = { ...declared, type: 'dateTime', default: '' };
	return parameter<Time | undefined>(property, undefined, (value, fail, context) => {
		const zone = readTimeZone(context);
		const ms = toMs(value, zone);
		if (ms !== undefined) return hasZone(value) ? { ms } : { ms, zone };
		const advice = `Use an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone (${zone}).`;
		return fail(`is ${quoteValue(value)}, which isn't a valid date. ${advice}`);
	});
}

function hasZone(value: unknown): boolean {
	const [isIso, , , , offset] = ISO_TEXT.exec(typeof value === 'string' ? value.trim() : '') ?? [];
	return isIso === undefined || offset !== undefined;
}

function toMs(value: unknown, zone: string): number | undefined {
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') {
		const text = value.trim();
		return /^\d{9,}$/.test(text) ? fromNumber(Number(text)) : fromText(text, zone);
	}
	const isObject = typeof value === 'object' && !Array.isArray(value);
	return isObject ? parse(value, zone)?.toMillis() : undefined;
}

/** n8n's parser reads such a text in the given zone, unless it has one of its own. */
function fromText(text: string, zone: string): number | undefined {
	const [isIso, month, day = '01', time = '00:00', offset = ''] = ISO_TEXT.exec(text) ?? [];
	if (isIso === undefined) return undefined;
	const parsed = parse(`${month}-${day}T${time}${offset.replace(/GMT|UTC/, 'Z')}`, zone);
	// February 30 would be read as March 2.
	if (parsed?.day !== Number(day)) return undefined;
	// When clocks are set back, a local time occurs twice; the parser's choice depends on today's date.
	return parsed.getPossibleOffsets()[0]?.toMillis();
}

function fromNumber(value: number): number | undefined {
	const seconds = value < LATEST_SECONDS ? value : value / 1000;
	return seconds >= EARLIEST_SECONDS && seconds < LATEST_SECONDS ? seconds * 1000 : undefined;
}

function parse(value: unknown, zone: string) {
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}
