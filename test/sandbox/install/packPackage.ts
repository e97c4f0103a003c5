/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../host/run';
import { PROJECT, STATE } from '../paths';

const PACK_FOLDER = join(STATE, 'package');
/** Everything in the project that ends up in the package or affects how it is built. */
const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
	'README.md',
	'LICENSE.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'docs',
	'examples',
].map((name) => join(PROJECT, name));

/** Builds and packs the package as npm would publish it, but only if a source is newer. */
export async function packPackage(): Promise<{ tarball: string }> {
	const existing = findTarball();
	if (existing !== undefined && changedMs(existing) > Math.max(...SOURCES.map(lastChangedMs))) {
		return { tarball: existing };
	}
	rmSync(PACK_FOLDER, { recursive: true, force: true });
	mkdirSync(PACK_FOLDER, { recursive: true });
	await run('npm', ['run', 'build'], { cwd: PROJECT });
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', PACK_FOLDER], {
		cwd: PROJECT,
	});
	const tarball = findTarball();
	if (tarball === undefined) throw new Error(`npm pack left no tarball in ${PACK_FOLDER}`);
	return { tarball };
}

/**
 * Installs the tarball where n8n looks for community packages, as n8n's own installer does. Nothing
 * is downloaded: the package's only dependency is its host.
 */
export async function installInto(userFolder: string, tarball: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	mkdirSync(folder, { recursive: true });
	const empty = { name: 'installed-nodes', private: true, dependencies: {} };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(empty, null, 2));
	const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
	await run('npm', ['install', ...flags, tarball], { cwd: folder });
}

function findTarball(): string | undefined {
	if (!existsSync(PACK_FOLDER)) return undefined;
	const name = readdirSync(PACK_FOLDER).find((file) => file.endsWith('.tgz'));
	return name === undefined ? undefined : join(PACK_FOLDER, name);
}

const changedMs = (path: string): number => statSync(path).mtimeMs;

/** When a file, or anything in a folder, was last changed, added, or removed (Unix milliseconds). */
function lastChangedMs(path: string): number {
	const isFolder = statSync(path).isDirectory();
	const inside = isFolder ? readdirSync(path, { recursive: true }).map(String) : [];
	return Math.max(changedMs(path), ...inside.map((name) => changedMs(join(path, name))));
}
