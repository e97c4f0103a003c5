/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { asObject, textOf } from '../client/json';

/** A private package that pins a real n8n together with the Node.js it runs on. */
export type Installation = {
	/** Contains its `package.json` and lock file. */
	folder: string;
	modules: string;
	/** The two files needed to start it. */
	node: string;
	n8n: string;
	/** The versions that `package.json` pins. */
	versions: { n8n: string; node: string };
};

/** The n8n of the demo, the end-to-end tests, and the benchmarks: the newest one. */
export const MAIN = installationIn('n8n');

/** Every n8n that the package is tested on, oldest first. */
export const ALL = [installationIn('n8n-2.8'), MAIN];

function installationIn(name: string): Installation {
	const folder = join(__dirname, name);
	const modules = join(folder, 'node_modules');
	const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const pinned = asObject(asObject(manifest, 'package.json').dependencies, 'its dependencies');
	return {
		folder,
		modules,
		node: join(modules, 'node', 'bin', 'node'),
		n8n: join(modules, 'n8n', 'bin', 'n8n'),
		versions: { n8n: textOf(pinned, 'n8n'), node: textOf(pinned, 'node') },
	};
}
