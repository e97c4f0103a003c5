/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { inspect } from 'node:util';

import {
	isINodeProperties,
	isINodePropertyCollection,
	isINodePropertyOptions,
	type ICredentialType,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The names that n8n stores in users' workflows and credentials: name → kind and default. */
export type StoredNames = Record<string, string>;

export function namesOfNode(description: INodeTypeDescription): StoredNames {
	const { name, version, credentials = [], webhooks = [], inputs, outputs } = description;
	const lines: Array<[string, string]> = [
		[name, 'node'],
		// As a tool of an AI agent, n8n stores the node under a type of its own.
		...(description.usableAsTool ? [[`${name}Tool`, 'tool'] satisfies [string, string]] : []),
		...[version].flat().map((one): [string, string] => [`${name} version ${one}`, 'version']),
		...credentials.map((one): [string, string] => [`${name} credential ${one.name}`, 'credential']),
		// The service calls a URL that ends with this path.
		...webhooks.map(({ name: webhook, httpMethod, path }): [string, string] => [
			`${name} webhook ${webhook}`,
			`${httpMethod} ${path}`,
		]),
		...namesOfPorts(`${name} input`, inputs),
		...namesOfPorts(`${name} output`, outputs),
		...description.properties.flatMap((property) =>
			placesOf(property).flatMap((place) => namesOfProperty(`${name}${place} `, property)),
		),
	];
	return Object.fromEntries(lines);
}

/** Connections name the type and the number of an input or output. */
function namesOfPorts(
	prefix: string,
	ports: INodeTypeDescription['inputs'],
): Array<[string, string]> {
	return [ports]
		.flat()
		.map((port, index) => [`${prefix} ${index}`, typeof port === 'string' ? port : inspect(port)]);
}

export function namesOfCredential({ name, properties }: ICredentialType): StoredNames {
	const lines: Array<[string, string]> = [
		[name, 'credential'],
		...properties.flatMap((property) => namesOfProperty(`${name} `, property)),
	];
	return Object.fromEntries(lines);
}

/** To saved workflows, a parameter shared by two operations is two separate parameters. */
function placesOf({ displayOptions }: INodeProperties): string[] {
	const resources = displayOptions?.show?.resource ?? [];
	const operations = displayOptions?.show?.operation ?? [''];
	if (resources.length === 0) return [''];
	return resources.flatMap((resource) =>
		operations.map((operation) => ` [${[resource, operation].join(' ').trim()}]`),
	);
}

function namesOfProperty(prefix: string, property: INodeProperties): Array<[string, string]> {
	// A notice is shown but never stored.
	if (property.type === 'notice') return [];
	const path = `${prefix}${property.name}`;
	const { options = [], modes = [] } = property;
	return [
		[path, `${property.type} ${inspect(property.default)}`],
		...modes.map(({ name, type }): [string, string] => [`${path} mode ${name}`, type]),
		...options.flatMap((option) => namesOfOption(path, option)),
	];
}

type Option = NonNullable<INodeProperties['options']>[number];

function namesOfOption(path: string, option: Option): Array<[string, string]> {
	if (isINodePropertyCollection(option)) {
		const group = `${path}.${option.name}`;
		const inner = option.values.flatMap((property) => namesOfProperty(`${group}.`, property));
		return [[group, 'group'], ...inner];
	}
	if (isINodeProperties(option)) return namesOfProperty(`${path}.`, option);
	if (isINodePropertyOptions(option)) return [[`${path} = ${String(option.value)}`, 'option']];
	throw new Error(`${path} has an option of an unknown form`);
}
