import { preview } from '../host/waitFor';

/** Checks of n8n's responses, which are `unknown`: these throw instead of passing on `undefined`. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown, what: string): JsonObject {
	if (!isObject(value)) throw new Error(`${what} is not an object: ${preview(value)}`);
	return value;
}

export function asArray(value: unknown, what: string): unknown[] {
	if (!Array.isArray(value)) throw new Error(`${what} is not a list: ${preview(value)}`);
	return value;
}

export function textOf(object: JsonObject, key: string): string {
	const value = object[key];
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	throw new Error(`There is no text "${key}" in ${preview(object)}`);
}

export function optionalText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
