import { asArray, asObject, isObject, textOf, type JsonObject } from './json';
import type { Session } from './session';

/** What the editor loads about n8n and its packages. */
export type Catalog = {
	/** The node types of a package, for the nodes panel. */
	nodes: (packageName: string) => Promise<JsonObject[]>;
	/** The versions of each node type that n8n knows, by name. */
	nodeVersions: () => Promise<Map<string, number[]>>;
	/** One credential type, for the list of those that can be added. */
	credential: (name: string) => Promise<JsonObject>;
	/** The versions of n8n and of the Node.js it runs on. */
	versions: () => Promise<{ n8n: string; node: string }>;
};

export function createCatalog({ rest, file }: Session): Catalog {
	const load = async (kind: 'nodes' | 'credentials') =>
		asArray(await file(`/types/${kind}.json`), `the list of ${kind}`).filter(isObject);
	return {
		async nodes(packageName) {
			const types = await load('nodes');
			return types.filter(({ name }) => String(name).startsWith(`${packageName}.`));
		},
		async nodeVersions() {
			const versions = new Map<string, number[]>();
			for (const { name, version } of await load('nodes')) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
		async credential(name) {
			const types = await load('credentials');
			return asObject(
				types.find((type) => type.name === name),
				`The credential type "${name}"`,
			);
		},
		async versions() {
			const settings = asObject(await rest('GET', '/settings'), 'the settings');
			return { n8n: textOf(settings, 'versionCli'), node: textOf(settings, 'nodeJsVersion') };
		},
	};
}
