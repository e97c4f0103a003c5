import { asArray, asObject, isObject, textOf, type JsonObject } from './json';
import type { Session } from './session';
import type { WorkflowNode } from './workflowFile';

/** What the editor loads about n8n and its packages. */
export function createCatalog({ rest, file }: Session) {
	const load = async (kind: 'nodes' | 'credentials') =>
		asArray(await file(`/types/${kind}.json`), `the list of ${kind}`).filter(isObject);
	return {
		/** The node types of a package, for the nodes panel. */
		async nodes(packageName: string): Promise<JsonObject[]> {
			const types = await load('nodes');
			return types.filter(({ name }) => String(name).startsWith(`${packageName}.`));
		},
		/** The versions of each node type that n8n knows, by name. */
		async nodeVersions(): Promise<Map<string, number[]>> {
			const versions = new Map<string, number[]>();
			for (const { name, version } of await load('nodes')) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
		/** One credential type, for the list of those that can be added. */
		async credential(name: string): Promise<JsonObject> {
			const types = await load('credentials');
			return asObject(
				types.find((type) => type.name === name),
				`The credential type "${name}"`,
			);
		},
		/** What a list in a node's panel offers: the values that n8n stores if they are chosen. */
		async options(methodName: string, node: WorkflowNode, path: string): Promise<string[]> {
			const { type: name, typeVersion: version, parameters, credentials } = node;
			const options = await rest('POST', '/dynamic-node-parameters/options', {
				nodeTypeAndVersion: { name, version },
				path,
				methodName,
				currentNodeParameters: parameters,
				credentials,
			});
			return asArray(options, 'the options').map((one) => textOf(asObject(one, 'one'), 'value'));
		},
		/** The versions of n8n and of the Node.js it runs on. */
		async versions(): Promise<{ n8n: string; node: string }> {
			const settings = asObject(await rest('GET', '/settings'), 'the settings');
			return { n8n: textOf(settings, 'versionCli'), node: textOf(settings, 'nodeJsVersion') };
		},
	};
}
