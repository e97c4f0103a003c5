import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object with named members, which a list and null are not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an object, which n8n can use as (part of) an item. */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

export function hasNumbers<Name extends string>(
	record: Record<string, unknown>,
	...names: Name[]
): record is Record<string, unknown> & Record<Name, number> {
	return names.every((name) => typeof record[name] === 'number');
}

export function hasId(item: unknown): item is { id: string } {
	return isRecord(item) && typeof item.id === 'string' && item.id !== '';
}
