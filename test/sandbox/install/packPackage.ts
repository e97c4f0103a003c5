/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { hashOf } from './hash';
import { LOGS, PROJECT, STATE } from '../paths';
import { CommandError, logTail, runLogged } from '../host/runLogged';
import { stampAt } from './stamp';

const PACK_FOLDER = join(STATE, 'package');
const LOG_FILE = join(LOGS, 'build.log');
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
];
const STAMP = stampAt(join(PACK_FOLDER, '.packed-for'));

/** Builds and packs the package as npm would publish it, but only if a source has changed. */
export async function packPackage(): Promise<{ tarball: string }> {
	const wanted = hashOf(PROJECT, SOURCES);
	const existing = findTarball();
	if (existing !== undefined && STAMP.isFor(wanted)) return { tarball: existing };

	rmSync(PACK_FOLDER, { recursive: true, force: true });
	mkdirSync(PACK_FOLDER, { recursive: true });
	await run(['run', 'build'], PROJECT);
	await run(['pack', '--ignore-scripts', '--pack-destination', PACK_FOLDER], PROJECT);
	const tarball = findTarball();
	if (tarball === undefined) throw new Error(`npm pack left no tarball in ${PACK_FOLDER}`);
	STAMP.write(wanted);
	return { tarball };
}

/**
 * Installs the tarball where n8n looks for community packages, as n8n's own installer does. Nothing
 * is downloaded: the package's only dependency is its host.
 */
export async function installInto(userFolder: string, tarball: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes');
	const manifest = join(folder, 'package.json');
	const installed = stampAt(join(folder, 'node_modules', '.installed-for'));
	const wanted = hashOf(tarball, ['']);
	if (installed.isFor(wanted)) return;

	mkdirSync(folder, { recursive: true });
	if (!existsSync(manifest)) {
		const empty = { name: 'installed-nodes', private: true, dependencies: {} };
		writeFileSync(manifest, JSON.stringify(empty, null, 2));
	}
	// npm considers a tarball of the same version already installed, whatever it contains.
	rmSync(join(folder, 'package-lock.json'), { force: true });
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	const flags = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
	await run(['install', ...flags, tarball], folder);
	installed.write(wanted);
}

function findTarball(): string | undefined {
	if (!existsSync(PACK_FOLDER)) return undefined;
	const name = readdirSync(PACK_FOLDER).find((file) => file.endsWith('.tgz'));
	return name === undefined ? undefined : join(PACK_FOLDER, name);
}

async function run(args: string[], cwd: string): Promise<void> {
	try {
		await runLogged('npm', args, { cwd, logFile: LOG_FILE });
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new Error(`${error.message}\nIt ends with:\n${logTail(error.logFile)}`);
	}
}
