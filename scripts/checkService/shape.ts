import { isRecord } from '../../nodes/FormSubmissions/general/records';
import type { Reply } from './client';

const MAX_DEPTH = 4;

/** Status and form of a response, e.g. `404 { ok: false, error: { code: "not_found", … } }`. */
export function describeReply({ status, body, json }: Reply): string {
	return `${status} ${body === 'json' ? shapeOf(json) : { html: '(web page)', text: '(text)', empty: '(empty)' }[body]}`;
}

/**
 * The form of a JSON value: names and types, no values. Excepted are what can't be anyone's data:
 * true and false, and the word that a service has for a kind of error.
 */
function shapeOf(value: unknown, depth = 0): string {
	if (Array.isArray(value)) return `[${depth < MAX_DEPTH ? typesOf(value, depth + 1) : '…'}]`;
	if (!isRecord(value)) return value === null ? 'null' : typeOf(value);
	if (depth >= MAX_DEPTH) return '{ … }';
	const members = Object.entries(value).map(([name, member]) =>
		isErrorCode(name, member)
			? `${name}: "${member}"`
			: `${safeName(name)}: ${shapeOf(member, depth + 1)}`,
	);
	return members.length === 0 ? '{}' : `{ ${members.sort().join(', ')} }`;
}

/** The names in some objects, with the types of their values, e.g. `name: string, size: number`. */
export function membersOf(objects: Array<Record<string, unknown>>): string {
	const types = new Map<string, unknown[]>();
	for (const object of objects) {
		for (const [name, value] of Object.entries(object)) {
			types.set(safeName(name), [...(types.get(safeName(name)) ?? []), value]);
		}
	}
	const members = [...types].map(([name, values]) => `${name}: ${typesOf(values, 2)}`);
	return members.sort().join(', ');
}

/** The different types of some values, e.g. `string or null`. */
export function typesOf(values: unknown[], depth = 1): string {
	return [...new Set(values.map((value) => shapeOf(value, depth)))].sort().join(' or ');
}

function typeOf(value: unknown): string {
	return typeof value === 'boolean' ? String(value) : typeof value;
}

function isErrorCode(name: string, value: unknown): value is string {
	return /^(code|type)$/.test(name) && typeof value === 'string' && /^[a-z_]{1,40}$/i.test(value);
}

/** A name that a program chose; anything else could be what a person entered. */
function safeName(name: string): string {
	return /^[a-z_][\w-]{0,39}$/i.test(name) ? name : '(other)';
}
