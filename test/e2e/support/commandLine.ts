import { freePort } from '../../sandbox/host/freePort';
import { n8nEnvironment } from '../../sandbox/host/n8nEnvironment';
import { tryToRun } from '../../sandbox/host/run';
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
	const { exitCode, all = '' } = await tryToRun(installation.node, [installation.n8n, ...args], {
		cwd: userFolder,
		env: n8nEnvironment(installation, addresses),
		// In the environment of the test run, n8n does nothing.
		extendEnv: false,
		all: true,
	});
	// n8n exits with 0 although an import failed.
	if (exitCode !== 0 || !all.includes('Successfully')) {
		throw new Error(`n8n ${args.join(' ')} failed: ${all}`);
	}
}
