import { asArray, asObject, isObject } from './json';
import type { Session } from './session';

export type ListEntry = { name: string; value: string };

/** A node parameter in the editor whose choices are loaded. */
export type ParameterQuery = {
	nodeType: string;
	method: string;
	path: string;
	credentials: Record<string, { id: string; name: string }>;
	filter?: string;
};

export type Parameters = {
	/** The list of a resource locator. */
	list: (query: ParameterQuery) => Promise<ListEntry[]>;
	/** The versions of each node type that n8n knows, by name. */
	nodeVersions: () => Promise<Map<string, number[]>>;
};

export function createParameters({ rest, file }: Session): Parameters {
	return {
		async list({ nodeType, method, path, credentials, filter }) {
			const page = await rest('POST', '/dynamic-node-parameters/resource-locator-results', {
				path: `parameters.${path}`,
				methodName: method,
				nodeTypeAndVersion: { name: nodeType, version: 1 },
				currentNodeParameters: {},
				credentials,
				filter,
			});
			return asArray(asObject(page, 'the list').results, 'the entries')
				.filter(isObject)
				.map(({ name, value }) => ({ name: String(name), value: String(value) }));
		},
		async nodeVersions() {
			const versions = new Map<string, number[]>();
			const types = asArray(await file('/types/nodes.json'), 'the node types').filter(isObject);
			for (const { name, version } of types) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
	};
}
