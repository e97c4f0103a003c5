/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser } from 'playwright-core';

/** Environment variables that can name the browser; other tools use them too. */
const VARIABLES = ['CHROME_PATH', 'CHROMIUM_PATH'];
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const APPLICATIONS = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const ADVICE =
	'The tests of the editor need Chromium or Chrome, and none was found. On Debian and Ubuntu run "apt-get install chromium"; elsewhere install Chrome, or name its program in the environment variable CHROME_PATH.';

/** Without these, Chromium contacts its vendor's servers on its own, and doesn't start as root. */
const SWITCHES = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// n8n's editor requests news and pictures from other hosts; no test needs them.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	// Renders text in pictures the same on every machine.
	'--font-render-hinting=none',
];

/** Returns the path of this machine's Chromium or Chrome; throws an error that says what to install. */
export function findChromium(): string {
	for (const variable of VARIABLES) {
		const named = process.env[variable];
		if (named === undefined || named === '') continue;
		if (isProgram(named)) return named;
		throw new Error(`${variable} is set to "${named}", which is no program. ${ADVICE}`);
	}
	const folders = [...FOLDERS, ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean);
	const candidates = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
	const found = [...candidates, ...APPLICATIONS].find(isProgram);
	if (found === undefined) throw new Error(ADVICE);
	return found;
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** Starts a browser with a fresh profile. It ends with this process, however that ends. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: findChromium(), args: SWITCHES });
}

if (require.main === module) {
	try {
		findChromium();
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
}
