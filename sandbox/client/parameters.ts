import { asArray, asObject, isObject, optionalText, type JsonObject } from './json';
import type { Session } from './session';

export type ListEntry = { name: string; value: string };
export type ListPage = { results: ListEntry[]; paginationToken?: string };

/** A node parameter in the editor whose choices are loaded. */
export type ParameterQuery = {
	nodeType: string;
	method: string;
	path: string;
	credentials: Record<string, { id: string; name: string }>;
	parameters?: JsonObject;
	filter?: string;
	paginationToken?: string;
};

export type Parameters = {
	/** The list of a resource locator. */
	list: (query: ParameterQuery) => Promise<ListPage>;
	/** The choices of an options field. */
	options: (query: ParameterQuery) => Promise<ListEntry[]>;
	/** The names of all node types that n8n knows and that begin with the prefix. */
	nodeTypes: (prefix: string) => Promise<string[]>;
	/** The versions of each node type that n8n knows, by name. */
	nodeVersions: () => Promise<Map<string, number[]>>;
};

export function createParameters({ rest, file }: Session): Parameters {
	const ask = async (kind: string, query: ParameterQuery) =>
		await rest('POST', `/dynamic-node-parameters/${kind}`, {
			path: `parameters.${query.path}`,
			methodName: query.method,
			nodeTypeAndVersion: { name: query.nodeType, version: 1 },
			currentNodeParameters: query.parameters ?? {},
			credentials: query.credentials,
			filter: query.filter,
			paginationToken: query.paginationToken,
		});
	const allTypes = async () =>
		asArray(await file('/types/nodes.json'), 'the node types').filter(isObject);
	return {
		async list(query) {
			const page = asObject(await ask('resource-locator-results', query), 'the list');
			return {
				results: toEntries(page.results),
				paginationToken: optionalText(page.paginationToken),
			};
		},
		options: async (query) => toEntries(await ask('options', query)),
		async nodeTypes(prefix) {
			const names = (await allTypes()).map(({ name }) => String(name));
			return [...new Set(names.filter((name) => name.startsWith(prefix)))].sort();
		},
		async nodeVersions() {
			const versions = new Map<string, number[]>();
			for (const { name, version } of await allTypes()) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
	};
}

function toEntries(value: unknown): ListEntry[] {
	return asArray(value, 'the entries')
		.filter(isObject)
		.map(({ name, value: entry }) => ({ name: String(name), value: String(entry) }));
}
