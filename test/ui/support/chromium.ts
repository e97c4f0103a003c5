/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, type Browser } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
];

/** Returns the path of this machine's Chromium or Chrome; throws an error that says what to install. */
export function findChromium(): string {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
	const found = [process.env.CHROME_PATH ?? '', ...candidates].find((path) => existsSync(path));
	if (found === undefined) throw new Error(ADVICE);
	return found;
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
