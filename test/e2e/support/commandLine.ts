/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { freePort } from '../../sandbox/host/freePort';
import { spawnGuarded } from '../../sandbox/host/guarded';
import { n8nEnvironment } from '../../sandbox/host/n8nEnvironment';
import { logTail } from '../../sandbox/host/runLogged';
import { testedInstallation } from './restartableHost';

/** Runs a command of n8n's own, such as `export:workflow`, on the data of an n8n that is stopped. */
export async function runN8nCommand(userFolder: string, ...args: string[]): Promise<void> {
	const installation = testedInstallation();
	const addresses = {
		userFolder,
		port: await freePort(),
		brokerPort: await freePort(),
		webhookUrl: 'http://127.0.0.1/',
	};
	const logFile = join(userFolder, 'command.log');
	// Not `runLogged`, which adds the environment of the test run: n8n does nothing in it.
	const command = spawnGuarded(installation.node, [installation.n8n, ...args], {
		cwd: userFolder,
		env: n8nEnvironment(installation, addresses),
		logFile,
		log: 'truncate',
	});
	const { exitCode } = await command.ended;
	// n8n exits with 0 although an import failed.
	const said = logTail(logFile);
	if (exitCode !== 0 || !said.includes('Successfully')) {
		throw new Error(`n8n ${args.join(' ')} failed: ${said}`);
	}
}
