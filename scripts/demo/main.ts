/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';

import { OWNER } from '../../test/sandbox/client/session';
import { createReport, print, type Report } from './report';
import { prepare, type Stage } from './stage';
import { STEPS } from './steps';

const USAGE = `npm run demo
Shows the nodes in a real n8n on this machine, with a stand-in for the service: an export, deliveries,
forged ones, a CRM. Then n8n stays up until Ctrl-C, if this is a terminal. The first run installs that
n8n (2.4 GB, and 1 GB in npm's cache; some minutes). Needs no account, and nothing but Node.js where n8n's
database driver can be downloaded. Where it can't, that is built: with a C++ compiler, make, and Python 3.`;

const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const isOnTerminal =
	process.stdout.isTTY === true && process.stdin.isTTY === true && process.env.CI === undefined;

/** Runs the whole story in a real n8n; returns true if everything was as expected. */
async function main(): Promise<boolean> {
	const started: (() => Promise<void>)[] = [];
	try {
		const stage = await prepare((stop) => started.push(stop));
		const report = createReport();
		await tell(stage, report);
		const isAsExpected = report.summary();
		if (isOnTerminal) await stayUp(stage);
		return isAsExpected;
	} finally {
		print(styleText('dim', 'Stopping …'));
		for (const stop of started.reverse()) await stop();
	}
}

async function tell(stage: Stage, report: Report): Promise<void> {
	for (const [index, { title, run }] of STEPS.entries()) {
		print(`\n${styleText('bold', `${index + 1}. ${title}`)}`);
		try {
			await run(stage, report);
		} catch (error) {
			report.check(title, 'no error', error instanceof Error ? error.message : String(error));
		}
	}
}

/** Keeps everything running until Ctrl-C, so that a user can open the editor. */
async function stayUp({ url, baseUrl, apiKey, contact, emulator }: Stage): Promise<void> {
	print(`
${styleText('bold', 'n8n stays up.')} Editor     ${styleText('cyan', `${url}/home/workflows`)}
               Email      ${OWNER.email}
               Password   ${OWNER.password}
The service    Base URL   ${baseUrl}
               API key    ${apiKey}

Press Enter to have someone fill in the form "${contact.name}", Ctrl-C to stop everything.`);
	const input = createInterface({ input: process.stdin });
	input.on('line', () => {
		emulator.submit(contact.id).then(
			({ submission, results }) => {
				const statuses = results.map(({ status }) => status).join();
				print(`${submission.id} delivered, n8n responded ${statuses}`);
			},
			(error: unknown) => print(`Not delivered: ${String(error)}`),
		);
	});
	await new Promise<void>((resolve) => {
		for (const signal of Object.keys(SIGNAL_EXIT_CODES)) {
			process.removeAllListeners(signal).once(signal, resolve);
		}
	});
	input.close();
}

// Everything that was started ends with this process, so it only needs to exit.
for (const [signal, exitCode] of Object.entries(SIGNAL_EXIT_CODES)) {
	process.once(signal, () => process.exit(exitCode));
}

if (process.argv.includes('--help')) {
	print(USAGE);
	process.exit(0);
}

main().then(
	(isAsExpected) => process.exit(isAsExpected ? 0 : 1),
	(error: unknown) => {
		process.stderr.write(
			`${styleText('red', error instanceof Error ? error.message : String(error))}\n`,
		);
		process.exit(1);
	},
);
