/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import { PROJECT } from '../../test/sandbox/paths';
import { namesOfCredential, namesOfNode, type StoredNames } from './collect';

const FILE = join(__dirname, 'stored-names.json');

export function readList(): StoredNames {
	return JSON.parse(readFileSync(FILE, 'utf8')) as StoredNames;
}

export function writeList(names: StoredNames): void {
	writeFileSync(FILE, `${JSON.stringify(names, null, '\t')}\n`);
}

/** Collects the names from the source of every node and credential that package.json declares. */
export async function collectNames(): Promise<StoredNames> {
	const { name, n8n } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
		name: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const nodes = await Promise.all(n8n.nodes.map(async (file) => await create<INodeType>(file)));
	const credentials = await Promise.all(
		n8n.credentials.map(async (file) => await create<ICredentialType>(file)),
	);
	const names = Object.assign(
		// The package name is the first part of every node's type.
		{ [name]: 'package' },
		...credentials.map(namesOfCredential),
		...nodes.map(({ description }) => namesOfNode(description)),
	) as StoredNames;
	return Object.fromEntries(Object.entries(names).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Creates the class that a file exports under its own name, as n8n does. */
async function create<Type>(builtFile: string): Promise<Type> {
	const source = builtFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	const exported = (await import(join(PROJECT, source))) as Record<string, new () => Type>;
	const Class = exported[basename(source).replace(/\.(node|credentials)\.ts$/, '')];
	if (Class === undefined) throw new Error(`${source} does not export the class it is named for`);
	return new Class();
}
