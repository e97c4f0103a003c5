/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
/** `npm run check-service`: what a service does where the specification is silent. See `settings.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';

import { startProgress } from '../../test/sandbox/install/progress';
import { checkService } from './check';
import { checkEmulator } from './checkEmulator';
import type { Finding } from './finding';
import { renderChanges, renderFindings } from './report';
import { findChanges, readResults, writeResults } from './results';
import { sendOverHttp } from './sendOverHttp';
import { readOptions, readService, USAGE, type Options } from './settings';

const EMULATOR = 'emulator';

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return print(USAGE);
	const findings = await check(options);
	print(renderFindings(findings));
	if (options.compare !== undefined) {
		const before = await findingsBefore(options.compare);
		print(renderChanges(findChanges(before, findings), options.compare));
	}
	if (options.json !== undefined) {
		writeResults(options.json, { checkedAt: new Date().toISOString(), findings });
	}
	if (findings.some(({ verdict }) => verdict === 'differs')) process.exitCode = 1;
}

async function check({ long }: Options): Promise<Finding[]> {
	const { baseUrl, key } = await readService();
	const progress = startProgress('Asking the service');
	try {
		const { findings, requests } = await checkService(sendOverHttp(baseUrl), key, {
			long,
			now: () => Date.now(),
			sleep: async (ms) => await sleep(ms),
			progress: progress.update,
		});
		progress.succeed(`Asked the service, with ${requests} requests`);
		return findings;
	} catch (error) {
		progress.fail('The service could not be checked');
		throw error;
	}
}

async function findingsBefore(compare: string): Promise<Finding[]> {
	return compare === EMULATOR ? await checkEmulator() : readResults(compare).findings;
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Node says no more than "fetch failed"; the cause says why. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

main().catch((error: unknown) => {
	process.stderr.write(`${reasonOf(error)}\n`);
	process.exitCode = 2;
});
