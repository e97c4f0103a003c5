import { asArray, asObject, isObject, textOf } from './json';
import type { Session } from './session';

/** What the editor loads about n8n and its packages. */
export function createCatalog({ rest, file }: Session) {
	return {
		/** The versions of each node type that n8n knows, by name. */
		async nodeVersions(): Promise<Map<string, number[]>> {
			const versions = new Map<string, number[]>();
			const types = asArray(await file('/types/nodes.json'), 'the list of nodes').filter(isObject);
			for (const { name, version } of types) {
				const known = versions.get(String(name)) ?? [];
				versions.set(String(name), [...known, ...[version].flat().map(Number)]);
			}
			return versions;
		},
		/** The versions of n8n and of the Node.js it runs on. */
		async versions(): Promise<{ n8n: string; node: string }> {
			const settings = asObject(await rest('GET', '/settings'), 'the settings');
			return { n8n: textOf(settings, 'versionCli'), node: textOf(settings, 'nodeJsVersion') };
		},
	};
}
