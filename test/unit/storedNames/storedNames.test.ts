import type { ICredentialType, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';

type Option = NonNullable<INodeProperties['options']>[number];

/** A property and all that is in it, one line each: its place, type, default, and what it can be. */
function linesOf(prefix: string, property: INodeProperties): string[] {
	// A notice is shown but never stored.
	if (property.type === 'notice') return [];
	const path = `${prefix}${property.name}`;
	const { options = [], modes = [] } = property;
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	const choices = [...values, ...modes.map(({ name }) => name)];
	return [
		[`${path}: ${property.type} ${JSON.stringify(property.default)}`, ...choices].join(' | '),
		...options.flatMap((option) => linesInside(path, option)),
	];
}

function linesInside(path: string, option: Option): string[] {
	if ('values' in option) {
		return option.values.flatMap((property) => linesOf(`${path}.${option.name}.`, property));
	}
	return 'type' in option ? linesOf(`${path}.`, option) : [];
}

/** To saved workflows, a parameter of two operations is two parameters. */
function linesOfParameter(property: INodeProperties): string[] {
	const { resource, operation = [''] } = property.displayOptions?.show ?? {};
	if (resource === undefined) return linesOf('', property);
	return resource.flatMap((one) =>
		operation.flatMap((other) => linesOf(`[${`${one} ${other}`.trim()}] `, property)),
	);
}

function linesOfNode(node: INodeTypeDescription): string[] {
	const { name, version, usableAsTool, inputs, outputs, credentials = [], webhooks = [] } = node;
	return [
		`${name} ${JSON.stringify({ version, usableAsTool, inputs, outputs })}`,
		...credentials.map((credential) => `credential ${credential.name}`),
		// The service calls an address that ends with this path.
		...webhooks.map((webhook) => `webhook ${webhook.name} ${webhook.httpMethod} ${webhook.path}`),
		...node.properties.flatMap(linesOfParameter).sort(),
	];
}

/**
 * Saved workflows contain these names, but no value that equals its default. A line that is gone, or has
 * lost or changed anything, changes what they do: then the node needs a new version. More is fine: `-u` adds it.
 */
describe('what saved workflows contain', () => {
	const nodes = [new FormSubmissions().description, new FormSubmissionsTrigger().description];

	it.each(nodes)('of $name', (node) => {
		expect(linesOfNode(node)).toMatchSnapshot();
	});

	it('of the credential', () => {
		const { name, properties }: ICredentialType = new FormSubmissionsApi();

		expect([name, ...properties.flatMap((property) => linesOf('', property))]).toMatchSnapshot();
	});
});
